//! An answer with everything that a user wants to know about it, in words and places instead of numbers of tables.

use evidence::reason::Reason;
use program::property::{Fairness, Property};

use crate::{waits, words};

/// An answer, resolved against its program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The names of the program's files, as the user gave them.
    pub files: Vec<String>,
    /// Whether a line alone does not say where something stands.
    pub several_files: bool,
    /// What was asked.
    pub property: Property,
    /// Under which notion of fairness.
    pub fairness: Fairness,
    /// The answer.
    pub answer: Answer,
    /// Where the program names weaker memory orders than the one that the answer assumes. Not knowing assumes nothing.
    pub weaker_orders: Vec<Place>,
    /// Whether the program looks at its arguments, and was given none.
    pub misses_arguments: bool,
    /// What the user took for granted.
    pub granted: Vec<Granted>,
    /// Whether the program can still end from a cycle that it can also repeat for ever, if that was found out.
    pub rescue: Option<Rescue>,
    /// The engines that have given up, besides the one whose reason for not knowing is told.
    pub gave_up: Vec<GaveUp>,
}

/// What a user may take for granted of a program. Runs in which it is not so count as runs that end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Granted {
    /// No signed integer overflows.
    NoOverflow,
    /// Assertions hold.
    Assertions,
}

/// Whether a program that goes round in a cycle could still end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rescue {
    /// If the scheduler, or whoever chooses, did something else.
    CanStillEnd,
    /// Whatever anybody does.
    CannotEnd,
}

/// An engine that has given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GaveUp {
    /// Its name.
    pub engine: String,
    /// The code of its reason.
    pub code: &'static str,
    /// The reason, in one sentence.
    pub what: String,
    /// What could help, if that is another thing than not to use this engine.
    pub hint: Option<String>,
    /// The lasso of which it does not know why it ends.
    pub lasso: Option<Unranked>,
}

/// A lasso of which nobody knows why it ends, or whether it can be taken at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unranked {
    /// The way to the cycle.
    pub stem: Vec<Moment>,
    /// The cycle.
    pub cycle: Vec<Moment>,
}

/// How a property was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// By looking at so many states.
    States(u64),
    /// By these ranking functions.
    Ranks(Vec<Rank>),
    /// One thread at a time.
    Threads {
        /// By these ranking functions.
        ranks: Vec<Rank>,
        /// Whether nobody has to know more of what others do than what happens to global variables.
        is_modular: bool,
    },
}

/// A ranking function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    /// As an expression.
    pub function: String,
    /// What is repeated at most so often: the threads, and lines of what they repeat, as far as the proof says so.
    pub at: Vec<RankedAt>,
}

/// A thread and a line of what it repeats.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RankedAt {
    /// The thread.
    pub thread: String,
    /// The line.
    pub place: Option<Place>,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The property holds.
    Proved(Proof),
    /// There is an infinite run.
    Lasso {
        /// Its beginning.
        stem: Vec<Moment>,
        /// What repeats for ever.
        cycle: Vec<Moment>,
        /// What each thread does meanwhile, which is why the run counts.
        threads: Vec<ThreadInCycle>,
        /// The numbers in terms of which others grow from turn to turn of the cycle.
        parameters: Vec<GrowingParameter>,
    },
    /// There is a run to a state where no thread can step.
    Deadlock {
        /// The run.
        steps: Vec<Moment>,
        /// Where each thread then is.
        threads: Vec<Standing>,
        /// The signal that a thread waits for in vain, if that is why nobody can go on.
        wake_up: Option<LostWakeUp>,
    },
    /// There is a run to a point of no return.
    Trap {
        /// The run.
        steps: Vec<Moment>,
        /// What cannot be reached any more.
        lost: Lost,
        /// Where each thread then is.
        threads: Vec<Standing>,
    },
    /// There is a run that fails.
    Failure {
        /// The run; the last step is the one that fails.
        steps: Vec<Moment>,
        /// What goes wrong.
        what: String,
        /// Where.
        place: Option<Place>,
        /// The source text there.
        statement: String,
    },
    /// It is not known whether the property holds.
    Unknown {
        /// The code of the reason.
        code: &'static str,
        /// The reason, in one sentence.
        what: String,
        /// Where it lies, if it lies in the program.
        place: Option<Place>,
        /// What could help.
        hint: String,
        /// The lasso of which it is not known why it ends, if that is the reason.
        lasso: Option<Unranked>,
    },
}

