//! Archives in the format that POSIX calls `ustar`, in which nothing depends on when and by whom they are made.

use anyhow::{Result, ensure};

/// Everything in the archive is as old as the oldest time that all formats know: the first of January 1980.
const TIME: u64 = 315_532_800;

/// Archives consist of blocks of this size.
const BLOCK: usize = 512;

/// A file in an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its path, with slashes.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Whether it can be run.
    pub is_program: bool,
}

/// The archive of the files, in the order of their paths.
pub fn write(mut entries: Vec<Entry>) -> Result<Vec<u8>> {
    entries.sort_by(|first, second| first.path.cmp(&second.path));
    let mut archive = Vec::new();
    for entry in &entries {
        archive.extend(header(entry)?);
        archive.extend(&entry.bytes);
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
    }
    // Two empty blocks are the end.
    archive.resize(archive.len() + 2 * BLOCK, 0);
    Ok(archive)
}

fn header(entry: &Entry) -> Result<Vec<u8>> {
    ensure!(entry.path.len() <= 100, "{} is too long a path for an archive", entry.path);
    let mode = if entry.is_program { 0o755 } else { 0o644 };
    let number = |value: u64, width: usize| format!("{value:0width$o}\0");
    let mut header = vec![0; BLOCK];
    let mut put = |place: usize, text: &str| header[place..place + text.len()].copy_from_slice(text.as_bytes());
    put(0, &entry.path);
    put(100, &number(mode, 7));
    put(108, &number(0, 7));
    put(116, &number(0, 7));
    put(124, &number(entry.bytes.len() as u64, 11));
    put(136, &number(TIME, 11));
    // The sum is formed with blanks in its place.
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\0");
    put(263, "00");
    put(265, "root");
    put(297, "root");
    let sum: u64 = header.iter().map(|byte| u64::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::*;

    fn entry(path: &str, text: &str, is_program: bool) -> Entry {
        Entry { path: path.to_owned(), bytes: text.as_bytes().to_vec(), is_program }
    }

    #[test]
    fn others_read_what_is_written() {
        let archive = write(vec![entry("b/two", "22", false), entry("a", &"x".repeat(600), true)]).unwrap();
        let mut tar = Command::new("tar");
        tar.args(["tvf", "-", "--numeric-owner", "--full-time", "--utc"]);
        tar.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = tar.spawn().unwrap();
        child.stdin.take().unwrap().write_all(&archive).unwrap();
        let listed = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let words: Vec<Vec<&str>> = listed.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[0], ["-rwxr-xr-x", "0/0", "600", "1980-01-01", "00:00:00", "a"]);
        assert_eq!(words[1], ["-rw-r--r--", "0/0", "2", "1980-01-01", "00:00:00", "b/two"]);
    }

    #[test]
    fn the_order_in_which_files_are_found_makes_no_difference() {
        let (one, two) = (entry("one", "1", false), entry("two", "2", false));
        assert_eq!(write(vec![one.clone(), two.clone()]).unwrap(), write(vec![two, one]).unwrap());
        assert!(write(vec![entry(&"long/".repeat(30), "", false)]).is_err());
    }
}
