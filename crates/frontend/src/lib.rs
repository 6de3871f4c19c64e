//! Front ends: what the user wrote comes in, a [`program::program::Program`] goes out.
//!
//! There is one folder per language. A front end reads, checks and lowers; what it cannot model it refuses by name,
//! with the place in the source, and never skips or weakens.
//! [`compiler`] has C and C++ turned into LLVM IR, [`llvm`] makes data of that, and [`c`] a program of the data.
//! [`reproduction`] goes the other way: it builds the user's program so that it follows a run.
//! [`sections`], [`spurious`] and [`assertions`] leave out of a program what the user does not ask about.
//!
//! ```
//! use program::span::SourceFile;
//! let text = "var x: int; procedure main() { x := 1; while (x > 0) { x := x - 1; } }";
//! let file = SourceFile::new("count.bpl".into(), text.into());
//! let program = frontend::boogie::lower(vec![file], &Default::default()).unwrap();
//! assert_eq!(program.procedures[0].edges.len(), 4);
//! ```

pub mod error;
pub mod language;
pub mod boogie;
pub mod compiler;
pub mod llvm;
pub mod c;
pub mod sections;
pub mod spurious;
pub mod assertions;
pub mod reproduction;