/// A thread that waits on a condition variable, and nobody is left to signal it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostWakeUp {
    /// The thread.
    pub thread: String,
    /// The condition variable.
    pub condition: String,
    /// Where it waits.
    pub place: Option<Place>,
    /// The last signal, if there was one.
    pub signal: Option<LastSignal>,
}

/// The last time that a condition variable was signalled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastSignal {
    /// Who did.
    pub thread: String,
    /// Where.
    pub place: Option<Place>,
    /// Whether nobody noticed since the thread waits only since then; otherwise another thread was woken.
    pub came_first: bool,
}

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The file's name.
    pub file: String,
    /// What the file is called where people read it.
    pub short: String,
    /// The line, counted from one.
    pub line: u32,
    /// The column, counted from one.
    pub column: u32,
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Who steps.
    pub thread: String,
    /// Where the step is written.
    pub place: Option<Place>,
    /// What is written there.
    pub statement: String,
    /// What the step changes.
    pub changes: Vec<Change>,
}

/// What a step changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A variable, or an element of a map, gets another value.
    Value {
        /// Its name.
        variable: String,
        /// Before.
        old: String,
        /// After.
        new: String,
    },
    /// A parameter gets its value as a call begins.
    Argument {
        /// Its name.
        variable: String,
        /// Its value.
        value: String,
    },
    /// Nothing changes, but the step looks at what others can change.
    Reads {
        /// Its name.
        variable: String,
        /// Its value.
        value: String,
    },
    /// A thread begins.
    Starts(String),
    /// A thread comes to its end.
    Finishes(String),
    /// The thread takes a lock, in a function of a library.
    Takes(String),
    /// The thread releases a lock, in a function of a library.
    Releases(String),
}

impl Change {
    /// The names and values in it.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Change::Value { variable, old, new } => vec![variable, old, new],
            Change::Argument { variable, value } | Change::Reads { variable, value } => vec![variable, value],
            Change::Starts(name) | Change::Finishes(name) | Change::Takes(name) | Change::Releases(name) => vec![name],
        }
    }
}

/// Where a thread is, and what it could do there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The thread.
    pub thread: String,
    /// What it could do.
    pub situation: Situation,
}

/// What a thread could do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Situation {
    /// Nothing: it has reached its end.
    Finished,
    /// It can step.
    Ready {
        /// Where it stands.
        place: Option<Place>,
        /// What comes next.
        statement: String,
    },
    /// It waits.
    Waits {
        /// Where it stands.
        place: Option<Place>,
        /// What it waits in front of; several statements if any of them would do.
        statements: Vec<String>,
        /// What keeps it waiting: the values that it looks at, the thread it wants to join.
        because: Vec<String>,
        /// Such values as it looks at in a cycle that are different at other moments of it.
        at_times: Vec<String>,
        /// The threads that it wants to join and that have not finished.
        joins: Vec<String>,
        /// These, and those that made the condition false that it waits for, as far as that is known.
        waits_for: Vec<String>,
    },
    /// It must wait because another thread is in an atomic block.
    HeldBack {
        /// Where it stands.
        place: Option<Place>,
        /// The other thread.
        by: String,
    },
}

/// A number in terms of which others grow while a cycle repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrowingParameter {
    /// How it is called here.
    pub name: String,
    /// What it is at first.
    pub first: String,
    /// What it is the next time.
    pub next: String,
}

