//! Functions of the libraries that are easier to write in C and C++ than as primitives: the folder `runtime`.
//!
//! A file of it is compiled and becomes part of a program that needs one of the symbols which the file says it defines, and does
//! not bring the symbol along itself. In C++ the file says so in lines of comment, `//: SYMBOL`, with the name that the linker
//! knows; one that ends with `*` stands for all names that begin like that. In C, the definitions say so themselves. What such a file needs in turn may come from another one.

use std::collections::BTreeSet;

use crate::c::units::Units;
use crate::language::Language;

/// A file of the folder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Source {
    /// Its name in the folder.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    when: When,
}

/// When a file is wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum When {
    /// Whenever the program needs one of its symbols.
    Needed,
    /// If moreover exceptions are caught. Where nobody catches one, what would throw it is a failure, which primitives report best.
    Caught,
}

macro_rules! source {
    ($name:literal, $when:ident) => {
        Source { name: $name, text: include_str!(concat!("../../runtime/", $name)), when: When::$when }
    };
}

/// All files of the folder.
pub const SOURCES: &[Source] = &[
    source!("list.cpp", Needed),
    source!("tree.cpp", Needed),
    source!("hashing.cpp", Needed),
    source!("strings.cpp", Needed),
    source!("streams.cpp", Needed),
    source!("exceptions.cpp", Needed),
    source!("errors.cpp", Needed),
    source!("throws.cpp", Caught),
    source!("thread_exit.cpp", Needed),
    source!("dynamic_cast.cpp", Needed),
    source!("atomics.cpp", Needed),
    source!("attributes.c", Needed),
    source!("calendar.c", Needed),
    source!("characters.c", Needed),
    source!("formats.c", Needed),
    source!("numbers.c", Needed),
    source!("semaphores.c", Needed),
    source!("signals.c", Needed),
    source!("strings.c", Needed),
    source!("system.c", Needed),
];

/// What the files include of the folder.
const HEADERS: &[(&str, &str)] = &[
    ("exceptions.h", include_str!("../../runtime/exceptions.h")),
    ("library.h", include_str!("../../runtime/library.h")),
];

/// How definitions in C begin that programs may call: a macro of `library.h`.
const MARK: &str = "LIBRARY ";

/// What names of files of the folder begin with, in reports.
pub const FOLDER: &str = "<unhang>/";

impl Source {
    /// What it is written in.
    pub fn language(&self) -> Language {
        Language::of(self.name.as_ref()).unwrap_or(Language::C)
    }

    /// What the compiler gets to read: the text with the headers that it includes, each with the name and the lines that it has
    /// in reports.
    pub fn input(&self) -> String {
        let mut input = format!("# 1 \"{FOLDER}{}\"\n", self.name);
        for (index, line) in self.text.lines().enumerate() {
            let is_included = |(name, _): &&(&str, &str)| line == format!("#include \"{name}\"");
            match HEADERS.iter().find(is_included) {
                Some((name, text)) => {
                    let next = index + 2;
                    input.push_str(&format!("# 1 \"{FOLDER}{name}\"\n{text}# {next} \"{FOLDER}{}\"\n", self.name));
                }
                None => input.extend([line, "\n"]),
            }
        }
        input
    }

    /// What it says that it defines.
    pub fn symbols(&self) -> impl Iterator<Item = &'static str> {
        let function = |line: &'static str| line.strip_prefix(MARK)?.split_once('(')?.0.rsplit([' ', '*']).next();
        self.text.lines().filter_map(move |line| line.strip_prefix("//: ").or_else(|| function(line)))
    }

    fn defines(&self, name: &str) -> bool {
        self.symbols().any(|symbol| match symbol.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => name == symbol,
        })
    }
}

/// The text of the file with this name, as reports know it.
pub fn text(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix(FOLDER)?;
    let sources = SOURCES.iter().map(|source| (source.name, source.text));
    sources.chain(HEADERS.iter().copied()).find(|(other, _)| *other == name).map(|(_, text)| text)
}

/// The files that the program needs and does not have yet.
pub fn missing(units: &Units<'_>, present: &BTreeSet<Source>) -> Vec<Source> {
    let is_caught = units.catches_exceptions();
    let candidates: Vec<&Source> = SOURCES
        .iter()
        .filter(|source| !present.contains(source) && (source.when == When::Needed || is_caught))
        .collect();
    let undefined: BTreeSet<&str> = units.undefined().collect();
    let is_needed = |source: &&&Source| undefined.iter().any(|name| source.defines(name));
    candidates.iter().filter(is_needed).map(|source| **source).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_says_what_it_defines_and_no_symbol_is_defined_twice() {
        let mut seen = BTreeSet::new();
        for source in SOURCES {
            assert!(source.symbols().count() > 0, "{}", source.name);
            source.symbols().for_each(|symbol| assert!(seen.insert(symbol), "{symbol}"));
        }
    }

    #[test]
    fn includes_are_resolved_and_lines_keep_their_numbers() {
        let throws = SOURCES.iter().find(|source| source.name == "throws.cpp").unwrap();
        let input = throws.input();
        assert!(!input.contains("#include"), "{input}");
        let line = throws.text.lines().position(|line| line.starts_with("#include")).unwrap() + 2;
        assert!(input.contains(&format!("# {line} \"<unhang>/throws.cpp\"\n")), "{input}");
    }

    #[test]
    fn texts_are_found_by_the_names_that_reports_know() {
        assert!(text("<unhang>/list.cpp").is_some_and(|text| text.contains("_M_hook")));
        assert_eq!(text("list.cpp"), None);
    }
}
