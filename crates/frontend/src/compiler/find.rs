//! Finding clang among the programs that there are.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Compiler, Error, run};

/// How the names of all programs begin that could be clang.
pub const NAME: &str = "clang";

/// The oldest version whose LLVM IR is read.
pub const OLDEST: u32 = 14;

/// The program that was asked for; else `clang`; else the newest `clang-N`. One that is too old is passed over for a newer one.
///
/// `programs` are those on the path whose names begin with [`NAME`], first those that come first there.
pub fn find(given: Option<&Path>, programs: &[PathBuf], is_over: &dyn Fn() -> bool) -> Result<Compiler, Error> {
    let candidates = given.map_or_else(|| candidates(programs), |path| vec![path.to_owned()]);
    let mut first_error = None;
    for path in candidates {
        match check(&path, is_over) {
            Ok(()) => return Ok(Compiler { path }),
            Err(Error::Stopped) => return Err(Error::Stopped),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or(Error::Missing))
}

/// The programs that are clang by their names, best first. Others, as `clang-format-19`, are not.
fn candidates(programs: &[PathBuf]) -> Vec<PathBuf> {
    let rank = |path: &PathBuf| {
        let rest = path.file_name()?.to_str()?.strip_prefix(NAME)?;
        if rest.is_empty() { Some(u32::MAX) } else { rest.strip_prefix('-')?.parse().ok() }
    };
    let mut ranked: Vec<(u32, &PathBuf)> = programs.iter().filter_map(|path| Some((rank(path)?, path))).collect();
    // The sort is stable: of programs with the same name the first one on the path stays first.
    ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    ranked.into_iter().map(|(_, path)| path.clone()).collect()
}

fn check(path: &Path, is_over: &dyn Fn() -> bool) -> Result<(), Error> {
    let output = run::run(Command::new(path).arg("--version"), path, None, is_over)?;
    let (path, says) = (path.to_owned(), output.text.lines().next().unwrap_or_default().trim().to_owned());
    let Some(version) = version(&says) else { return Err(Error::Another { path, says }) };
    let is_recent =
        version.split('.').next().and_then(|major| major.parse().ok()).is_some_and(|major: u32| major >= OLDEST);
    if is_recent { Ok(()) } else { Err(Error::Old { path, version: version.to_owned() }) }
}

/// The version in a line such as `Debian clang version 19.1.7 (3~deb12u1)`.
fn version(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("clang version ")?;
    let end = rest.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(rest.len());
    Some(&rest[..end]).filter(|version| !version.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(version("Debian clang version 19.1.7 (3~deb12u1)"), Some("19.1.7"));
        assert_eq!(version("clang version 14"), Some("14"));
        assert_eq!(version("gcc (Debian 12.2.0-14) 12.2.0"), None);
    }

    #[test]
    fn the_plain_name_comes_first_and_then_the_newest() {
        let names =
            ["a/clang-14", "a/clang-format-19", "a/clang-9", "b/clang-19", "b/clang", "c/clang", "c/clang++-20"];
        let found = candidates(&names.map(PathBuf::from));
        assert_eq!(found, ["b/clang", "c/clang", "b/clang-19", "a/clang-14", "a/clang-9"].map(PathBuf::from));
    }

    #[test]
    fn nothing_is_found_among_nothing() {
        assert_eq!(find(None, &[], &|| false), Err(Error::Missing));
        let missing = find(Some(Path::new("./no/such/clang")), &[], &|| false);
        assert!(matches!(missing, Err(Error::NotStarted { .. })), "{missing:?}");
    }
}