/// What a thread does while the cycle repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadInCycle {
    /// The thread.
    pub thread: String,
    /// What it does.
    pub part: PartInCycle,
    /// What it does about choices of which a way is taken eventually.
    pub choices: Vec<ChoiceInCycle>,
}

/// What a thread does about a choice of which a way is taken eventually, and where that way is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChoiceInCycle {
    /// It takes it.
    Taken(Option<Place>),
    /// It comes to the choice, but never when it can take the way.
    NeverOpen(Option<Place>),
}

/// What a thread does while a cycle repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PartInCycle {
    /// It steps.
    Steps,
    /// It steps, and so many calls more are under way after each turn.
    Descends(usize),
    /// It has finished.
    Finished,
    /// It comes to its end in the cycle; if it also starts there, then so does another one each time.
    Finishes,
    /// It starts in the cycle, and does the next time what this thread, which is gone, did this time.
    TakesOver(String),
    /// It can never step.
    Blocked(Situation),
    /// It can step now and then, but at this moment it cannot.
    BlockedAtTimes(Situation),
    /// It can always step, and the scheduler passes it over.
    PassedOver,
}

/// What cannot be reached any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The program's end.
    End,
    /// The same, already before the first step: steps that are not told count as well.
    EndFromTheStart,
    /// The ends of sections, at least of one. What keeps others from ending comes first.
    Sections(Vec<StuckSection>),
}

/// A section that cannot be left any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StuckSection {
    /// The thread that is in it.
    pub thread: String,
    /// What kind of section.
    pub kind: String,
    /// What it is about.
    pub object: Option<String>,
    /// Where it was entered.
    pub entered: Option<Place>,
    /// The statement that entered it, or in front of which the thread stands.
    pub statement: String,
    /// The threads that its thread waits for, as far as that is known.
    pub waits_for: Vec<String>,
}

impl Outcome {
    /// The outcome for a program that was made from these files, among others that they include.
    pub fn about(self, files: Vec<String>) -> Outcome {
        Outcome { files, ..self }
    }

    /// The outcome for a program that looks at its arguments, and was given none.
    pub fn without_arguments(self) -> Outcome {
        Outcome { misses_arguments: true, ..self }
    }

    /// The outcome for a program of which the user took this for granted.
    pub fn granting(self, granted: Vec<Granted>) -> Outcome {
        Outcome { granted, ..self }
    }

    /// The outcome, and whether the program can still end.
    pub fn with_rescue(self, rescue: Option<Rescue>) -> Outcome {
        Outcome { rescue, ..self }
    }

    /// The outcome, and the engines besides that have given up. Who has an answer does not ask for them; nor does it tell anything new if
    /// another engine has given up for the same reason and knows no more of it.
    pub fn with_others(self, mut gave_up: Vec<GaveUp>) -> Outcome {
        match self.answer {
            Answer::Unknown { code, .. } => gave_up.retain(|other| other.code != code || other.lasso.is_some()),
            _ => gave_up.clear(),
        }
        Outcome { gave_up, ..self }
    }

    /// `proved`, `refuted` or `unknown`.
    pub fn word(&self) -> &'static str {
        match self.answer {
            Answer::Proved(_) => "proved",
            Answer::Unknown { .. } => "unknown",
            Answer::Lasso { .. } | Answer::Deadlock { .. } | Answer::Trap { .. } | Answer::Failure { .. } => "refuted",
        }
    }
}

impl Situation {
    /// Where the thread stands.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Situation::Finished => None,
            Situation::Ready { place, .. } | Situation::Waits { place, .. } | Situation::HeldBack { place, .. } => {
                place.as_ref()
            }
        }
    }

    /// The threads that it waits for.
    pub fn waits_for(&self) -> &[String] {
        waits::waits_for(self).unwrap_or_default()
    }
}

/// What there is to say of an answer that the user did not wait for.
pub const INTERRUPTED: &str = "UH-INTERRUPTED";

