//! What can be typed into the debugger, and how it is understood.
//!
//! Every command may be abbreviated to any of its beginnings; of several commands that begin so, the one that is listed first is meant.

/// A command, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// So many steps forward.
    Step(usize),
    /// So many steps back.
    Back(usize),
    /// Forward until another thread steps.
    Next,
    /// Back to where the thread began that stepped last.
    Previous,
    /// Forward to a breakpoint.
    Continue,
    /// What a variable holds.
    Print(String),
    /// What all variables hold.
    Variables,
    /// The source, round a line or round what comes next.
    List(Option<Target>),
    /// Where threads are.
    Threads,
    /// Who holds what, and who waits for it.
    Locks,
    /// To where so many steps were taken.
    Goto(usize),
    /// A breakpoint is set, or all are listed.
    Break(Option<Target>),
    /// One breakpoint is removed, or all are.
    Delete(Option<usize>),
    /// To where the cycle begins.
    Cycle,
    /// To the end of the run, or of the cycle.
    End,
    /// To the beginning.
    Start,
    /// Where we are.
    Where,
    /// What can be typed.
    Help,
    /// The end.
    Quit,
}

/// A line, of a file if one is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    pub(super) file: Option<String>,
    pub(super) line: u32,
}

/// Names, what comes after them, and what they do, in the order of their claims to abbreviations.
pub(super) const ALL: &[(&str, &str, &str)] = &[
    ("step", "[N]", "take one step, or N"),
    ("back", "[N]", "take one step back, or N"),
    ("next", "", "go on to the next context switch"),
    ("print", "NAME", "what a variable holds: x, queue.items[2], queue"),
    ("previous", "", "go back to the last context switch"),
    ("continue", "", "go on to a breakpoint, or to the end"),
    ("list", "[LINE]", "the source round the next step, with the numbers of the threads that are there"),
    ("threads", "", "where every thread is, and what it waits for"),
    ("locks", "", "who holds what, and who waits for it"),
    ("variables", "", "what all variables hold"),
    ("where", "", "where we are"),
    ("goto", "N", "go to where N steps were taken"),
    ("cycle", "", "go to where the cycle begins"),
    ("end", "", "go to the end of the run"),
    ("start", "", "go to the beginning"),
    ("break", "[LINE]", "stop in front of the line, such as 12 or main.c:12; without one, list the breakpoints"),
    ("delete", "[N]", "remove breakpoint N, or all"),
    ("help", "", "this list"),
    ("quit", "", "leave"),
];

/// What the line asks for, or what is wrong with it.
pub(super) fn parse(line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next() else { return Ok(Command::Where) };
    let rest: Vec<&str> = words.collect();
    let found = ALL.iter().find(|(name, _, _)| name.starts_with(&word.to_lowercase()));
    let Some((name, usage, _)) = found else {
        return Err(format!("there is no command `{word}`; `help` lists them"));
    };
    let wrong = || format!("`{name}` is used like this: {}", format!("{name} {usage}").trim_end());
    let command = match (*name, rest.as_slice()) {
        ("step", rest) => Command::Step(count(rest).ok_or_else(wrong)?),
        ("back", rest) => Command::Back(count(rest).ok_or_else(wrong)?),
        ("next", []) => Command::Next,
        ("previous", []) => Command::Previous,
        ("continue", []) => Command::Continue,
        ("print", [name, ..]) if !name.is_empty() => Command::Print(rest.join(" ")),
        ("variables", []) => Command::Variables,
        ("list", []) => Command::List(None),
        ("list", [place]) => Command::List(Some(target(place).ok_or_else(wrong)?)),
        ("threads", []) => Command::Threads,
        ("locks", []) => Command::Locks,
        ("goto", [number]) => Command::Goto(number.parse().map_err(|_| wrong())?),
        ("break", []) => Command::Break(None),
        ("break", [place]) => Command::Break(Some(target(place).ok_or_else(wrong)?)),
        ("delete", []) => Command::Delete(None),
        ("delete", [number]) => Command::Delete(Some(number.parse().map_err(|_| wrong())?)),
        ("cycle", []) => Command::Cycle,
        ("end", []) => Command::End,
        ("start", []) => Command::Start,
        ("where", []) => Command::Where,
        ("help", _) => Command::Help,
        ("quit", []) => Command::Quit,
        _ => return Err(wrong()),
    };
    Ok(command)
}

fn count(rest: &[&str]) -> Option<usize> {
    match rest {
        [] => Some(1),
        [number] => number.parse().ok(),
        _ => None,
    }
}

fn target(text: &str) -> Option<Target> {
    let (file, line) = match text.rsplit_once(':') {
        Some((file, line)) => (Some(file.to_owned()).filter(|file| !file.is_empty()), line),
        None => (None, text),
    };
    Some(Target { file, line: line.parse().ok().filter(|line| *line > 0)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_stand_for_commands() {
        let cases = [
            ("s", Command::Step(1)),
            ("step 3", Command::Step(3)),
            ("b 2", Command::Back(2)),
            ("n", Command::Next),
            ("pre", Command::Previous),
            ("p queue.items[2]", Command::Print("queue.items[2]".into())),
            ("lo", Command::Locks),
            ("br main.c:12", Command::Break(Some(Target { file: Some("main.c".into()), line: 12 }))),
            ("break 7", Command::Break(Some(Target { file: None, line: 7 }))),
            ("G 4", Command::Goto(4)),
        ];
        for (text, command) in cases {
            assert_eq!(parse(text), Ok(command), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_in_one_line() {
        for text in ["jump", "step x", "goto", "break main.c", "break 0", "print", "threads 1", "delete -1"] {
            let why = parse(text).unwrap_err();
            assert!(!why.contains('\n') && !why.is_empty(), "{text}: {why}");
        }
        assert_eq!(parse("jump").unwrap_err(), "there is no command `jump`; `help` lists them");
        assert_eq!(parse("goto").unwrap_err(), "`goto` is used like this: goto N");
    }

    #[test]
    fn no_command_is_hidden_behind_another_one() {
        for (name, _, _) in ALL {
            let first = ALL.iter().find(|(other, _, _)| other.starts_with(name)).unwrap();
            assert_eq!(first.0, *name);
        }
    }
}
