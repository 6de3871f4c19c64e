//! What reads text: each is given any bytes, and says whether it accepts them, or what it does that it must not do.
//!
//! A panic, an overflow of the stack and reading without end are found by whoever calls.

use std::ffi::OsString;

use evidence::format;
use frontend::llvm::debug;
use frontend::llvm::layout::Layout;
use frontend::{boogie, c, llvm};
use program::span::SourceFile;
use program::text::print;
use unhang::{arguments, expectations};

/// Something that reads text.
#[derive(Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The endings of files in the project that it can begin with; none if there are other beginnings.
    pub endings: &'static [&'static str],
    /// Whether the bytes are accepted, or what must not be.
    pub read: fn(&[u8]) -> Result<bool, String>,
}

/// Everything that reads text.
pub const TARGETS: &[Target] = &[
    Target { name: "boogie", endings: &[".bpl"], read: boogie },
    Target { name: "llvm", endings: &[".ll"], read: llvm },
    Target { name: "lowering", endings: &[".ll"], read: lowering },
    Target { name: "evidence", endings: &[], read: evidence },
    Target { name: "options", endings: &[], read: options },
    Target { name: "comments", endings: &[".c", ".cpp", ".bpl"], read: comments },
    Target { name: "expect", endings: &[".expect"], read: expect },
];

/// Boogie; what is accepted can be printed and read again.
pub fn boogie(bytes: &[u8]) -> Result<bool, String> {
    let lower =
        |text: &str| boogie::lower(vec![SourceFile::new("fuzz.bpl".into(), text.into())], &boogie::Options::default());
    let text = String::from_utf8_lossy(bytes);
    match lower(&text) {
        Err(error) => message(&error.render()),
        Ok(program) => {
            let printed = print(&program);
            match lower(&printed) {
                Ok(again) if print(&again) == printed => Ok(true),
                Ok(_) => Err("what is printed is another program when it is read".to_owned()),
                Err(error) => Err(format!("what is printed cannot be read: {}", error.render())),
            }
        }
    }
}

/// LLVM IR, with everything that is derived from it.
pub fn llvm(bytes: &[u8]) -> Result<bool, String> {
    let module = match llvm::parse("fuzz.ll", &String::from_utf8_lossy(bytes)) {
        Err(error) => return message(&error.render()),
        Ok(module) => module,
    };
    if let Ok(layout) = Layout::new(&module) {
        module.variables.iter().for_each(|variable| drop(layout.extent(&variable.ty)));
    }
    for function in &module.functions {
        debug::local_names(&module, function);
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            instruction.debug.iter().for_each(|node| drop(debug::locations(&module, *node)));
        }
    }
    Ok(true)
}

/// The program that LLVM IR makes up.
pub fn lowering(bytes: &[u8]) -> Result<bool, String> {
    let sources = c::Sources::read(&[("fuzz.ll".to_owned(), String::from_utf8_lossy(bytes).into_owned())]);
    let Ok(sources) = sources else { return Ok(false) };
    match c::lower(&sources, &mut |_| None, &c::Options::default()) {
        Ok(_) => Ok(true),
        Err(error) => message(&error.render()),
    }
}

/// Evidence files; what is accepted can be written and read again.
pub fn evidence(bytes: &[u8]) -> Result<bool, String> {
    let Ok(file) = format::read(&String::from_utf8_lossy(bytes)) else { return Ok(false) };
    match format::read(&format::write(&file)) {
        Ok(again) if again == file => Ok(true),
        Ok(_) => Err("what is written is other evidence when it is read".to_owned()),
        Err(error) => Err(format!("what is written cannot be read: {error}")),
    }
}

/// Command lines, a word on each line.
pub fn options(bytes: &[u8]) -> Result<bool, String> {
    let text = String::from_utf8_lossy(bytes);
    let words = std::iter::once("unhang").chain(text.lines()).map(OsString::from);
    Ok(arguments::parse_from(words).is_ok())
}

/// Comments in which sources say what is expected of them.
pub fn comments(bytes: &[u8]) -> Result<bool, String> {
    let said = expectations::read("fuzz.c", &String::from_utf8_lossy(bytes));
    Ok(said.is_ok_and(|said| !said.expectations.is_empty() || !said.options.is_empty()))
}

/// The files beside the programs of the corpus.
pub fn expect(bytes: &[u8]) -> Result<bool, String> {
    Ok(crate::corpus::expect::read(&String::from_utf8_lossy(bytes)).is_ok())
}

/// A message is fine unless it says that the tool is to blame.
fn message(text: &str) -> Result<bool, String> {
    if text.contains("internal error") { Err(text.to_owned()) } else { Ok(false) }
}
