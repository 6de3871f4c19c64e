//! Proofs of termination that follow one thread at a time: Popeea and Rybalchenko, "Compositional Termination Proofs for Multi-Threaded
//! Programs", doi:10.1007/978-3-642-28756-5_17.
//!
//! The loop is the paper's: make places and guarantees of all threads as the predicates tell them apart ([`mod@abstraction`]), look for a way
//! of a thread back to where it was that is not well-founded ([`relations`]), find out why it is spurious ([`clauses`], [`mod@refine`]), add
//! the predicates that say so ([`predicates`]), and begin again.
//!
//! Where the paper and this differ:
//!
//! - Its abstract transitions are pairs of states, from every state that can be reached. Here states (places) come first, and pairs
//!   (relations) are made only between the times at which a thread steps from the head of a loop: its cutpoints.
//! - Program termination (PROGTERM) is termination of all threads (THREADTERM), with the same places and guarantees. In an infinite run of
//!   finitely many threads one of them steps for ever.
//! - A guarantee is the same for everybody, and says exactly which variables do not change; so there are as many sets of them as threads.
//! - Where a thread stands is a set of numbers that are 0 or 1, so that a fact like "the lock is held by whoever stands here or there" is linear.
//! - A thread that is started begins where whoever starts it says, with what is known there; before that nothing is followed of it.
//! - Predicates about locks are offered before refinement would find them ([`locks`]). The whole search is made with modular predicates only
//!   first, and then once more with all ([`refine::Strategy`]).
//! - Horn clauses are solved by sums of facts, which are found by exact linear programs, and not by a solver of another make.
//! - Threads that are alike share one argument ([`program::linear::classes`]): one of them stands for all, and meets others of its kind, of which
//!   it knows what it guarantees itself. Only if there is no such proof, each thread is followed by itself, so that N of them cost about the
//!   third power of N. That is so where somebody has to know where others of the same kind stand, as with a lock of one bit.
//! - Fairness, which the paper leaves open, is a condition on relations: a scheduling counter for each thread says that it has not stepped.
//! - A way back that is not spurious is made a word of letters of all threads ([`interleaving`]), and if that can be taken for ever, it is the
//!   counterexample.
//!
//! What it can miss: whatever is not linear, ranking functions that are not linear, and deadlocks, so that it does not answer `finish`. And
//! of a way back that is real, the word that is tried need not be a run, though another one is.
//!
//! The modules are listed in reading order.

pub mod predicates;
pub mod prover;
pub mod abstraction;
pub mod relations;
pub mod clauses;
pub mod locks;
pub mod refine;
pub mod interleaving;
pub mod certificate;

use std::cell::RefCell;

use engine::budget::Budget;
use engine::event::Events;
use engine::linear;
use engine::linear::confirmed::{MayHold, Seeker};
use engine::linear::run::Badness;
use engine::linear::walked;
use engine::{Engine, Task};
use evidence::certificate::Certificate;
use evidence::counterexample::Counterexample;
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use program::linear::classes::Shared;
use program::linear::located::Located;
use program::program::Program;
use program::property::{Fairness, Property};
use program::span::Span;

use crate::abstraction::{Abstraction, Stop, abstraction};
use crate::predicates::Predicates;
use crate::prover::Prover;
use crate::refine::{Sharing, Spurious, Strategy};
use crate::relations::{NoHeads, Setting};

/// The name under which users choose the engine.
pub const NAME: &str = "rely-guarantee";

/// So many turns of a way back are tried as a cycle.
const MOST_TURNS: usize = 2;

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct RelyGuarantee {
    /// Who knows whether a run is one.
    pub may_hold: MayHold,
}

impl Engine for RelyGuarantee {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve(&self, task: Task<'_>, budget: &Budget, events: &dyn Events) -> Verdict {
        if !matches!(task.question.property, Property::Terminate | Property::Thread(_)) {
            let what = format!("this engine does not answer questions about `{}`", task.question.property);
            return not_proved(what, Span::NOWHERE);
        }
        let subject = match linear::subject(task, budget) {
            Ok(subject) => subject,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let stopped = RefCell::new(None);
        let is_over = |bytes: u64| {
            stopped.replace(budget.exhausted_within(0, bytes));
            stopped.borrow().is_some()
        };
        let counting = subject.clone().with_shared(task.program).ok();
        let shared = counting.as_ref().and_then(|subject| Some((subject, Shared::of(&subject.system)?)));
        let shared = shared.as_ref().map(|(subject, shared)| (*subject, Located::shared(shared), Sharing::Alike));
        let alone = (&subject, Located::of(&subject.system), Sharing::None);
        let mut answer = not_proved("no threads are alike".to_owned(), Span::NOWHERE);
        for (subject, located, sharing) in shared.into_iter().chain([alone]) {
            let seeker = Seeker { task, subject, may_hold: self.may_hold, budget };
            let search = Search { seeker, events, prover: &Prover::new(&located), sharing };
            for strategy in [Strategy::Modular, Strategy::Any] {
                if matches!(answer, Verdict::Unknown(_)) && stopped.borrow().is_none() {
                    answer = search.run(strategy, &is_over);
                }
            }
        }
        let over = stopped.take();
        match (answer, over) {
            (Verdict::Unknown(_), Some(reason)) => Verdict::Unknown(reason),
            (answer, _) => answer,
        }
    }
}

/// The entry point of the paper's algorithm.
struct Search<'a> {
    seeker: Seeker<'a>,
    events: &'a dyn Events,
    prover: &'a Prover<'a>,
    sharing: Sharing,
}