impl Outcome {
    /// The outcome of a question that was being worked at when the user stopped it.
    pub fn interrupted(files: Vec<String>, property: Property, fairness: Fairness, known: &str) -> Outcome {
        let so_far = if known.is_empty() { String::new() } else { format!("; so far: {known}") };
        let what = format!("interrupted before there was an answer{so_far}");
        Outcome::unknown(files, property, fairness, (INTERRUPTED, what, "let it go on, or limit it with --time"))
    }

    /// The outcome of a question over which the tool itself has crashed.
    pub fn crashed(files: Vec<String>, property: Property, fairness: Fairness) -> Outcome {
        let reason = Reason::Crashed { engine: "unhang".to_owned(), message: "there is no more to say".to_owned() };
        let told = (reason.code(), "unhang crashed, which is a bug in unhang".to_owned(), words::hint(&reason));
        Outcome::unknown(files, property, fairness, told)
    }

    /// Not knowing, for a reason that is told with its code and what could help.
    fn unknown(
        files: Vec<String>,
        property: Property,
        fairness: Fairness,
        (code, what, hint): (&'static str, String, &str),
    ) -> Outcome {
        Outcome {
            several_files: files.len() > 1,
            files,
            property,
            fairness,
            answer: Answer::Unknown { code, what, place: None, hint: hint.to_owned(), lasso: None },
            weaker_orders: Vec::new(),
            misses_arguments: false,
            granted: Vec::new(),
            rescue: None,
            gave_up: Vec::new(),
        }
    }

    /// What kind of counterexample there is, or the code of the reason for not knowing.
    pub fn kind(&self) -> Option<&'static str> {
        match self.answer {
            Answer::Proved(_) => None,
            Answer::Lasso { .. } => Some("lasso"),
            Answer::Deadlock { .. } => Some("deadlock"),
            Answer::Trap { .. } => Some("trap"),
            Answer::Failure { .. } => Some("failure"),
            Answer::Unknown { code, .. } => Some(code),
        }
    }

    /// The one place in the source that the answer is about, if it is about one: where something fails, where a thread waits that is
    /// among the cause, where a cycle begins.
    pub fn place(&self) -> Option<&Place> {
        match &self.answer {
            Answer::Proved(_) => None,
            Answer::Unknown { place, .. } | Answer::Failure { place, .. } => place.as_ref(),
            Answer::Lasso { cycle, threads, .. } => {
                let starving = threads.iter().find_map(|thread| match &thread.part {
                    PartInCycle::BlockedAtTimes(situation) => situation.place(),
                    PartInCycle::Blocked(situation @ Situation::Waits { joins, .. }) if joins.is_empty() => {
                        situation.place()
                    }
                    _ => None,
                });
                starving.or_else(|| cycle.iter().find_map(|moment| moment.place.as_ref()))
            }
            Answer::Deadlock { wake_up: Some(LostWakeUp { place: Some(place), .. }), .. } => Some(place),
            Answer::Deadlock { threads, .. } => self::cause(threads),
            Answer::Trap { lost: Lost::Sections(sections), threads, .. } => {
                sections.first().and_then(|section| section.entered.as_ref()).or_else(|| self::cause(threads))
            }
            Answer::Trap { threads, .. } => self::cause(threads),
        }
    }
}

/// Where the first thread waits that waits for itself in the end, or else the first that waits, and not for the end of another one.
fn cause(threads: &[Standing]) -> Option<&Place> {
    let circle = waits::Waits::of(threads).circle();
    let is_cause = |one: &&Standing| circle.contains(&one.thread.as_str());
    let is_waiting = |one: &&Standing| matches!(one.situation, Situation::Waits { .. });
    let is_first = |one: &&Standing| is_waiting(one) && !waits::joins(&one.situation);
    let found = threads.iter().find(is_cause).or_else(|| threads.iter().find(is_first));
    let found = found.or_else(|| threads.iter().find(is_waiting));
    found.and_then(|one| one.situation.place())
}
