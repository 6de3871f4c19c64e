//! The run as a table, which is part of the program that follows it.

use std::collections::BTreeMap;
use std::fmt::Write;

/// What happens, and in which order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Events before the cycle.
    pub stem: Vec<Event>,
    /// Events that are repeated for ever.
    pub cycle: Vec<Event>,
    /// The numbers of threads that take no part in the cycle though they could.
    pub held: Vec<u32>,
}

/// Something that other threads notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Whose, by the order of creation.
    pub thread: u32,
    /// What.
    pub what: What,
    /// What a call returns.
    pub value: i64,
}

/// What a thread does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// It looks at memory, or changes it.
    Access(Access),
    /// It calls a function of a family that is one of [`OPERATIONS`].
    Call(&'static str),
}

/// An access to memory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Access {
    /// The file, as debug information names it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// Whether memory is looked at.
    pub reads: bool,
    /// Whether it is changed.
    pub writes: bool,
}

/// The families of functions, in the order of `enum unhang_operation`.
pub const OPERATIONS: &[&str] = &[
    "an access to memory",
    "lock",
    "try lock",
    "timed lock",
    "unlock",
    "read lock",
    "write lock",
    "try read lock",
    "try write lock",
    "unlock shared",
    "spin lock",
    "try spin lock",
    "spin unlock",
    "semaphore wait",
    "semaphore try",
    "semaphore timed",
    "semaphore post",
    "wait",
    "timed wait",
    "woken",
    "signal",
    "broadcast",
    "barrier",
    "create",
    "join",
    "cancel",
    "futex wait",
    "futex wake",
    "random",
    "choice",
];

/// Threads have numbers below this; the same number is in `scheduler.c`.
const THREADS: u32 = 128;

/// The places of accesses in a table, each with its number. An access that reads and writes is found by whoever does either.
pub(super) struct Places {
    numbers: BTreeMap<Access, usize>,
}

impl Places {
    pub(super) fn of(table: &Table) -> Places {
        let mut numbers = BTreeMap::new();
        for event in table.stem.iter().chain(&table.cycle) {
            if let What::Access(access) = &event.what {
                let next = numbers.len();
                numbers.entry(access.clone()).or_insert(next);
            }
        }
        Places { numbers }
    }

    /// The number of the place where an instruction stands that does this.
    pub(super) fn number(&self, file: &str, line: u32, column: u32, reads: bool, writes: bool) -> Option<usize> {
        let known = |reads, writes| self.exact(file, line, column, reads, writes);
        known(reads, writes).or_else(|| known(true, true))
    }

    /// The number of the place where the run does exactly this.
    pub(super) fn exact(&self, file: &str, line: u32, column: u32, reads: bool, writes: bool) -> Option<usize> {
        self.numbers.get(&Access { file: file.to_owned(), line, column, reads, writes }).copied()
    }

    fn name(access: &Access) -> String {
        let what = match (access.reads, access.writes) {
            (true, false) => "the read",
            (false, true) => "the write",
            _ => "the access",
        };
        format!("{what} at {}:{}:{}", access.file, access.line, access.column)
    }
}

/// The table in C; `lines` are the user's lines in the order of their numbers.
pub(super) fn text(table: &Table, places: &Places, lines: &[String]) -> String {
    let mut text = String::from("const struct unhang_event unhang_events[] = {\n");
    for Event { thread, what, value } in table.stem.iter().chain(&table.cycle) {
        let (operation, place) = match what {
            What::Access(access) => (0, places.numbers.get(access).copied().unwrap_or_default()),
            What::Call(family) => (OPERATIONS.iter().position(|name| name == family).unwrap_or_default(), 0),
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {{{thread}, {operation}, {place}, {value}}},");
    }
    text.push_str("  {-1, 0, 0, 0},\n};\n");
    let (stem, cycle) = (table.stem.len(), table.cycle.len());
    let _ = writeln!(text, "const uint64_t unhang_stem = {stem}, unhang_cycle = {cycle};");
    let held: Vec<&str> = (0..THREADS).map(|thread| if table.held.contains(&thread) { "1" } else { "0" }).collect();
    let _ = writeln!(text, "const char unhang_held[] = {{{}}};", held.join(", "));
    let mut named: Vec<(&usize, String)> =
        places.numbers.iter().map(|(access, number)| (number, Places::name(access))).collect();
    named.sort();
    list(&mut text, "unhang_places", named.iter().map(|(_, name)| name.as_str()));
    list(&mut text, "unhang_lines", lines.iter().map(String::as_str));
    list(&mut text, "unhang_operations", OPERATIONS.iter().copied());
    text
}

fn list<'a>(text: &mut String, name: &str, items: impl Iterator<Item = &'a str>) {
    let _ = writeln!(text, "const char *const {name}[] = {{");
    for item in items {
        let _ = writeln!(text, "  {},", quoted(item));
    }
    text.push_str("  0,\n};\n");
}

/// A string literal of C.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => quoted.extend(['\\', char::from(byte)]),
            b' '..=b'~' => quoted.push(char::from(byte)),
            _ => quoted.push_str(&format!("\\{byte:03o}")),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `schedule.h` lists, by the names that the table has for it.
    fn listed() -> Vec<String> {
        let header = include_str!("../../reproduction/schedule.h");
        let lines = header.lines().filter_map(|line| line.trim().strip_prefix("UNHANG_")?.strip_suffix(','));
        lines.map(|name| name.to_lowercase().replace('_', " ")).collect()
    }

    #[test]
    fn the_header_lists_the_same_operations() {
        assert_eq!(listed()[1..], OPERATIONS[1..]);
    }

    #[test]
    fn places_are_found_by_what_instructions_do() {
        let access = |reads, writes| Access { file: "a.c".into(), line: 3, column: 5, reads, writes };
        let event = |access| Event { thread: 1, what: What::Access(access), value: 0 };
        let both = Table { stem: vec![event(access(true, true))], cycle: Vec::new(), held: Vec::new() };
        assert_eq!(Places::of(&both).number("a.c", 3, 5, true, false), Some(0));
        let read = Table { stem: vec![event(access(true, false))], cycle: Vec::new(), held: Vec::new() };
        assert_eq!(Places::of(&read).number("a.c", 3, 5, false, true), None);
        assert_eq!(Places::of(&read).number("a.c", 3, 5, true, false), Some(0));
    }

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted("a\"b\\c?\n"), "\"a\\\"b\\\\c\\?\\012\"");
    }
}
