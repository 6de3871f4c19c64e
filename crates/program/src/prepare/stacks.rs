//! What the stack is at each location, for programs in which recursion is cut off.
//!
//! Every call is followed by itself, so that a location tells which procedures are at work, and each of them has local variables of its
//! own. Whoever looks for a stack that grows compares the frames on top of it at two locations.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::Callee;
use crate::ids::{LocalId, NodeId, ProcId};
use crate::program::Program;
use crate::value::Value;

use crate::prepare::explore::Explorer;
use crate::prepare::known::Known;
use crate::prepare::points::{CallFacts, PointId};

/// The procedures at work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    /// From the one on top to the one that the thread starts with.
    pub frames: Vec<FrameAt>,
    /// Whether a procedure that may call itself begins here.
    pub begins_again: bool,
}

/// A procedure at work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameAt {
    /// The procedure.
    pub procedure: ProcId,
    /// Where it stands; below another frame, where it goes on after the return.
    pub node: NodeId,
    /// Whether there are memory objects that end with it.
    pub has_objects: bool,
    /// What its local variables are in the prepared program, in their order.
    pub locals: Vec<Held>,
}

/// What a local variable has become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Held {
    /// A value, which it has whenever the thread is at the location.
    Known(Value),
    /// A local variable of the prepared procedure.
    Variable(LocalId),
}

impl Stack {
    /// The stack at the location, with the new numbers of variables.
    pub(crate) fn at(explorer: &Explorer<'_>, point: PointId, renumbered: &BTreeMap<LocalId, LocalId>) -> Stack {
        let (program, points) = (explorer.program, &explorer.points);
        let facts = explorer.facts[point.0 as usize].as_ref().expect("a location with edges was reached");
        let top = points.point(point);
        let mut node = top.node;
        let mut frames = Vec::new();
        for (call, known) in points.stack(top.call).into_iter().zip(facts.frames.iter().rev()) {
            let CallFacts { caller, procedure, .. } = points.call(call);
            let held = |(index, known): (usize, &Known)| match known.single() {
                Some(value) => Held::Known(value.clone()),
                None => Held::Variable(renumbered[&points.local_number(call, LocalId::new(index))]),
            };
            let locals = known.iter().enumerate().map(held).collect();
            let has_objects = !explorer.ending_with(call).is_empty();
            frames.push(FrameAt { procedure: *procedure, node, has_objects, locals });
            if let Some((caller, edge)) = caller {
                node = program.procedure(points.procedure_of(*caller)).edge(*edge).to;
            }
        }
        let procedure = points.call(top.call).procedure;
        let begins = top.node == program.procedure(procedure).entry;
        Stack { frames, begins_again: begins && explorer.is_cut(procedure) }
    }
}

/// The procedures that may call themselves, by way of others perhaps, as far as calls name procedures.
pub fn recursive(program: &Program) -> BTreeSet<ProcId> {
    let callees = |procedure: ProcId| {
        let calls = program.procedure(procedure).edges.iter().filter_map(|edge| edge.call.as_ref());
        let named = |callee: &Callee| if let Callee::Procedure(callee) = callee { Some(*callee) } else { None };
        calls.filter_map(|call| named(&call.callee)).collect::<BTreeSet<ProcId>>()
    };
    let all = (0..program.procedures.len()).map(ProcId::new);
    let calls: Vec<BTreeSet<ProcId>> = all.clone().map(callees).collect();
    let calls_itself = |procedure: &ProcId| {
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<ProcId> = calls[procedure.index()].iter().copied().collect();
        while let Some(callee) = waiting.pop() {
            if seen.insert(callee) {
                waiting.extend(&calls[callee.index()]);
            }
        }
        seen.contains(procedure)
    };
    all.filter(calls_itself).collect()
}
