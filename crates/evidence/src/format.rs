//! The file format of evidence.
