//! LLVM IR: text to data, as any clang from 14 up writes it, and rustc.
//!
//! This reader knows nothing of threads and of programs: it yields what the file says, as plain data.
//! It reads typed and opaque pointers, debug intrinsics and debug records, and does not check types.
//! The modules are listed in reading order: the data, text to tokens, tokens to data, and what is derived from the data.

pub mod ids;
pub mod operators;
pub mod types;
pub mod values;
pub mod metadata;
pub mod attributes;
pub mod instructions;
pub mod module;
mod token;
mod lexer;
mod parse;
pub mod layout;
pub mod debug;

use program::span::SourceFile;

use crate::error::Error;
use module::Module;

/// The module that the text of the file `name` describes.
///
/// ```
/// let text = "define i32 @main() {\n  ret i32 0\n}\n";
/// let module = frontend::llvm::parse("main.ll", text).unwrap();
/// let main = module.find_symbol("main").unwrap();
/// assert_eq!(module.function(main).unwrap().blocks.len(), 1);
/// ```
pub fn parse(name: &str, text: &str) -> Result<Module, Error> {
    let module = parse::module(text).map_err(|mut error| {
        error.files = vec![SourceFile::new(name.to_owned(), text.into())];
        error
    })?;
    Ok(Module { file: name.into(), ..module })
}
