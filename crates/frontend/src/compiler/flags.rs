//! What clang is told: unoptimised LLVM IR with debug information, as close to the source as it can be.

use std::ffi::OsString;
use std::path::Path;

use crate::language::Language;

/// What is the user's own choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// Flags that override ours, except for those that say what is written.
    pub flags: &'a [String],
    /// Whether warnings are wanted.
    pub warnings: Warnings,
}

/// What becomes of the compiler's warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warnings {
    /// The compiler gives none, not even as errors.
    Hidden,
    /// The compiler gives those that the user's flags ask for.
    Shown,
}

/// The user's flags may say otherwise.
const FIRST: &[&str] = &[
    "-O0",
    "-pthread",
    // With this, the user's program and `unhang.h` can tell.
    "-D__UNHANG__=1",
];

/// `pthread_cleanup_push`; and what older compilers take with a warning, and textbooks have: calls of functions that nobody declares, and the like.
const FIRST_FOR_C: &[&str] = &[
    // Cleanup handlers are called by what leaves functions, as in C++, and not by jumps.
    "-fexceptions",
    "-Wno-unknown-warning-option",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    // A value that a function without result returns; the two names are those of newer and of older versions of clang.
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
];

/// The standard that clang takes by itself since version 16: a program means the same to all versions.
const FIRST_FOR_CPP: &[&str] = &["-std=gnu++17"];

/// Whatever the user's flags say. Those of a build, as `-c -o main.o -lm`, do no harm then.
const LAST: &[&str] = &[
    "-S",
    "-emit-llvm",
    "-g",
    "-fno-discard-value-names",
    // A loop without end is what we look for; C++ would allow it to be removed.
    "-fno-finite-loops",
    // Functions that mean something by their names, the user's own and the library's, stay functions whatever is optimised.
    "-fno-inline",
    // A crash leaves no files behind.
    "-fno-crash-diagnostics",
    "-Qunused-arguments",
    "-o",
    "-",
];

/// What `-fsanitize=` has code added for that calls a library of its own wherever memory is looked at.
const INSTRUMENTING: [&str; 9] = [
    "address",
    "hwaddress",
    "kernel-address",
    "kernel-memory",
    "memory",
    "thread",
    "dataflow",
    "fuzzer",
    "fuzzer-no-link",
];

/// The first of the flags that has such code added. What the others add is known, or nothing that a program calls.
pub(super) fn instrumenting(flags: &[String]) -> Option<&str> {
    let adds = |flag: &&String| {
        let what = flag.strip_prefix("-fsanitize=");
        what.is_some_and(|what| what.split(',').any(|one| INSTRUMENTING.contains(&one)))
    };
    flags.iter().find(adds).map(String::as_str)
}

/// All flags, and the file.
pub(super) fn of(file: &Path, request: &Request<'_>) -> Vec<OsString> {
    let first_for_language = match Language::of(file) {
        Some(Language::C) => FIRST_FOR_C,
        Some(Language::Cpp) => FIRST_FOR_CPP,
        _ => &[],
    };
    let first = FIRST.iter().chain(first_for_language);
    let quiet = if request.warnings == Warnings::Hidden { Some(&"-w") } else { None };
    let mut words: Vec<OsString> = first.map(OsString::from).collect();
    words.extend(request.flags.iter().map(OsString::from));
    words.extend(LAST.iter().chain(quiet).map(OsString::from));
    words.push(file.into());
    words
}

/// All flags for a file of the runtime, which is read from a pipe. The user's flags have no part in it: it includes nothing of
/// the user's, and they may be for another language.
pub(super) fn of_runtime(language: Language) -> Vec<OsString> {
    let own: &[&str] = match language {
        Language::Cpp => &["-x", "c++", "-std=gnu++17"],
        // What it defines is the library itself, of which the compiler is not to think that it knows it. What it calls back may
        // throw.
        _ => &["-x", "c", "-std=gnu11", "-ffreestanding", "-fexceptions"],
    };
    FIRST.iter().chain(own).chain(LAST).chain(&["-w", "-"]).map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_older_compilers_take_is_no_error_in_c() {
        let request = Request { flags: &[], warnings: Warnings::Hidden };
        let implicit = "-Wno-error=implicit-function-declaration";
        let has = |file: &str| of(Path::new(file), &request).iter().any(|word| word == implicit);
        assert!(has("a.c") && !has("a.cpp"));
    }

    #[test]
    fn flags_that_have_code_added_are_found() {
        let found = |flags: &[&str]| {
            let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
            instrumenting(&flags).map(str::to_owned)
        };
        assert_eq!(found(&["-O1", "-fsanitize=undefined,thread"]).as_deref(), Some("-fsanitize=undefined,thread"));
        assert_eq!(found(&["-fsanitize=undefined", "-fno-sanitize=thread"]), None);
    }

    #[test]
    fn the_users_flags_come_between_what_they_may_change_and_what_they_may_not() {
        let flags = ["-O1".to_owned(), "-std=c++20".to_owned()];
        let request = Request { flags: &flags, warnings: Warnings::Hidden };
        let words = of(Path::new("a b.cpp"), &request);
        let position = |word: &str| words.iter().position(|found| found == word).unwrap();
        assert!(position("-O0") < position("-O1") && position("-O1") < position("-S"));
        assert!(position("-std=gnu++17") < position("-std=c++20"));
        assert!(position("-w") > position("-O1") && words.last().is_some_and(|last| last == "a b.cpp"));
    }
}
