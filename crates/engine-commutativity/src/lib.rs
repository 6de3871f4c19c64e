//! Proofs of termination that make use of steps that commute: TerMute (Lette and Farzan, "Commutativity for Concurrent Program
//! Termination Proofs", doi:10.1007/978-3-031-37706-8_6).
//!
//! The program is a language of letters, one for each way through an edge of a thread. The loop of [`mod@refine`] looks for a lasso that the
//! proof does not cover, finds out why it ends (it cannot be taken, or a ranking function gets less), and adds that to the proof, until
//! every lasso is covered. Where letters commute, only some threads are followed ([`reduction`]).
//!
//! Where the paper and this differ:
//!
//! - The proof is not a union of automata that is determinised; it is deterministic from the start, since its states are sets of facts
//!   ([`proof`]), and what could be repeated is taken to pieces ([`mod@cuts`]).
//! - Which threads may be put off needs no assumption about fairness ([`reduction`]); what fairness excuses, and when the reduction
//!   allows for that, is said in `check::rules::ranked`, with the argument.
//! - Interpolants and ranking functions are sums of facts, found by linear programs ([`words`], [`ranking`]), and go into the certificate
//!   as they are, so that `check` needs no solver; nor does this engine.
//! - What is proved is not only that runs end but also, for `finish`, that nobody is stuck at their end, and that nothing fails; and where
//!   that is not so, a run is given that shows it. A lasso without a ranking function may be one that can be taken for ever, and is given
//!   then ([`engine::linear::confirmed`]).
//! - Threads that do the same may change places, so that it does not count which of them stands where ([`kin`]).
//! - The paper's own loop, with its modes, is there for comparison, and follows where this one finds no proof ([`modes`]).
//!
//! The modules are listed in reading order.

pub mod alphabet;
pub mod meanwhile;
pub mod reduction;
pub mod words;
pub mod ranking;
pub mod conserved;
pub mod siblings;
pub mod kin;
pub mod triples;
pub mod proof;
pub mod graph;
pub mod cuts;
pub mod refine;
pub mod certificate;
pub mod modes;

use std::time::Duration;

use engine::budget::Budget;
use engine::event::Events;
use engine::linear;
use engine::linear::confirmed::{MayHold, Seeker};
use engine::linear::run::Badness;
use engine::{Engine, Task};
use evidence::certificate::Certificate;
use evidence::reason::{Reason, UnrankedStep};
use evidence::verdict::Verdict;
use program::linear::system::{Control, Subject, System};
use program::program::Program;
use program::property::Property;
use program::span::Span;

use crate::alphabet::Alphabet;
use crate::cuts::Cut;
use crate::graph::{Graph, Stuck};
use crate::kin::Kinship;
use crate::modes::{Mode, Techniques};
use crate::proof::Proof;
use crate::refine::{Effort, Goal, Refined, refine};

/// The name under which users choose the engine.
pub const NAME: &str = "commutativity";

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct Commutativity {
    /// How it works.
    pub mode: Mode,
    /// Who knows whether a run is one.
    pub may_hold: MayHold,
}

impl Engine for Commutativity {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve(&self, task: Task<'_>, budget: &Budget, events: &dyn Events) -> Verdict {
        let stuck = match task.question.property {
            Property::Finish => Stuck::Forbidden,
            Property::Terminate | Property::Thread(_) => Stuck::Allowed,
            Property::Sections | Property::Exit => {
                let what = format!("this engine does not answer questions about `{}`", task.question.property);
                return not_proved(what, Span::NOWHERE);
            }
        };
        let subject = match linear::subject(task, budget) {
            Ok(subject) => subject,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let may_hold = self.may_hold;
        let sought =
            Sought { task, subject: &subject, alphabet: &Alphabet::of(&subject.system), stuck, events, may_hold };
        match self.mode {
            Mode::InTurn => sought.in_turn(budget),
            Mode::Kin => match sought.changing(2).map(|changing| changing.prove(&sought, budget, Effort::All)) {
                Some(Places::Proved(proved)) => proved,
                Some(Places::Over(Some(why))) => Verdict::Unknown(why),
                Some(Places::Over(None) | Places::NoProof) | None => {
                    let what = "no proof was found in which threads change places".to_owned();
                    not_proved(what, Span::NOWHERE)
                }
            },
            mode => sought.in_mode(mode, budget, Effort::All).0,
        }
    }
}

/// What is asked of a system.
struct Sought<'a> {
    task: Task<'a>,
    subject: &'a Subject,
    alphabet: &'a Alphabet,
    stuck: Stuck,
    events: &'a dyn Events,
    may_hold: MayHold,
}

/// What a search for a proof came to.
enum Ended {
    /// A cycle of which it is not known why it ends.
    AtCycle,
    /// The effort was used up.
    ByEffort,
    /// Something else.
    Otherwise,
}

/// What a search for a proof in which threads change places came to.
enum Places {
    /// There is one.
    Proved(Verdict),
    /// The budget was used up, for this reason; or the effort, without one.
    Over(Option<Reason>),
    /// None was found that way.
    NoProof,
}

