//! What is asked of a program: a property, under a notion of fairness.

use std::fmt;

/// The question put to the engines and to the checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What should hold.
    pub property: Property,
    /// Of which infinite runs.
    pub fairness: Fairness,
}

/// What should hold of a program.
///
/// Whatever is asked, a reachable error (a failed assertion, a memory error) refutes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Property {
    /// Every fair run completes: there is no infinite fair run and no deadlock.
    Finish,
    /// There is no infinite fair run.
    Terminate,
    /// No fair run has infinitely many steps of a thread that runs the procedure of this name.
    ///
    /// A thread runs the procedure that it was started with, until it finishes. If that one wraps
    /// ([`crate::procedure::Procedure::wraps`]), it also runs what that one has called, from the call to the return; if that one
    /// wraps as well, what it has called in turn, and so on. So a thread runs a procedure in a state if a frame of the procedure
    /// is on its stack and only frames of procedures that wrap are below. It runs the procedure for ever if it steps infinitely
    /// often and that very frame stays: one that returns, and is called again, is not run for ever, and what a wrapping
    /// procedure does before and after the call is no step of the one that it calls.
    Thread(String),
    /// From every reachable state, for every open section, its end or the program's end can be reached.
    Sections,
    /// From every reachable state the program's end can be reached.
    Exit,
}

/// Which infinite runs count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fairness {
    /// Those in which a thread that is enabled infinitely often steps infinitely often.
    Strong,
    /// Those in which a thread that is enabled from some point on for ever steps infinitely often.
    Weak,
    /// All of them.
    None,
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Property::Finish => f.write_str("finish"),
            Property::Terminate => f.write_str("terminate"),
            Property::Thread(name) => write!(f, "thread={name}"),
            Property::Sections => f.write_str("sections"),
            Property::Exit => f.write_str("exit"),
        }
    }
}

impl fmt::Display for Fairness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fairness::Strong => "strong",
            Fairness::Weak => "weak",
            Fairness::None => "none",
        })
    }
}

/// Reads what [`fmt::Display`] writes.
impl std::str::FromStr for Property {
    type Err = String;

    fn from_str(text: &str) -> Result<Property, String> {
        match text {
            "finish" => Ok(Property::Finish),
            "terminate" => Ok(Property::Terminate),
            "sections" => Ok(Property::Sections),
            "exit" => Ok(Property::Exit),
            _ => match text.strip_prefix("thread=") {
                Some(name) if !name.is_empty() => Ok(Property::Thread(name.to_owned())),
                _ => Err("expected finish, terminate, thread=NAME, sections or exit".to_owned()),
            },
        }
    }
}

/// Reads what [`fmt::Display`] writes.
impl std::str::FromStr for Fairness {
    type Err = String;

    fn from_str(text: &str) -> Result<Fairness, String> {
        match text {
            "strong" => Ok(Fairness::Strong),
            "weak" => Ok(Fairness::Weak),
            "none" => Ok(Fairness::None),
            _ => Err("expected strong, weak or none".to_owned()),
        }
    }
}
