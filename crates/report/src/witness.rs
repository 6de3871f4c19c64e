//! Witnesses in the YAML format of SV-COMP, version 2.1: for runs that never end or that fail, and, as far as the format goes, for proofs.
//!
//! The format was made for programs with one thread. A run of several is told as the places that its steps come to, in their order, without
//! the values of variables, which are those of the model; which thread steps stands in comments only. A deadlock has no place in it, nor has a point
//! of no return. The certificates for proofs, explored states and ranking functions over several threads, have none either: such a
//! witness has no invariants, and says in comments what the proof rests on. `docs/WITNESS.md` says more.

use std::fmt::Write;

use program::property::Property;

use crate::course::{Course, End, Stage};
use crate::outcome::{Answer, Outcome, Place, Proof};

/// What is known of the circumstances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circumstances {
    /// The files of the program, each with the SHA-256 of its contents.
    pub files: Vec<(String, String)>,
    /// When the witness is made, as ISO 8601 has it.
    pub time: String,
    /// The version of the tool.
    pub version: String,
}

/// The condition that always holds. What the run knows of variables are values of the model: a thread is a small number there, and
/// nothing says of which type of C a variable is. So the places are told, and no values.
const ANYTHING: &str = "1";

const TERMINATION: &str = "CHECK( init(main()), LTL(F end) )";
const UNREACHABLE: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )";

/// The witness, or why the format has none for the answer. A hash of texts makes the identifier.
pub fn write(
    outcome: &Outcome,
    course: Option<&Course>,
    circumstances: &Circumstances,
    hash: &dyn Fn(&str) -> String,
) -> Result<String, String> {
    let is_termination = matches!(outcome.property, Property::Finish | Property::Terminate);
    let (kind, specification, content) = match (&outcome.answer, course) {
        (Answer::Lasso { .. }, Some(course)) if is_termination => {
            ("violation_sequence", TERMINATION, violation(course, circumstances))
        }
        (Answer::Failure { place, what, .. }, Some(course)) if what.contains("assertion") || what.contains("error") => {
            ("violation_sequence", UNREACHABLE, failure(course, place.as_ref(), circumstances))
        }
        (Answer::Proved(proof), _) if is_termination => ("invariant_set", TERMINATION, without_invariants(proof)),
        (Answer::Proved(_) | Answer::Lasso { .. }, _) => {
            return Err(format!("the property `{}`", outcome.property));
        }
        (Answer::Deadlock { .. }, _) => return Err("deadlocks".to_owned()),
        (Answer::Trap { .. }, _) => return Err("points of no return".to_owned()),
        (Answer::Failure { .. }, _) => return Err("failures of this kind".to_owned()),
        (Answer::Unknown { .. }, _) => return Err("answers that are not known".to_owned()),
    };
    let mut text = format!("- entry_type: {}\n", quoted(kind));
    metadata(&mut text, specification, &content, circumstances, hash);
    text.push_str(&content);
    Ok(text)
}

fn metadata(
    text: &mut String,
    specification: &str,
    content: &str,
    circumstances: &Circumstances,
    hash: &dyn Fn(&str) -> String,
) {
    let Circumstances { files, time, version } = circumstances;
    let mut lines = vec![
        "  metadata:".to_owned(),
        format!("    format_version: {}", quoted("2.1")),
        format!("    uuid: {}", quoted(&identifier(&hash(&format!("{files:?}{specification}{content}"))))),
        format!("    creation_time: {}", quoted(time)),
        "    producer:".to_owned(),
        format!("      name: {}", quoted("unhang")),
        format!("      version: {}", quoted(version)),
        "    task:".to_owned(),
        "      input_files:".to_owned(),
    ];
    lines.extend(files.iter().map(|(name, _)| format!("      - {}", quoted(name))));
    lines.push("      input_file_hashes:".to_owned());
    lines.extend(files.iter().map(|(name, hash)| format!("        {}: {}", quoted(name), quoted(hash))));
    lines.push(format!("      specification: {}", quoted(specification)));
    lines.push(format!("      data_model: {}", quoted("LP64")));
    lines.push(format!("      language: {}", quoted("C")));
    text.push_str(&lines.join("\n"));
    text.push('\n');
}

