//! Front ends: what the user wrote comes in, a [`program::program::Program`] goes out.
//!
//! There is one folder per language. A front end reads, checks and lowers; what it cannot model it refuses by name,
//! with the place in the source, and never skips or weakens.
//! [`llvm`] only reads so far: it makes data of what compilers write.
//!
//! ```
//! use program::span::SourceFile;
//! let text = "var x: int; procedure main() { x := 1; while (x > 0) { x := x - 1; } }";
//! let file = SourceFile { name: "count.bpl".into(), text: text.into() };
//! let program = frontend::boogie::lower(vec![file], &Default::default()).unwrap();
//! assert_eq!(program.procedures[0].edges.len(), 4);
//! ```

pub mod error;
pub mod boogie;
pub mod llvm;
pub mod c;