impl Search<'_> {
    fn run(&self, strategy: Strategy, is_exhausted: &dyn Fn(u64) -> bool) -> Verdict {
        let (prover, located) = (self.prover, self.prover.located);
        let fairness = self.seeker.task.question.fairness;
        let flags = refine::flags(located);
        let mut predicates = Predicates::default();
        let is_over = |count: usize| {
            self.events.progress(NAME, count as u64);
            is_exhausted(prover.bytes())
        };
        let stops = || is_exhausted(prover.bytes());
        let too_large = || not_proved("numbers are too large".to_owned(), Span::NOWHERE);
        for round in 1..=strategy.rounds(located.threads().count(), self.sharing) {
            let made = match abstraction(prover, &predicates, &is_over) {
                Ok(made) => made,
                Err(Stop::Over) => return too_large(),
                Err(Stop::Fails { thread, place, letter, so_far }) => {
                    let spurious = Spurious { located, abstraction: &so_far, fairness, strategy, flags: &flags };
                    if !spurious.fails(&mut predicates, (thread, place, letter)) {
                        if let Some(found) = self.real_failure(&so_far, (thread, place, letter), &stops) {
                            return Verdict::Refuted(found);
                        }
                        let program = self.seeker.subject.program(self.seeker.task.program);
                        return Verdict::Unknown(linear::unexplained(program, located.system, letter));
                    }
                    continue;
                }
            };
            let setting = Setting { prover, predicates: &predicates, abstraction: &made, fairness, is_over: &is_over };
            match self.all_heads(&setting) {
                Ok(heads) => {
                    return Verdict::Proved(Certificate::Modular(Box::new(certificate::certificate(
                        made,
                        heads,
                        self.sharing,
                    ))));
                }
                Err(NoHeads::Over) => return too_large(),
                Err(NoHeads::Returns(back)) => {
                    let spurious = Spurious { located, abstraction: &made, fairness, strategy, flags: &flags };
                    // Where refinement has no end, that may be because there is a run without end; but to ask that each time is too slow.
                    let is_asked = round.is_power_of_two();
                    if let Some(found) = is_asked.then(|| self.real_lasso(&made, &back, &stops)).flatten() {
                        return Verdict::Refuted(found);
                    }
                    if !spurious.returns(&mut predicates, &back) {
                        let found = if is_asked { None } else { self.real_lasso(&made, &back, &stops) };
                        return found.map_or_else(|| self.told(located, &made, &back), Verdict::Refuted);
                    }
                }
            }
        }
        not_proved("there was no end to refinements".to_owned(), Span::NOWHERE)
    }

    /// The heads of each thread that is asked about.
    fn all_heads(&self, setting: &Setting<'_>) -> Result<Vec<Vec<evidence::modular::Head>>, NoHeads> {
        let located = self.prover.located;
        let heads = |thread| {
            if located.stands_for(thread) != thread {
                return Ok(Vec::new());
            }
            setting.heads(thread, &|letter| self.counts(letter))
        };
        (0..located.system.threads.len()).map(heads).collect()
    }

    /// Whether the letter, or one for which it stands, may be taken again and again in a run that the property forbids.
    fn counts(&self, letter: usize) -> bool {
        let runs =
            |letter| self.seeker.subject.runs(self.seeker.task.program, letter, &self.seeker.task.question.property);
        self.prover.located.letters_for(letter).into_iter().any(runs)
    }

    /// The way back as a run without end, if it is one. Who stands for others has no run of its own.
    fn real_lasso(
        &self,
        made: &Abstraction,
        back: &relations::Return,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Counterexample> {
        if self.sharing == Sharing::Alike {
            return None;
        }
        let fairness = self.seeker.task.question.fairness;
        let words = interleaving::lassos((self.prover.located, made), fairness, back);
        let (program, system) = (self.seeker.subject.program(self.seeker.task.program), &self.seeker.subject.system);
        words.into_iter().find_map(|(stem, cycle)| {
            // Letters of one turn need not be those of the next.
            (1..=MOST_TURNS).find_map(|turns| {
                let word = interleaving::possible(system, &[&stem[..], &cycle.repeat(turns)].concat(), is_over)?;
                let (stem, cycle) = word.split_at(stem.len());
                self.seeker.lasso(stem, cycle).or_else(|| {
                    let settled = walked::settled((program, system), (stem, cycle));
                    let longer = settled.filter(|settled| fairness != Fairness::None && settled.len() > stem.len());
                    self.seeker.lasso(&longer?, cycle)
                })
            })
        })
    }

    /// The way to a step that fails, as a run.
    fn real_failure(
        &self,
        made: &Abstraction,
        failing: (usize, usize, usize),
        is_over: &dyn Fn() -> bool,
    ) -> Option<Counterexample> {
        if self.sharing == Sharing::Alike {
            return None;
        }
        let words = interleaving::failures((self.prover.located, made), failing);
        words.into_iter().find_map(|word| {
            let word = interleaving::possible(&self.seeker.subject.system, &word, is_over)?;
            self.seeker.bad_end(&word, &[], Badness::Fails)
        })
    }

    fn told(&self, located: &Located<'_>, made: &Abstraction, back: &relations::Return) -> Verdict {
        let program: &Program = self.seeker.subject.program(self.seeker.task.program);
        let name = located.system.name_of(program, back.thread);
        let node = made.threads[back.thread].places[back.head].node;
        let letters = located.system.letters_at(back.thread, node);
        let span = letters.into_iter().next().map_or(Span::NOWHERE, |letter| located.system.letters[letter].span);
        not_proved(format!("no well-founded relation was found for a cycle of {name}"), span)
    }
}

fn not_proved(what: String, span: Span) -> Verdict {
    Verdict::Unknown(Reason::NotProved { what, span })
}
