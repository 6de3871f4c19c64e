//! Which sections count: `--sections mutex,join,function:work`.
//!
//! A front end marks all sections that it knows. What the user does not want to hear about is unmarked afterwards, in the program,
//! so that this works for every language, and engines and checker need not know of it.
//! Kinds keep their numbers. A section that is not marked is neither entered nor left: leaving it without having entered it is
//! then no error either.

use std::fmt;
use std::str::FromStr;

use program::command::Action;
use program::ids::{ProcId, SectionKindId};
use program::program::Program;

/// Kinds that front ends give. All others were named by the user.
const KNOWN: &[&str] = &["mutex", "cond", "join", "barrier", "rwlock", "semaphore", "once", "spin", "future", "wait"];

/// The user's own kinds, all of them.
const USER: &str = "user";

/// What stands in front of a function's name.
const FUNCTION: &str = "function:";

/// The kind of a section that is a call, where the program names none.
const CALL: &str = "call";

/// The sections that count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    /// Sections of this kind.
    Kind(String),
    /// Sections of a kind that the user made up.
    User,
    /// Every call of the function with this name, whether or not the program says so.
    Function(String),
}

impl Selection {
    /// The program with these sections only. Fails with a sentence if something is selected that cannot occur.
    pub fn apply(&self, mut program: Program) -> Result<Program, String> {
        let counts: Vec<bool> = program.section_kinds.iter().map(|kind| self.has(kind)).collect();
        self.check_kinds(&program.section_kinds)?;
        let calls = self.calls(&program)?;
        let counts = |kind: SectionKindId| counts[kind.index()];
        for procedure in &mut program.procedures {
            procedure.section = procedure.section.filter(|kind| counts(*kind));
            for node in &mut procedure.nodes {
                node.section = node.section.filter(|kind| counts(*kind));
            }
            for edge in &mut procedure.edges {
                edge.commands.retain(|command| match &command.action {
                    Action::Enter(section) | Action::Leave(section) => counts(section.kind),
                    _ => true,
                });
            }
        }
        if !calls.is_empty() {
            let kind = kind_of_calls(&mut program);
            for procedure in calls {
                program.procedures[procedure.index()].section.get_or_insert(kind);
            }
        }
        Ok(program)
    }

    fn has(&self, kind: &str) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Kind(name) => name == kind,
            Part::User => !KNOWN.contains(&kind),
            Part::Function(_) => false,
        })
    }

    /// A kind that nobody knows is a slip of the pen.
    fn check_kinds(&self, kinds: &[String]) -> Result<(), String> {
        for part in &self.parts {
            let Part::Kind(name) = part else { continue };
            if KNOWN.contains(&name.as_str()) || kinds.contains(name) {
                continue;
            }
            let mut all: Vec<&str> = KNOWN.to_vec();
            all.extend(kinds.iter().map(String::as_str).filter(|kind| !KNOWN.contains(kind) && *kind != USER));
            return Err(format!(
                "there is no kind of section `{name}`; there are {}, {USER} and {FUNCTION}NAME",
                all.join(", ")
            ));
        }
        Ok(())
    }

    /// The functions whose calls are selected.
    fn calls(&self, program: &Program) -> Result<Vec<ProcId>, String> {
        let name = |part: &Part| match part {
            Part::Function(name) => Some(name.clone()),
            _ => None,
        };
        let names = self.parts.iter().filter_map(name);
        let find = |name: String| program.find_procedure(&name).ok_or(format!("there is no function `{name}`"));
        names.map(find).collect()
    }
}

/// The kind with the name [`CALL`].
fn kind_of_calls(program: &mut Program) -> SectionKindId {
    let kinds = &mut program.section_kinds;
    let position = kinds.iter().position(|kind| kind == CALL);
    SectionKindId::new(position.unwrap_or_else(|| {
        kinds.push(CALL.to_owned());
        kinds.len() - 1
    }))
}

