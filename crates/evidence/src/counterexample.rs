//! Counterexamples: runs that show that a property does not hold.

use num_bigint::BigInt;
use program::ids::{NodeId, ProcId, SectionKindId, ThreadSlot};
use program::polynomial::Polynomial;
pub use program::procedure::Motion;
use program::value::Value;

/// Why a property does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counterexample {
    /// The run `stem · cycle^ω` exists, is infinite, and is fair as the question asks.
    ///
    /// Refutes `finish`, `terminate`, and `thread=NAME` if a thread of that name that lives through the cycle steps in it.
    Lasso(Lasso),
    /// After these steps no thread can step, the program has not ended, and some thread is blocked.
    ///
    /// Refutes `finish`.
    Deadlock(Vec<Step>),
    /// After these steps a thing that ought to happen cannot happen any more, whatever is scheduled.
    ///
    /// Refutes `sections` or `exit`, as its [`Trap::lost`] says.
    Trap(Trap),
    /// The last of these steps fails: an assertion, a memory access, the end of a section that was not entered.
    ///
    /// Refutes every property.
    Failure(Vec<Step>),
}

/// A step of a run: everything that the semantics leaves open, so that replaying it is deterministic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who steps.
    pub thread: ThreadSlot,
    /// Which way it goes.
    pub motion: Motion,
    /// One choice for each havocked variable and for each join, in the order in which they come.
    pub choices: Vec<Choice>,
}

/// What a step chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A value for a havocked variable. With [`Value::Any`] the run must not depend on it.
    Value(Value),
    /// The thread that a join takes.
    Thread(ThreadSlot),
}

/// An ultimately periodic run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// From the initial state to the first state of the cycle.
    pub stem: Vec<Step>,
    /// The steps that repeat; at least one.
    pub cycle: Vec<Step>,
    /// Why the cycle can be taken again and again.
    pub closing: Closing,
}

/// Why a cycle can be taken again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Closing {
    /// The state after the cycle equals the state before it.
    SameState,
    /// It does so up to the numbers of dynamically allocated objects, counting only objects that can still be reached.
    SameUpToHeapNames,
    /// It does so, up to the numbers of objects, in all that the cycle sees: stacks may be deeper, by frames that the cycle does not
    /// return to.
    Keyframe,
    /// It does so but for integers that grow: they, and the choices of the cycle, are polynomials over these parameters, and all that
    /// is asked in the cycle has the same answer whatever natural numbers the parameters are. Stacks may be deeper as above.
    Growing(Vec<Parameter>),
}

/// A number that changes with each turn of a cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// What it is when the cycle is taken for the first time: not negative.
    pub first: BigInt,
    /// What it is the next time, by what all parameters are now: without any minus.
    pub next: Polynomial,
}

/// A run to a point of no return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// The way there.
    pub steps: Vec<Step>,
    /// What cannot be reached from there.
    pub lost: Lost,
}

/// What cannot happen any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The program's end. Refutes `exit`.
    End,
    /// The end of this open section, and the program's end. Refutes `sections`.
    Section(SectionInstance),
}

/// A section that is open in a state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SectionInstance {
    /// Whose.
    pub thread: ThreadSlot,
    /// What makes it a section.
    pub identity: SectionIdentity,
}

/// What makes a stretch of a thread's run a section.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SectionIdentity {
    /// It was opened by [`program::command::Action::Enter`].
    Opened {
        /// Its kind.
        kind: SectionKindId,
        /// How many sections the thread opened before it and has not left: its place in [`the thread's list`][list].
        ///
        /// The object is not part of the identity, since the name of a memory object may differ from state to state.
        /// A place is a good name where it matters, in a section that is never left: nothing in front of it is left, either,
        /// once all that is ever left has been.
        ///
        /// [list]: program::command::Action::Enter
        place: u32,
    },
    /// The thread stands at a node that is a section.
    Node {
        /// How many frames are below.
        depth: u32,
        /// The procedure in the topmost frame.
        procedure: ProcId,
        /// Where it stands.
        node: NodeId,
    },
    /// The procedure's call is a section and has not returned.
    Call {
        /// How many frames are below the call's.
        depth: u32,
        /// The procedure.
        procedure: ProcId,
    },
}
