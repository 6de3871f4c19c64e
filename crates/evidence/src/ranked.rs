//! Proofs of termination: sets of facts that hold on the way, and ranking functions for whatever could be repeated.
//!
//! They speak of the program as a system of threads over linear integer arithmetic ([`program::linear::system`]), in whose letters the
//! numbers of letters are counted. `check::rules::ranked` says what has to be true of them, and why that is enough.

use std::collections::BTreeMap;

use program::linear::cases::NotLinear;
use program::linear::expr::Linear;
use program::linear::sum::Sum;
use program::linear::symmetry::Kin;
use program::linear::system::{Control, Subject};
use program::program::Program;

/// A proof that all runs of a program end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The order in which threads are preferred where steps commute; without one, all threads are followed everywhere.
    pub order: Option<Vec<usize>>,
    /// What is known after words of letters. The set with number 0 is known at the beginning.
    pub stem: Annotation,
    /// Ranking functions.
    pub modules: Vec<Module>,
    /// Why not everybody is stuck where everybody might be.
    pub not_stuck: Vec<NotStuck>,
    /// Why threads can go on at places where that depends on the numbers.
    pub able: Vec<Able>,
    /// What is taken away of the graph of places, one after the other, since no run comes there for ever. There is no cycle in what is left.
    pub cuts: Vec<Cut>,
    /// Threads that may change places. If there are any, the system is the one of [`program::linear::system::Subject::with_kin`].
    pub kin: Vec<Kin>,
    /// Where threads are given other names.
    pub renamed: Vec<Renamed>,
}

impl Ranked {
    /// Whether threads are given other names.
    pub fn changes_places(&self) -> bool {
        !self.kin.is_empty() || !self.renamed.is_empty()
    }

    /// What the proof speaks of, if it is one of this program; or what in that is not linear.
    pub fn subject(&self, program: &Program, is_over: &dyn Fn(u64) -> bool) -> Result<Subject, NotLinear> {
        let subject = Subject::of(program, is_over)?;
        if self.changes_places() { subject.with_kin(program) } else { Ok(subject) }
    }
}

/// Names that threads are given whenever a step leads to a place, which so becomes another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// The place to which steps lead.
    pub place: Place,
    /// The threads that are given another name, with it.
    pub threads: BTreeMap<usize, usize>,
}

/// Facts, sets of facts, and which set is known after a letter if another one was known before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// What is not negative in some sets.
    pub facts: Vec<Linear>,
    /// The sets, by the places of their facts.
    pub sets: Vec<Vec<usize>>,
    /// What comes after letters.
    pub moves: Vec<Move>,
}

/// What comes after a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The set of the stem that is known before it.
    pub stem: usize,
    /// The set of the annotation itself that is known before it; for the stem, the same.
    pub set: usize,
    /// The letter.
    pub letter: usize,
    /// What comes of it.
    pub effect: Effect,
}

/// What comes of a letter.
///
/// In sums, premises are counted in this order: the facts of the stem's set, those of the set (unless it is the same), the letter's guard,
/// and the ranges of all variables in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It cannot be taken: the sum shows a contradiction.
    Never(Sum),
    /// The set is known afterwards; there is a sum for each of its facts.
    To(usize, Vec<Sum>),
}

/// A ranking function, and what is known of it in cycles.
///
/// The facts also speak of [`program::linear::expr::Var::Old`] with the module's number, which is what the function was at the beginning
/// of the cycle. The set with number 0 is known there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// The function.
    pub rank: Linear,
    /// What is known. A letter without a move leaves nothing known.
    pub annotation: Annotation,
}

/// Where threads stand, and what is known there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Where threads stand.
    pub control: Control,
    /// The set of the stem that is known when a run comes there; then, for each time that it is followed on below a bound
    /// ([`Cut::Falls`]), the one that is known from then on. The last one counts.
    pub sets: Vec<usize>,
}

/// Why a part of the graph is no place to stay for ever.
///
/// A *part* is the places that can be reached from a place, and from which it can be reached, in what is left of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Every word from the place back to it is ranked by a module, or keeps a thread waiting. The place is taken away.
    Head(Place),
    /// In the part around the place, the function of the module never gets larger. Steps on which it gets less are taken away.
    ///
    /// If threads are given other names in the part, the same holds of all functions that this one becomes by that, which modules have as
    /// well; and steps are taken away on which one of them gets less, and is known not to have been negative.
    ///
    /// If it is not known of each of these that the function was not negative before, then it may get less for ever, and is negative
    /// from some time on. So places are added at which that is known as well, with the steps of the part.
    Falls {
        /// The place.
        around: Place,
        /// The module.
        module: usize,
    },
    /// In the part around the place, the thread does not step, and at some places it could. These are taken away.
    Waits {
        /// The place.
        around: Place,
        /// The thread.
        thread: usize,
    },
}

/// Why not everybody is stuck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotStuck {
    /// Where.
    pub place: Place,
    /// For each of the alternatives of [`program::linear::blocked::all_blocked`], a contradiction: premises are the facts of the set, those
    /// of the alternative, and the ranges of all variables.
    pub sums: Vec<Sum>,
}

/// Why a thread can go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Able {
    /// Where.
    pub place: Place,
    /// Who.
    pub thread: usize,
    /// For each of the alternatives of [`program::linear::blocked::blocked`], a contradiction, with premises as in [`NotStuck`].
    pub sums: Vec<Sum>,
}
