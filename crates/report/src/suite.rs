//! Programs that were checked one by one, with what came of each: what formats for many programs lay out.

use std::fmt;
use std::time::Duration;

use program::property::{Fairness, Property};

use crate::course::Course;
use crate::outcome::{Answer, Outcome};
use crate::words;

/// A question about a program, and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// The program: the names of its files.
    pub files: Vec<String>,
    /// What was asked.
    pub property: Property,
    /// Under which notion of fairness.
    pub fairness: Fairness,
    /// How long it took.
    pub time: Duration,
    /// What came of it.
    pub finding: Finding,
    /// What the program says should come of it, if it does.
    pub expected: Option<Expected>,
}

/// What comes of a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding {
    /// An answer, and the run if there is one.
    Answered(Box<Outcome>, Option<Box<Course>>),
    /// The question could not be asked: what is wrong with the input.
    WrongInput(String),
    /// The user stopped everything before there was an answer.
    Interrupted,
}

/// What a program says should come of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The property holds.
    Proved,
    /// It does not, and the counterexample is of this kind, if one is named.
    Refuted(Option<String>),
    /// It is not known, for the reason with this code, if one is named.
    Unknown(Option<String>),
    /// The input is wrong, and the message contains this text.
    Rejected(String),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, more) = match self {
            Expected::Proved => ("proved", None),
            Expected::Refuted(kind) => ("refuted", kind.as_deref()),
            Expected::Unknown(code) => ("unknown", code.as_deref()),
            Expected::Rejected(text) => ("rejected", Some(text.as_str()).filter(|text| !text.is_empty())),
        };
        match more {
            Some(more) => write!(f, "{word} {more}"),
            None => f.write_str(word),
        }
    }
}

/// How good what came of a question is. The best one comes first, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Proved, or as expected.
    Good,
    /// Not known, and nothing was expected.
    Unknown,
    /// Refuted, or not as expected.
    Bad,
    /// The input is wrong, and that was not expected.
    WrongInput,
}

impl Expected {
    /// Whether this is what came.
    pub fn is_met_by(&self, finding: &Finding) -> bool {
        match (self, finding) {
            (Expected::Rejected(text), Finding::WrongInput(message)) => message.contains(text),
            (expected, Finding::Answered(outcome, _)) => match (expected, outcome.word()) {
                (Expected::Proved, "proved") => true,
                (Expected::Refuted(kind), "refuted") => kind.is_none() || kind.as_deref() == outcome.kind(),
                (Expected::Unknown(code), "unknown") => code.is_none() || code.as_deref() == outcome.kind(),
                _ => false,
            },
            _ => false,
        }
    }
}

impl Checked {
    /// How good it is.
    pub fn grade(&self) -> Grade {
        match (&self.expected, &self.finding) {
            (_, Finding::Interrupted) => Grade::Unknown,
            (Some(expected), finding) if expected.is_met_by(finding) => Grade::Good,
            (_, Finding::WrongInput(_)) => Grade::WrongInput,
            (Some(_), Finding::Answered(..)) => Grade::Bad,
            (None, Finding::Answered(outcome, _)) => match outcome.word() {
                "proved" => Grade::Good,
                "unknown" => Grade::Unknown,
                _ => Grade::Bad,
            },
        }
    }

    /// The program's name.
    pub fn name(&self) -> String {
        self.files.join(", ")
    }

    /// The question in a few words.
    pub fn question(&self) -> String {
        match self.property {
            Property::Sections | Property::Exit => self.property.to_string(),
            _ => format!("{} {}", self.property, self.fairness),
        }
    }

    /// What came of it, in one line.
    pub fn headline(&self) -> String {
        match &self.finding {
            Finding::Answered(outcome, _) => words::headline(outcome),
            Finding::WrongInput(message) => message.lines().next().unwrap_or_default().to_owned(),
            Finding::Interrupted => "UNKNOWN: interrupted before there was an answer".to_owned(),
        }
    }

    /// What came of it, in a word or two.
    pub fn answer(&self) -> String {
        match &self.finding {
            Finding::Answered(outcome, _) => {
                outcome.kind().map_or(outcome.word().to_owned(), |kind| format!("{} {kind}", outcome.word()))
            }
            Finding::WrongInput(_) => "error".to_owned(),
            Finding::Interrupted => "unknown".to_owned(),
        }
    }

    /// What is wrong, if something else was expected.
    pub fn surprise(&self) -> Option<String> {
        let expected = self.expected.as_ref().filter(|expected| !expected.is_met_by(&self.finding))?;
        Some(format!("expected {expected}, got {}", self.answer()))
    }
}

/// How many answers there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Proofs.
    pub proved: usize,
    /// Counterexamples.
    pub refuted: usize,
    /// Questions without an answer.
    pub unknown: usize,
    /// Inputs that are wrong.
    pub errors: usize,
    /// Questions whose answers were expected.
    pub expected: usize,
    /// Questions with another answer than the expected one.
    pub surprises: usize,
}

impl Tally {
    /// What came of the questions.
    pub fn of(all: &[Checked]) -> Tally {
        let mut tally = Tally::default();
        for one in all {
            match &one.finding {
                Finding::Answered(outcome, _) => match outcome.answer {
                    Answer::Proved(_) => tally.proved += 1,
                    Answer::Unknown { .. } => tally.unknown += 1,
                    _ => tally.refuted += 1,
                },
                Finding::WrongInput(_) => tally.errors += 1,
                Finding::Interrupted => tally.unknown += 1,
            }
            tally.expected += usize::from(one.expected.is_some());
            tally.surprises += usize::from(one.surprise().is_some());
        }
        tally
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { proved, refuted, unknown, errors, expected, surprises } = self;
        write!(f, "{proved} proved, {refuted} refuted, {unknown} unknown")?;
        if *errors > 0 {
            write!(f, ", {errors} with wrong input")?;
        }
        match (*expected, *surprises) {
            (0, _) => Ok(()),
            (expected, 0) => write!(f, "; all {expected} expectations met"),
            (expected, surprises) => write!(f, "; {surprises} of {expected} expectations not met"),
        }
    }
}

/// The answers as a table, for people.
pub fn table(all: &[Checked]) -> String {
    let rows: Vec<[String; 4]> = all
        .iter()
        .map(|one| {
            let mark = match (one.grade(), &one.expected) {
                (Grade::Good, Some(_)) => "as expected".to_owned(),
                (_, Some(expected)) => format!("expected {expected}"),
                (_, None) => String::new(),
            };
            [one.name(), one.question(), one.answer(), mark]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let (name, question, answer) = (width(0), width(1), width(2));
    let row = |[one, two, three, four]: &[String; 4]| {
        format!("{}\n", format!("  {one:name$}  {two:question$}  {three:answer$}  {four}").trim_end())
    };
    format!("{}{}\n", rows.iter().map(row).collect::<String>(), Tally::of(all))
}