/// A search for a proof in which threads change places.
struct Changing {
    system: System,
    kinship: Kinship,
    alphabet: Alphabet,
}

impl Changing {
    fn prove(&self, sought: &Sought<'_>, budget: &Budget, effort: Effort) -> Places {
        let Changing { system, kinship, alphabet } = self;
        let (stuck, fairness, events) = (sought.stuck, sought.task.question.fairness, sought.events);
        let order: Vec<usize> = (0..system.threads.len()).collect();
        let (order, kinship) = (Some(order), Some(kinship));
        let goal = Goal { system, order, kinship, stuck, fairness, budget, effort, events };
        match refine(&goal, alphabet) {
            Refined::Proved { proof, graph, cuts } => Places::Proved(proved(&goal, &proof, &graph, &cuts)),
            // A run is looked for without other names, in which it can be told.
            Refined::Lasso { .. } | Refined::Bad { .. } => Places::NoProof,
            Refined::Over(why) => Places::Over(why),
        }
    }
}

/// With fewer threads that may change places there is little to gain by it.
const LEAST_KIN: usize = 3;

/// What a mode may take at least, if so much is left.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// How many places and positions are looked at in the first turn, with threads that change places.
const FIRST_TURN: u64 = 64_000;

/// How many times as long the next turn is.
const LONGER: u64 = 4;

impl Sought<'_> {
    /// The engine's own way; and if that finds a cycle and no reason why it ends, the paper's modes, which look at other cycles.
    ///
    /// Each of them may take as long as all before it together, so that whoever is told soon that nothing is known is still told soon.
    fn in_turn(&self, budget: &Budget) -> Verdict {
        let start = budget.elapsed();
        let (own, ended) = match self.in_own_way(budget) {
            Ok(proved) => return proved,
            Err(ended) => ended,
        };
        let (Verdict::Unknown(Reason::Unranked { what, span, stem, cycle }), Ended::AtCycle) = (&own, ended) else {
            return own;
        };
        // By reason, in which modes it is one.
        let mut reasons: Vec<(String, Vec<String>)> = vec![(what.clone(), Vec::new())];
        for mode in Mode::after_facts() {
            if budget.is_over() {
                break;
            }
            let time = (budget.elapsed() - start).max(LEAST_TIME);
            let reason = match self.in_mode(mode, &budget.shortened(time), Effort::All).0 {
                Verdict::Unknown(Reason::NotProved { what, .. } | Reason::Unranked { what, .. }) => what,
                Verdict::Unknown(_) => "there was no end in time".to_owned(),
                answer => return answer,
            };
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, modes)) => modes.push(mode.to_string()),
                None => reasons.push((reason, vec![mode.to_string()])),
            }
        }
        let told = reasons.iter().enumerate().map(|(place, (reason, modes))| match (place, modes.as_slice()) {
            (_, []) => reason.clone(),
            (0, modes) => format!("{reason}, nor by {}", modes.join(", ")),
            (_, modes) => format!("{reason} by {}", modes.join(", ")),
        });
        let what = told.collect::<Vec<_>>().join("; ");
        Verdict::Unknown(Reason::Unranked { what, span: *span, stem: stem.clone(), cycle: cycle.clone() })
    }

    /// An answer of the engine's own way, with threads that change places or without; or what the way without them came to.
    ///
    /// Nobody knows beforehand which of the two is shorter, and by how much. So they take turns, which get longer and longer. The way without them
    /// takes longer for each place, and so has the smaller share.
    fn in_own_way(&self, budget: &Budget) -> Result<Verdict, (Verdict, Ended)> {
        let mut changing = self.changing(LEAST_KIN);
        let mut turn = FIRST_TURN;
        loop {
            if let Some(places) = &changing {
                match places.prove(self, budget, Effort::Looks(turn)) {
                    Places::Proved(proved) => return Ok(proved),
                    Places::Over(None) => {}
                    Places::Over(Some(_)) | Places::NoProof => changing = None,
                }
            }
            let effort = if changing.is_none() { Effort::All } else { Effort::Looks(turn / 2) };
            let (own, ended) = self.in_mode(Mode::Facts, budget, effort);
            turn *= LONGER;
            if matches!(ended, Ended::ByEffort) {
                continue;
            }
            // Where the way without them comes to nothing there is another turn for the other one.
            if let (Verdict::Unknown(Reason::Unranked { .. } | Reason::NotProved { .. }), Some(places)) =
                (&own, &changing)
                && let Places::Proved(proved) = places.prove(self, budget, Effort::Looks(turn))
            {
                return Ok(proved);
            }
            return Err((own, ended));
        }
    }

    /// The system in which threads may change places, if there are at least so many that may.
    fn changing(&self, least: usize) -> Option<Changing> {
        // Only those that are started by others may be kin.
        let started = self.subject.system.threads.len() - self.subject.system.first;
        if started < least || matches!(self.task.question.property, Property::Thread(_)) {
            return None;
        }
        let system = self.subject.clone().with_kin(self.task.program).ok()?.system;
        let kinship = Kinship::of(&system, least)?;
        Some(Changing { alphabet: Alphabet::of(&system), system, kinship })
    }

    /// The answer in one mode, and what it came to if that is none.
    fn in_mode(&self, mode: Mode, budget: &Budget, effort: Effort) -> (Verdict, Ended) {
        let (task, alphabet, stuck, events) = (self.task, self.alphabet, self.stuck, self.events);
        let (system, program) = (&self.subject.system, self.subject.program(task.program));
        let fairness = task.question.fairness;
        let seeker = Seeker { task, subject: self.subject, may_hold: self.may_hold, budget };
        let mut last = None;
        for order in orders(system, mode) {
            let goal = Goal { system, order, kinship: None, stuck, fairness, budget, effort, events };
            let refined = match mode {
                Mode::Facts | Mode::Kin | Mode::InTurn => refine(&goal, alphabet),
                Mode::Modules(_) | Mode::Foata => modes::refine(&goal, alphabet, mode),
            };
            match refined {
                Refined::Proved { proof, graph, cuts } => {
                    return (proved(&goal, &proof, &graph, &cuts), Ended::Otherwise);
                }
                Refined::Over(Some(reason)) => return (Verdict::Unknown(reason), Ended::Otherwise),
                Refined::Over(None) => {
                    let what = "no proof was found with so much work".to_owned();
                    return (not_proved(what, Span::NOWHERE), Ended::ByEffort);
                }
                Refined::Bad { word, then, what } => {
                    if let Some(found) = seeker.bad_end(&word, &then, what) {
                        return (Verdict::Refuted(found), Ended::Otherwise);
                    }
                    last = last.or_else(|| Some((told_bad(system, &word, what), Ended::Otherwise)));
                }
                Refined::Lasso { stem, cycle } => {
                    if let Some(found) = seeker.lasso(&stem, &cycle) {
                        return (Verdict::Refuted(found), Ended::Otherwise);
                    }
                    last = last.or_else(|| Some((told(program, system, &stem, &cycle), Ended::AtCycle)));
                }
            }
        }
        last.unwrap_or_else(|| (not_proved("there is no thread".to_owned(), Span::NOWHERE), Ended::Otherwise))
    }
}