/// Reads a list such as `mutex,user,function:work`.
impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Selection, String> {
        let parts = text.split(',').map(|part| part.trim().parse()).collect::<Result<_, _>>()?;
        Ok(Selection { parts })
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        match text.strip_prefix(FUNCTION) {
            _ if text.is_empty() => {}
            Some("") => {}
            Some(name) => return Ok(Part::Function(name.to_owned())),
            None if text == USER => return Ok(Part::User),
            None => return Ok(Part::Kind(text.to_owned())),
        }
        Err(format!("expected kinds of sections with commas between them, such as mutex,join,user,{FUNCTION}NAME"))
    }
}

/// As it is read.
impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, part) in self.parts.iter().enumerate() {
            f.write_str(if position > 0 { "," } else { "" })?;
            match part {
                Part::Kind(name) => f.write_str(name)?,
                Part::User => f.write_str(USER)?,
                Part::Function(name) => write!(f, "{FUNCTION}{name}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use program::span::SourceFile;
    use program::text::print;
    use program::validate::validate;

    use super::*;
    use crate::boogie;

    const PROGRAM: &str = r#"
        var locked: bool;
        procedure {:unhang_section "quick"} quick() { }
        procedure work()
        {
          assume {:unhang_begin "mutex"} !locked;
          call {:unhang_begin "mine"} quick();
          assert {:unhang_end "mine"} true;
          assert {:unhang_end "mutex"} true;
        }
        procedure main() { locked := false; fork 1 work(); join 1; }
    "#;

    /// What is marked in the program once the list is applied: kinds of calls, kinds of nodes, commands.
    fn marks(list: &str) -> Result<Vec<String>, String> {
        let file = SourceFile::new("a.bpl".into(), PROGRAM.into());
        let program = boogie::lower(vec![file], &Default::default()).unwrap();
        let program = list.parse::<Selection>()?.apply(program)?;
        assert_eq!(validate(&program), Ok(()), "{}", print(&program));
        let mut marks = Vec::new();
        for procedure in &program.procedures {
            let kind = |kind: SectionKindId| program.section_kind(kind).to_owned();
            marks.extend(procedure.section.map(kind));
            marks.extend(procedure.nodes.iter().filter_map(|node| node.section).map(kind));
            for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
                match &command.action {
                    Action::Enter(section) => marks.push(format!("enter {}", kind(section.kind))),
                    Action::Leave(section) => marks.push(format!("leave {}", kind(section.kind))),
                    _ => {}
                }
            }
        }
        Ok(marks)
    }

    #[test]
    fn what_is_not_selected_is_not_marked() {
        let found = |list: &str| marks(list).unwrap().join(", ");
        assert_eq!(found("mutex"), "enter mutex, leave mutex");
        assert_eq!(found("join,wait"), "wait, join");
        assert_eq!(found("user"), "quick, enter mine, leave mine");
        assert_eq!(found("mine, cond"), "enter mine, leave mine");
        assert_eq!(found("barrier"), "");
    }

    #[test]
    fn calls_of_a_function_can_be_selected() {
        let found = |list: &str| marks(list).unwrap().join(", ");
        assert_eq!(found("function:work"), "call");
        assert_eq!(found("function:work,function:work,join"), "call, join");
        // The program says so already.
        assert_eq!(found("user,function:quick"), "quick, enter mine, leave mine");
        assert_eq!(found("function:quick"), "call");
    }

    #[test]
    fn what_cannot_occur_is_an_error() {
        assert!(marks("mutx").is_err_and(|why| why.contains("`mutx`") && why.contains("wait, quick, mine, user")));
        assert_eq!(marks("function:nobody"), Err("there is no function `nobody`".to_owned()));
        for list in ["", "mutex,,join", "function:"] {
            assert!(marks(list).is_err_and(|why| why.starts_with("expected")), "{list}");
        }
    }

    #[test]
    fn a_selection_is_written_as_it_is_read() {
        let selection: Selection = "mutex, user,function:work".parse().unwrap();
        assert_eq!(selection.to_string(), "mutex,user,function:work");
        assert_eq!(selection.to_string().parse(), Ok(selection));
    }
}
