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
mod turns;

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
            Mode::InTurn => turns::in_turn(&sought, budget),
            Mode::Kin => match sought.changing().map(|changing| changing.prove(&sought, budget, Effort::All)) {
                Some(Places::Proved(proved)) => proved,
                Some(Places::Over(Some(why))) => Verdict::Unknown(why),
                Some(Places::Over(None) | Places::NoProof) | None => no_exchange(),
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

/// Fewer threads have nobody to change places with.
const LEAST_KIN: usize = 2;

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
        // A run is looked for without other names, in which it can be told.
        let is_real = &|_: &[usize], _: &[usize]| None;
        let goal = Goal { system, order, kinship, stuck, fairness, budget, effort, events, is_real };
        match refine(&goal, alphabet) {
            Refined::Proved { proof, graph, cuts } => Places::Proved(proved(&goal, &proof, &graph, &cuts)),
            Refined::Lasso { .. } | Refined::Bad { .. } | Refined::Real(_) => Places::NoProof,
            Refined::Over(why) => Places::Over(why),
        }
    }
}

impl Sought<'_> {
    /// The system in which threads may change places, if two may.
    fn changing(&self) -> Option<Changing> {
        // Only those that are started by others may be kin.
        let started = self.subject.system.threads.len() - self.subject.system.first;
        if started < LEAST_KIN || matches!(self.task.question.property, Property::Thread(_)) {
            return None;
        }
        let system = self.subject.clone().with_kin(self.task.program).ok()?.system;
        let kinship = Kinship::of(&system, LEAST_KIN)?;
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
            let is_real = &|stem: &[usize], cycle: &[usize]| seeker.walked(stem, cycle);
            let goal = Goal { system, order, kinship: None, stuck, fairness, budget, effort, events, is_real };
            let refined = match mode {
                Mode::Facts | Mode::Kin | Mode::InTurn => refine(&goal, alphabet),
                Mode::Modules(_) | Mode::Foata => modes::refine(&goal, alphabet, mode),
            };
            match refined {
                Refined::Proved { proof, graph, cuts } => {
                    return (proved(&goal, &proof, &graph, &cuts), Ended::Otherwise);
                }
                Refined::Real(found) => return (Verdict::Refuted(*found), Ended::Otherwise),
                Refined::Over(Some(reason)) => return (Verdict::Unknown(reason), Ended::Otherwise),
                Refined::Over(None) => {
                    let what = "no proof was found with so much work".to_owned();
                    return (not_proved(what, Span::NOWHERE), Ended::ByEffort);
                }
                Refined::Bad { word, then, what } => {
                    if let Some(found) = seeker.bad_end(&word, &then, what) {
                        return (Verdict::Refuted(found), Ended::Otherwise);
                    }
                    last = last.or_else(|| Some((told_bad(program, system, &word, what), Ended::Otherwise)));
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

/// Why there is no proof where threads may change places.
fn no_exchange() -> Verdict {
    not_proved("no proof was found in which threads change places".to_owned(), Span::NOWHERE)
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
fn told_bad(program: &Program, system: &System, word: &[usize], badness: Badness) -> Verdict {
    match (badness, word.last()) {
        (Badness::Fails, Some(letter)) => Verdict::Unknown(linear::unexplained(program, system, *letter)),
        (Badness::Fails, None) => not_proved("it was not found why nothing fails".to_owned(), Span::NOWHERE),
        (Badness::Stuck, last) => {
            let what = "it was not found why not all threads are blocked after a step";
            not_proved(what.to_owned(), last.map_or(Span::NOWHERE, |letter| system.letters[*letter].span))
        }
    }
}
