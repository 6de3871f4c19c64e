//! Reading evidence files. Any text is read without a panic; what is not an evidence file gets an error with its line.

use program::ids::{EdgeId, NodeId, ProcId, SectionKindId, ThreadSlot};
use program::property::{Fairness, Property, Question};
use program::text::counted;

use crate::certificate::Certificate;
use crate::counterexample::{
    Choice, Closing, Counterexample, Lasso, Lost, Motion, Parameter, SectionIdentity, SectionInstance, Step, Trap,
};
use crate::format::{
    Assertions, Claim, EvidenceFile, FIRST_WORDS, FormatError, Overflow, Reading, Source, Spurious, VERSION, modular,
    ranked, value,
};

/// What is said where a file ends before its time.
const CUT_OFF: &str = "the file ends here and was perhaps cut off";

/// What the text says.
pub fn read(text: &str) -> Result<EvidenceFile, FormatError> {
    let mut lines = Lines { rest: text.lines().enumerate().peekable(), line: 0 };
    let file = lines.file();
    file.map_err(|what| FormatError { line: lines.line, what })
}

/// The lines that mean something, and the number of the one last looked at.
struct Lines<'a> {
    rest: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    line: usize,
}

impl<'a> Lines<'a> {
    fn file(&mut self) -> Result<EvidenceFile, String> {
        self.version()?;
        let property: Property = unescaped(self.field("property")?)?.parse()?;
        let fairness: Fairness = self.field("fairness")?.parse()?;
        let reading = self.reading()?;
        let mut sources = Vec::new();
        while let Some(source) = self.optional_field("source") {
            sources.push(read_source(source)?);
        }
        let claim = self.claim()?;
        match self.next() {
            Some("end") => {}
            Some(_) => return Err("expected `end`".to_owned()),
            None => return Err(format!("expected `end`: {CUT_OFF}")),
        }
        match self.next() {
            None => Ok(EvidenceFile { question: Question { property, fairness }, reading, sources, claim }),
            Some(_) => Err("there is more after `end`".to_owned()),
        }
    }

    fn reading(&mut self) -> Result<Reading, String> {
        let entry = self.optional_field("entry").map(unescaped).transpose()?;
        let arguments = self.fields("argument")?;
        let pure = self.fields("pure")?;
        let overflow = if self.says("no-overflow") { Overflow::LeftOut } else { Overflow::Kept };
        let assertions = if self.says("assertions-hold") { Assertions::LeftOut } else { Assertions::Kept };
        let spurious = if self.says("no-spurious") { Spurious::LeftOut } else { Spurious::Kept };
        let sections = self.optional_field("sections").map(unescaped).transpose()?;
        let flags = self.fields("flag")?;
        Ok(Reading { entry, arguments, pure, overflow, assertions, spurious, sections, flags })
    }

    /// Whether the next line is this word, which is gone then.
    fn says(&mut self, word: &str) -> bool {
        let is_there = self.peek() == Some(word);
        if is_there {
            self.next();
        }
        is_there
    }

    fn version(&mut self) -> Result<(), String> {
        let version = self.next().and_then(|line| line.strip_prefix(FIRST_WORDS));
        let version = version.ok_or("this is not an evidence file: it should start with `unhang evidence`")?;
        if version.parse() == Ok(VERSION) {
            Ok(())
        } else {
            let version = Cursor { rest: version }.excerpt();
            Err(format!("this is version `{version}` of the format, and only version {VERSION} can be read"))
        }
    }

