//! Proofs of termination that follow one thread at a time: rely-guarantee reasoning with transition invariants (Popeea and Rybalchenko,
//! "Compositional Termination Proofs for Multi-Threaded Programs", doi:10.1007/978-3-642-28756-5_17).
//!
//! They speak of the program as a system of threads over linear integer arithmetic, with numbers for where threads stand and how often
//! they have stepped ([`program::linear::located`]). `check::rules::modular` says what has to be true of them, and why that is enough.

use program::ids::NodeId;
use program::linear::cases::NotLinear;
use program::linear::classes::Shared;
use program::linear::expr::{Linear, Var};
use program::linear::located::{Guarantee, Located, Who};
use program::linear::sum::Sum;
use program::linear::system::{Subject, System};
use program::program::Program;

/// A proof that threads end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Modular {
    /// Whether threads that are alike share one argument, that of the first of them ([`program::linear::classes`]); there is nothing about
    /// the others then. The system of which the proof speaks is the one without what makes no difference to steps.
    pub is_shared: bool,
    /// What is known of each thread.
    pub threads: Vec<ThreadProof>,
}

/// What is known of a thread.
///
/// The paper's `T_i` are pairs of states. Here the second states of the pairs are the places, `Img(T_i)`; pairs themselves are needed
/// only where something could be repeated, and are the relations of heads. The paper's `E_j` are the guarantees of all other threads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ThreadProof {
    /// Where it may stand, and what is known then. The first one is known at the beginning, if the thread is there from the start.
    pub places: Vec<Place>,
    /// For each fact of the first place, why it holds at the beginning; nothing if the thread is started later.
    pub beginning: Vec<Sum>,
    /// What others may rely on: each of its steps is as one of these says.
    pub guarantees: Vec<Guarantee>,
    /// What comes after its own steps.
    pub own: Vec<OwnMove>,
    /// What comes after the steps of others.
    pub others: Vec<OtherMove>,
    /// Places from which it steps only finitely often, one after the other.
    pub heads: Vec<Head>,
}

/// Where a thread stands, and what is known then.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Its location.
    pub node: NodeId,
    /// What is not negative.
    pub facts: Vec<Linear>,
}

/// What comes after a letter of the thread itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnMove {
    /// The place before it.
    pub place: usize,
    /// The letter.
    pub letter: usize,
    /// What comes of it.
    pub effect: Effect,
    /// The guarantee that it keeps, with a sum for each of its facts; not needed if it cannot be taken, or no run goes on.
    pub keeps: Option<(usize, Vec<Sum>)>,
    /// For each thread that it starts, in their order, the place of that thread then, with a sum for each of its facts.
    pub starts: Vec<(usize, Vec<Sum>)>,
}

/// What comes after a step of another thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherMove {
    /// The place before it.
    pub place: usize,
    /// The other thread, and which of its guarantees.
    pub by: (Who, usize),
    /// What comes of it.
    pub effect: Effect,
}

/// What comes of a step.
///
/// Premises are those of [`program::linear::located::Located::complete`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It cannot be taken: the sum shows a contradiction.
    Never(Sum),
    /// It leads to the place or relation with this number; there is a sum for each fact known there.
    To(usize, Vec<Sum>),
}

/// A place from which the thread steps only finitely often, if no run stays for ever anywhere else than around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The place.
    pub place: usize,
    /// Between a step from the place and any later time, one of these relations holds: the paper's `t_k`.
    pub relations: Vec<Relation>,
    /// How relations begin, by the thread's own letters, and go on.
    pub moves: Vec<RelationMove>,
}

/// What is known of the numbers at the beginning and now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    /// The place that is known now.
    pub place: usize,
    /// What is not negative: of numbers at the beginning ([`program::linear::expr::Var::Old`]) and now.
    pub facts: Vec<Linear>,
    /// Why it does not hold between all of infinitely many times at the head. Needed only there.
    pub ends: Option<Ends>,
}

/// Why a relation does not hold between all of infinitely many times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ends {
    /// The function was not negative, and is less now.
    Ranked {
        /// The function, of the numbers now.
        rank: Linear,
        /// Why it was not negative.
        bounded: Sum,
        /// Why it is less.
        less: Sum,
    },
    /// Another thread has not stepped, though it could.
    Unfair {
        /// The thread.
        thread: usize,
        /// Why it has not stepped.
        waits: Sum,
        /// Why it can step, wherever it stands: contradictions, in the order of `check::rules::modular`.
        able: Vec<Sum>,
    },
}

/// How a relation begins or goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelationMove {
    /// The relation before the step; nothing if the step is the first from the head.
    pub relation: Option<usize>,
    /// The step.
    pub by: By,
    /// What comes of it.
    pub effect: Effect,
}

/// A step, as the thread sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum By {
    /// A letter of its own.
    Own(usize),
    /// A step of another thread, as the guarantee says.
    Other(Who, usize),
}

impl Modular {
    /// What the proof speaks of, if it is one of this program; or what in that is not linear.
    pub fn subject(&self, program: &Program, is_over: &dyn Fn(u64) -> bool) -> Result<Subject, NotLinear> {
        let subject = Subject::of(program, is_over)?;
        if self.is_shared { subject.with_shared(program) } else { Ok(subject) }
    }

    /// Whether nobody has to know anything but global variables of what others do, in the system of which it speaks. The number of a
    /// thread is no variable.
    pub fn is_modular(&self, system: &System) -> bool {
        let shared = if self.is_shared { Shared::of(system) } else { None };
        let located = shared.as_ref().map_or_else(|| Located::of(system), Located::shared);
        let about_globals = |fact: &Linear| {
            fact.terms().iter().all(|(variable, _)| match variable {
                Var::State(number) | Var::Old(number) => {
                    let is_there = located.meaning(*number).is_some();
                    is_there && (located.owner(*number).is_none() || located.is_rigid(*number))
                }
                Var::Chosen(_) => true,
            })
        };
        let guarantees = self.threads.iter().flat_map(|thread| &thread.guarantees);
        guarantees.flat_map(|guarantee| &guarantee.facts).all(about_globals)
    }
}