/// The proof as evidence.
fn proved(goal: &Goal<'_>, proof: &Proof<'_>, graph: &Graph, cuts: &[Cut]) -> Verdict {
    let system = goal.system;
    let letters =
        |control: &Control, thread: usize| control.0[thread].map_or(0..0, |node| system.letters_at(thread, node));
    let made = certificate::certificate(proof, graph, cuts, goal.order.as_deref(), &letters);
    Verdict::Proved(Certificate::Ranked(Box::new(made)))
}

/// In which orders threads are followed, one after the other: as they are started, the other way round, all of them everywhere.
/// A mode that does not make use of steps that commute follows all of them everywhere.
fn orders(system: &System, mode: Mode) -> Vec<Option<Vec<usize>>> {
    let forwards: Vec<usize> = (0..system.threads.len()).collect();
    let backwards = forwards.iter().rev().copied().collect();
    match mode {
        Mode::Facts | Mode::Kin | Mode::InTurn => vec![Some(forwards), Some(backwards), None],
        Mode::Modules(Techniques { por: true, .. }) => vec![Some(forwards), Some(backwards)],
        Mode::Modules(Techniques { opg: true, .. }) => vec![Some(forwards)],
        Mode::Modules(_) | Mode::Foata => vec![None],
    }
}

fn not_proved(what: String, span: Span) -> Verdict {
    Verdict::Unknown(Reason::NotProved { what, span })
}

/// Why there is no proof: it is not known why the cycle ends.
fn told(program: &Program, system: &System, stem: &[usize], cycle: &[usize]) -> Verdict {
    let thread_of = |letter: usize| system.name_of(program, system.letters[letter].thread);
    let mut names: Vec<&str> = cycle.iter().map(|letter| thread_of(*letter)).collect();
    names.sort_unstable();
    names.dedup();
    let what = format!("no ranking function was found for a cycle of {}", names.join(" and "));
    let step = |letter: &usize| {
        let thread = format!("{}#{}", thread_of(*letter), system.letters[*letter].thread);
        UnrankedStep { thread, span: system.letters[*letter].span }
    };
    let (stem, cycle): (Vec<_>, Vec<_>) = (stem.iter().map(step).collect(), cycle.iter().map(step).collect());
    Verdict::Unknown(Reason::Unranked {
        what,
        span: cycle.first().map_or(Span::NOWHERE, |first| first.span),
        stem,
        cycle,
    })
}

/// Why it is not known whether something goes wrong at the end of the word.
fn told_bad(system: &System, word: &[usize], badness: Badness) -> Verdict {
    let what = match badness {
        Badness::Fails => "it was not found why a step does not fail",
        Badness::Stuck => "it was not found why not all threads are blocked after a step",
    };
    not_proved(what.to_owned(), word.last().map_or(Span::NOWHERE, |letter| system.letters[*letter].span))
}
