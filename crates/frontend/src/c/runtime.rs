//! What the C library has that is better written in C than as primitives. It is compiled with the program if that calls any of it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// Where debug information says that the files are. Files that are named from the root come with a library.
const FOLDER: &str = "/unhang/runtime";

/// How definitions of functions begin that programs may call.
const MARK: &str = "LIBRARY ";

macro_rules! files {
    ($($name:literal),*) => {
        /// The files in their order: a file uses those before it.
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../runtime/", $name)))),*];
    };
}

files![
    "common.c",
    "strings.c",
    "characters.c",
    "numbers.c",
    "formats.c",
    "system.c",
    "calendar.c",
    "signals.c",
    "semaphores.c",
    "attributes.c"
];

/// What an error message calls it.
pub const NAME: &str = "the runtime of unhang";

/// All files as one text.
pub fn text() -> &'static str {
    static TEXT: LazyLock<String> =
        LazyLock::new(|| FILES.iter().map(|(name, text)| format!("#line 1 \"{FOLDER}/{name}\"\n{text}\n")).collect());
    &TEXT
}

/// The text of the file with this path.
pub fn source(path: &Path) -> Option<&'static str> {
    let name = path.strip_prefix(FOLDER).ok()?;
    FILES.iter().find(|(known, _)| Path::new(known) == name).map(|(_, text)| *text)
}

/// Whether some of the files of LLVM IR declare a function that is here.
pub fn is_needed<'a>(mut texts: impl Iterator<Item = &'a str>) -> bool {
    let functions = functions();
    let declared =
        |line: &'a str| line.strip_prefix("declare ")?.split_once('@')?.1.split_once('(').map(|(name, _)| name);
    texts.any(|text| text.lines().filter_map(declared).any(|name| functions.contains(name)))
}

/// The functions that are here.
fn functions() -> BTreeSet<&'static str> {
    let definitions = FILES.iter().flat_map(|(_, text)| text.lines()).filter_map(|line| line.strip_prefix(MARK));
    let name = |definition: &'static str| definition.split_once('(')?.0.rsplit([' ', '*']).next();
    definitions.filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_needed_where_one_of_its_functions_is_declared() {
        assert!(is_needed(["declare i32 @abs(i32 noundef) #1", ""].into_iter()));
        assert!(is_needed(["", "\ndeclare noundef ptr @strtok_r(ptr, ptr, ptr)\n"].into_iter()));
        assert!(!is_needed(["define i32 @abs(i32 %0) {\ndeclare i32 @printf(ptr, ...)\n call @abs()"].into_iter()));
        assert!(functions().len() > 80, "{:?}", functions());
    }

    #[test]
    fn files_are_found_by_their_paths() {
        assert!(source(Path::new("/unhang/runtime/strings.c")).is_some_and(|text| text.contains("strstr")));
        assert_eq!(source(Path::new("strings.c")), None);
    }
}