    fn claim(&mut self) -> Result<Claim, String> {
        let line = self.next().ok_or_else(|| format!("the evidence is missing: {CUT_OFF}"))?;
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let refuted = match kind {
            "exploration" => {
                let states = rest.parse().map_err(|_| format!("`{rest}` is not a number of states"))?;
                return Ok(Claim::Proved(Certificate::Exploration { states }));
            }
            "ranked" => {
                let mut next = || self.next().ok_or_else(|| format!("the proof is not complete: {CUT_OFF}"));
                return Ok(Claim::Proved(Certificate::Ranked(Box::new(ranked::read(rest, &mut next)?))));
            }
            "modular" => {
                let mut next = || self.next().ok_or_else(|| format!("the proof is not complete: {CUT_OFF}"));
                return Ok(Claim::Proved(Certificate::Modular(Box::new(modular::read(rest, &mut next)?))));
            }
            "lasso" => {
                let closing = read_closing(rest)?;
                let stem = self.steps("stem")?;
                Counterexample::Lasso(Lasso { stem, cycle: self.steps("cycle")?, closing })
            }
            "deadlock" => Counterexample::Deadlock(self.steps("steps")?),
            "failure" => Counterexample::Failure(self.steps("steps")?),
            "trap" => {
                let lost = read_lost(rest)?;
                Counterexample::Trap(Trap { steps: self.steps("steps")?, lost })
            }
            _ => return Err("expected lasso, deadlock, trap, failure, exploration, ranked or modular".to_owned()),
        };
        Ok(Claim::Refuted(refuted))
    }

    fn steps(&mut self, title: &str) -> Result<Vec<Step>, String> {
        let count = self.field(title)?;
        let count: u64 = count.parse().map_err(|_| format!("`{count}` is not a number of steps"))?;
        let mut steps = Vec::new();
        for _ in 0..count {
            let line = self.next().ok_or_else(|| format!("a step is missing: {CUT_OFF}"))?;
            if line == "end" {
                return Err(format!("a step is missing: there should be {}", counted(count, "step")));
            }
            steps.push(read_step(line)?);
        }
        Ok(steps)
    }

    /// The rest of the next line, which must start with the name.
    fn field(&mut self, name: &str) -> Result<&'a str, String> {
        self.optional_field(name).ok_or_else(|| match self.next() {
            Some(_) => format!("expected a line that starts with `{name}`"),
            None => format!("expected a line that starts with `{name}`: {CUT_OFF}"),
        })
    }

    /// The rest of each line from here on that starts with the name.
    fn fields(&mut self, name: &str) -> Result<Vec<String>, String> {
        std::iter::from_fn(|| self.optional_field(name)).map(unescaped).collect()
    }

    fn optional_field(&mut self, name: &str) -> Option<&'a str> {
        let rest = self.peek()?.strip_prefix(name)?.strip_prefix(' ')?;
        self.next();
        Some(rest)
    }

    fn next(&mut self) -> Option<&'a str> {
        let found = self.peek();
        match self.rest.next() {
            Some((index, _)) => self.line = index + 1,
            None => self.line += 1,
        }
        found
    }

    fn peek(&mut self) -> Option<&'a str> {
        let means_nothing = |line: &str| line.is_empty() || line.starts_with('#');
        while self.rest.next_if(|(_, line)| means_nothing(line)).is_some() {}
        self.rest.peek().map(|(_, line)| *line)
    }
}

/// Undoes what writing does to names.
fn unescaped(name: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut characters = name.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        text.push(match characters.next() {
            Some('\\') => '\\',
            Some('n') => '\n',
            Some('r') => '\r',
            _ => return Err("a backslash must be followed by `\\`, `n` or `r`".to_owned()),
        });
    }
    Ok(text)
}

fn read_source(line: &str) -> Result<Source, String> {
    let (hash, name) = line.split_once(' ').ok_or("expected a hash and a file's name")?;
    let hash = u64::from_str_radix(hash, 16).map_err(|_| format!("`{hash}` is not a hash"))?;
    Ok(Source { name: unescaped(name)?, hash })
}

fn read_closing(text: &str) -> Result<Closing, String> {
    match text {
        "same-state" => return Ok(Closing::SameState),
        "same-up-to-heap-names" => return Ok(Closing::SameUpToHeapNames),
        "keyframe" => return Ok(Closing::Keyframe),
        _ => {}
    }
    let mut cursor = Cursor { rest: text };
    if !cursor.take("growing") {
        return Err("expected same-state, same-up-to-heap-names, keyframe or growing".to_owned());
    }
    let mut parameters = Vec::new();
    while cursor.take(" ") {
        let first = value::parsed(cursor.signed_digits()?)?;
        cursor.expect(" ")?;
        parameters.push(Parameter { first, next: value::read_polynomial(&mut cursor)? });
    }
    cursor.end()?;
    Ok(Closing::Growing(parameters))
}

