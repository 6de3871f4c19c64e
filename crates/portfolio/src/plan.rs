//! Plans: which engines work, when they start, and for which programs. They are kept in `plans.txt`, where their form is explained.

use std::time::Duration;

use crate::profile::{Profile, is_word};

/// The file with all plans.
const TEXT: &str = include_str!("plans.txt");

/// Users can keep so many plans apart, and no more.
const MOST_PLANS: usize = 5;

/// The plan that is used if nothing is said.
pub const DEFAULT: &str = "default";

/// A plan as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it is for, in one sentence.
    pub says: &'a str,
    /// Its engines, in order.
    pub(crate) lines: Vec<Line>,
}

/// An engine of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) engine: String,
    pub(crate) start: Start,
    pub(crate) time: Time,
    pub(crate) effort: Effort,
    /// Of each group one word has to be true.
    pub(crate) conditions: Vec<Vec<String>>,
}

/// When an engine starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// After so much time.
    At(Duration),
    /// When all before it have given up.
    InTurn,
}

/// How much of the time an engine may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Time {
    All,
    HalfOfTheRest,
}

/// Whether an engine that could go on for ever does so. Who did not choose it wants to know soon that nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    Ordinary,
    ToTheEnd,
}

impl Line {
    /// Whether the engine is one for such questions.
    pub(crate) fn fits(&self, profile: &Profile) -> bool {
        self.conditions.iter().all(|group| group.iter().any(|word| profile.has(word)))
    }
}

/// All plans, in the order of the file.
pub fn all() -> Vec<Written<'static>> {
    let is_engine = |name: &str| crate::select::names().any(|known| known == name);
    read(TEXT, &is_engine).expect("a test makes sure that the file is right")
}

/// The plans in the text; fails with the number of the line that is wrong.
fn read<'a>(text: &'a str, is_engine: &dyn Fn(&str) -> bool) -> Result<Vec<Written<'a>>, String> {
    let mut plans: Vec<Written<'a>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = |why: String| format!("line {}: {why}", index + 1);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(heading) = line.strip_prefix("plan ") {
            let (name, says) =
                heading.split_once(':').ok_or_else(|| wrong("a plan is `plan NAME: SENTENCE`".to_owned()))?;
            let (name, says) = (name.trim(), says.trim());
            if name.is_empty() || says.is_empty() || plans.iter().any(|plan| plan.name == name) {
                return Err(wrong("a plan has a name of its own and a sentence".to_owned()));
            }
            plans.push(Written { name, says, lines: Vec::new() });
            continue;
        }
        let Some(plan) = plans.last_mut() else { return Err(wrong("an engine belongs to a plan".to_owned())) };
        plan.lines.push(engine_line(line, is_engine).map_err(wrong)?);
    }
    if let Some(plan) = plans.iter().find(|plan| plan.lines.is_empty()) {
        return Err(format!("the plan `{}` has no engine", plan.name));
    }
    if plans.len() > MOST_PLANS || !plans.iter().any(|plan| plan.name == DEFAULT) {
        return Err(format!("there are at most {MOST_PLANS} plans, and one of them is `{DEFAULT}`"));
    }
    Ok(plans)
}

fn engine_line(line: &str, is_engine: &dyn Fn(&str) -> bool) -> Result<Line, String> {
    let mut words = line.split_whitespace().peekable();
    let engine = words.next().unwrap_or_default().to_owned();
    if !is_engine(&engine) {
        return Err(format!("there is no engine `{engine}`"));
    }
    let start = match words.next() {
        Some("at") => Start::At(time(words.next().unwrap_or_default())?),
        Some("in-turn") => Start::InTurn,
        other => return Err(format!("`{}`: expected `at TIME` or `in-turn`", other.unwrap_or_default())),
    };
    let time = if words.next_if_eq(&"half").is_some() { Time::HalfOfTheRest } else { Time::All };
    let effort = if words.next_if_eq(&"to-the-end").is_some() { Effort::ToTheEnd } else { Effort::Ordinary };
    let conditions: Vec<Vec<String>> = match words.next() {
        None => Vec::new(),
        Some("if") => words.map(|group| group.split('|').map(str::to_owned).collect()).collect(),
        Some(other) => return Err(format!("`{other}`: expected `half`, `to-the-end` or `if`, in this order")),
    };
    match conditions.iter().flatten().find(|word| !is_word(word)) {
        Some(word) => Err(format!("`{word}` is nothing that a question is known by")),
        None => Ok(Line { engine, start, time, effort, conditions }),
    }
}

/// `250ms` or `2s`.
fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time such as 250ms or 2s");
    let (digits, unit) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1),
        None => (text.strip_suffix('s').ok_or_else(wrong)?, 1000),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(unit).map(Duration::from_millis).ok_or_else(wrong)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read_with_any_engine(text: &str) -> Result<Vec<Written<'_>>, String> {
        read(text, &|name| name == "a" || name == "b")
    }

    #[test]
    fn the_file_is_right() {
        let plans = read(TEXT, &|name| crate::select::names().any(|known| known == name)).unwrap();
        assert_eq!(plans[0].name, DEFAULT);
        let engines: Vec<&str> = crate::select::names().collect();
        let of_default = |engine: &&str| plans[0].lines.iter().any(|line| line.engine == **engine);
        assert!(engines.iter().all(of_default), "every engine is of use in some program");
    }

    #[test]
    fn lines_say_what_they_say() {
        let text =
            "# why\nplan default: it is good\n  a at 250ms half to-the-end if wide|small finish\n\n  b in-turn\n";
        let plans = read_with_any_engine(text).unwrap();
        let [a, b] = &plans[0].lines[..] else { panic!("{plans:?}") };
        assert_eq!((plans[0].name, plans[0].says), ("default", "it is good"));
        assert_eq!(
            (a.start, a.time, a.effort),
            (Start::At(Duration::from_millis(250)), Time::HalfOfTheRest, Effort::ToTheEnd)
        );
        assert_eq!(a.conditions, [vec!["wide".to_owned(), "small".to_owned()], vec!["finish".to_owned()]]);
        assert_eq!((b.start, b.time, b.effort), (Start::InTurn, Time::All, Effort::Ordinary));
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (text, why) in [
            ("a at 1s", "line 1: an engine belongs to a plan"),
            ("plan default", "line 1: a plan is `plan NAME: SENTENCE`"),
            ("plan default: x", "the plan `default` has no engine"),
            ("plan default: x\n c at 1s", "line 2: there is no engine `c`"),
            ("plan default: x\n a", "line 2: ``: expected `at TIME` or `in-turn`"),
            ("plan default: x\n a at soon", "line 2: `soon` is no time such as 250ms or 2s"),
            ("plan default: x\n a at 1s if huge", "line 2: `huge` is nothing that a question is known by"),
            (
                "plan default: x\n a at 1s to-the-end half",
                "line 2: `half`: expected `half`, `to-the-end` or `if`, in this order",
            ),
            ("plan default: x\n a at 1s\nplan default: y", "line 3: a plan has a name of its own and a sentence"),
            ("plan other: x\n a at 1s", "there are at most 5 plans, and one of them is `default`"),
        ] {
            assert_eq!(read_with_any_engine(text).unwrap_err(), why);
        }
    }
}