/// An identifier made of a hash in hexadecimal digits, with the marks of version 8: made in a way of one's own.
fn identifier(hash: &str) -> String {
    let digits: String = hash.chars().chain("0".repeat(32).chars()).take(32).collect();
    format!("{}-{}-8{}-8{}-{}", &digits[..8], &digits[8..12], &digits[13..16], &digits[17..20], &digits[20..32])
}

/// The stem is followed, and the cycle is repeated; it begins with what holds each time.
fn violation(course: &Course, circumstances: &Circumstances) -> String {
    let mut page = Page { text: "  content:\n".to_owned(), circumstances };
    page.way(&course.way);
    let End::Cycle { steps, .. } = &course.end else { return page.text };
    let mut kind = "recurrence_condition";
    for stage in steps {
        if page.waypoint(kind, "cycle", stage) {
            kind = "assumption";
        }
    }
    page.text
}

fn failure(course: &Course, place: Option<&Place>, circumstances: &Circumstances) -> String {
    let mut page = Page { text: "  content:\n".to_owned(), circumstances };
    let last = course.way.len().saturating_sub(1);
    page.way(&course.way[..last]);
    if let (Some(stage), Some(place)) = (course.way.last(), place) {
        page.segment("target", "follow", place, stage, None);
    }
    page.text
}

/// No invariant: what the proof rests on is said where people read it.
fn without_invariants(proof: &Proof) -> String {
    let why = match proof {
        Proof::States(states) => vec![format!("proved by exploring all {states} states, without invariants")],
        Proof::Ranks(ranks) | Proof::Threads { ranks, .. } => {
            let mut lines = vec!["proved by ranking functions, for which the format has no place:".to_owned()];
            lines.extend(ranks.iter().map(|rank| format!("  {}", rank.function)));
            lines
        }
    };
    let comments: String = why.iter().map(|line| format!("  # {line}\n")).collect();
    format!("{comments}  content: []\n")
}

struct Page<'a> {
    text: String,
    circumstances: &'a Circumstances,
}

impl Page<'_> {
    fn way(&mut self, stages: &[Stage]) {
        for stage in stages {
            self.waypoint("assumption", "follow", stage);
        }
    }

    /// The place that the step comes to, if it is in one of the files.
    fn waypoint(&mut self, kind: &str, action: &str, stage: &Stage) -> bool {
        let is_known = |place: &&Place| self.circumstances.files.iter().any(|(name, _)| *name == place.file);
        let Some(place) = stage.moment.place.as_ref().filter(is_known) else { return false };
        let place = place.clone();
        self.segment(kind, action, &place, stage, Some(ANYTHING));
        true
    }

    fn segment(&mut self, kind: &str, action: &str, place: &Place, stage: &Stage, constraint: Option<&str>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "  # {}: {}", stage.moment.thread, stage.moment.statement.replace('\n', " "));
        let mut lines = vec![
            "  - segment:".to_owned(),
            "    - waypoint:".to_owned(),
            format!("        type: {}", quoted(kind)),
            format!("        action: {}", quoted(action)),
        ];
        if let Some(constraint) = constraint {
            lines.push("        constraint:".to_owned());
            lines.push(format!("          value: {}", quoted(constraint)));
            lines.push(format!("          format: {}", quoted("c_expression")));
        }
        lines.push("        location:".to_owned());
        lines.push(format!("          file_name: {}", quoted(&place.file)));
        lines.push(format!("          line: {}", place.line));
        if place.column > 0 {
            lines.push(format!("          column: {}", place.column));
        }
        lines.extend(stage.calls.last().map(|function| format!("          function: {}", quoted(function))));
        self.text.push_str(&lines.join("\n"));
        self.text.push('\n');
    }
}

/// The text as YAML has it; what JSON says is said the same way there.
fn quoted(text: &str) -> String {
    serde_json::Value::String(text.to_owned()).to_string()
}