fn read_step(line: &str) -> Result<Step, String> {
    let mut cursor = Cursor { rest: line };
    let thread = ThreadSlot(cursor.id("t")?);
    cursor.expect(" ")?;
    let motion = if cursor.take("return") { Motion::Return } else { Motion::Edge(EdgeId(cursor.id("e")?)) };
    let mut choices = Vec::new();
    while cursor.take(" ") {
        let is_thread = cursor.rest.starts_with('t') && !cursor.rest.starts_with("true");
        choices.push(match is_thread {
            true => Choice::Thread(ThreadSlot(cursor.id("t")?)),
            false => Choice::Value(value::read(&mut cursor)?),
        });
    }
    cursor.end()?;
    Ok(Step { thread, motion, choices })
}

fn read_lost(line: &str) -> Result<Lost, String> {
    if line == "end" {
        return Ok(Lost::End);
    }
    let mut cursor = Cursor { rest: line };
    cursor.expect("section ")?;
    let thread = ThreadSlot(cursor.id("t")?);
    cursor.expect(" ")?;
    let identity = read_section(&mut cursor)?;
    cursor.end()?;
    Ok(Lost::Section(SectionInstance { thread, identity }))
}

fn read_section(cursor: &mut Cursor<'_>) -> Result<SectionIdentity, String> {
    match cursor.word() {
        "opened" => {
            cursor.expect(" ")?;
            let kind = SectionKindId(cursor.id("k")?);
            cursor.expect(" place ")?;
            Ok(SectionIdentity::Opened { kind, place: cursor.number()? })
        }
        "node" => {
            cursor.expect(" depth ")?;
            let depth = cursor.number()?;
            cursor.expect(" ")?;
            let procedure = ProcId(cursor.id("p")?);
            cursor.expect(" ")?;
            Ok(SectionIdentity::Node { depth, procedure, node: NodeId(cursor.id("n")?) })
        }
        "call" => {
            cursor.expect(" depth ")?;
            let depth = cursor.number()?;
            cursor.expect(" ")?;
            Ok(SectionIdentity::Call { depth, procedure: ProcId(cursor.id("p")?) })
        }
        _ => Err("expected opened, node or call".to_owned()),
    }
}

/// A line being read from left to right.
pub(super) struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Steps over the text if it comes next.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let after = self.rest.strip_prefix(text);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Steps over the text, which must come next.
    pub(super) fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.take(text) { Ok(()) } else { Err(format!("expected `{text}` {}", self.here())) }
    }

    /// The letters that come next; maybe none.
    pub(super) fn word(&mut self) -> &'a str {
        self.split(|character| character.is_ascii_lowercase())
    }

    /// The digits that come next, with a sign before them, if there is one.
    pub(super) fn signed_digits(&mut self) -> Result<&'a str, String> {
        let before = self.rest;
        let sign = usize::from(self.take("-") || self.take("+"));
        let digits = self.split(|character| character.is_ascii_digit());
        if digits.is_empty() {
            Err(format!("expected a value {}", Cursor { rest: before }.here()))
        } else {
            Ok(&before[..sign + digits.len()])
        }
    }

    /// The number that comes next.
    pub(super) fn number(&mut self) -> Result<u32, String> {
        let digits = self.split(|character| character.is_ascii_digit());
        digits.parse().map_err(|_| match digits {
            "" => format!("expected a number {}", self.here()),
            _ => format!("expected a number below 2^32, found `{digits}`"),
        })
    }

    /// The prefix and the number behind it.
    fn id(&mut self, prefix: &str) -> Result<u32, String> {
        self.expect(prefix)?;
        self.number()
    }

    fn end(&self) -> Result<(), String> {
        if self.rest.is_empty() { Ok(()) } else { Err(format!("there is more than expected: `{}`", self.excerpt())) }
    }

    fn split(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest.find(|character| !belongs(character)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Where the reading stands.
    fn here(&self) -> String {
        if self.rest.is_empty() { "at the end of the line".to_owned() } else { format!("at `{}`", self.excerpt()) }
    }

    fn excerpt(&self) -> String {
        self.rest.chars().take(20).flat_map(char::escape_debug).collect()
    }
}
