//! C and C++: what compilers make of them, together with the library that they call.

pub mod primitives;
