//! Cycles on growing stacks.
//!
//! Recursion is cut off at some depth, and until then each call has locations and variables of its own. A thread that calls itself for
//! ever is at another location after the cycle, with more procedures at work. It can go on as before if the cycle saw only the frames
//! on top of its stack, and these are now the same: the same procedures at the same places, with the same values.
//!
//! The paper guesses, when a procedure is called, that it is the *keyframe*: one that does not return in the cycle. Then it compares
//! the local valuation at that call with the one at a later call, and shifts the globals by a number of rounds when the cycle begins
//! anew in a call further down. Here the frames at the cycle's head and end are compared, for every number of them that the cycle may see,
//! so that neither a guess nor a shift is needed: the solver chooses.

use engine::prepare::stacks::{FrameAt, Held};
use program::ids::ProcId;
use program::value::Value;
use solver::terms::Term;

use crate::contents::Contents;
use crate::context::{Context, Unrolling, Whereabouts};
use crate::expressions::literal;
use crate::heap::Renaming;
use crate::state::Local;

impl Unrolling<'_, '_> {
    /// Asserts that the thread is where it was, or deeper in a recursion and sees the same.
    pub fn closes_on_stack(
        &mut self,
        cycle: &[Context],
        renaming: &Renaming,
        thread: ProcId,
        before: &Whereabouts,
        after: &Whereabouts,
    ) {
        let stacks = &self.threads[thread.index()].stacks;
        let highest = stacks.iter().flatten().map(|stack| stack.frames.len()).max().unwrap_or(0);
        let goes_below: Vec<Term> = (0..=highest).map(|lowest| self.goes_below(cycle, thread, lowest)).collect();
        let (mut was_somewhere, mut closes) = (Vec::new(), Vec::new());
        for (from, (was, was_local)) in before {
            was_somewhere.push(*was);
            for (to, (is, is_local)) in after {
                let same = if from == to {
                    was_local.same(&mut self.terms, &self.facts.growth, renaming, is_local).ok()
                } else {
                    match (&stacks[from.index()], &stacks[to.index()]) {
                        (Some(first), Some(last)) if first.frames.len() < last.frames.len() => {
                            self.sees_same(&goes_below, renaming, (&first.frames, was_local), (&last.frames, is_local))
                        }
                        _ => None,
                    }
                };
                if let Some(same) = same {
                    closes.push(self.terms.all([*was, *is, same]));
                }
            }
        }
        let somewhere = self.terms.any(was_somewhere);
        let closes = self.terms.any(closes);
        let closes = self.terms.implies(somewhere, closes);
        self.assertions.push(closes);
        // A thread that did not exist does not exist.
        let is_somewhere: Vec<Term> = after.values().map(|(is, _)| *is).collect();
        let is_somewhere = self.terms.any(is_somewhere);
        let still = self.terms.implies(is_somewhere, somewhere);
        self.assertions.push(still);
    }

    /// Whether the cycle sees the same frames on top of both stacks, the second of which is deeper; nothing if it cannot. Given is
    /// whether it goes below each height.
    fn sees_same(
        &mut self,
        goes_below: &[Term],
        renaming: &Renaming,
        (first, was): (&[FrameAt], &Local),
        (last, is): (&[FrameAt], &Local),
    ) -> Option<Term> {
        let mut all = vec![was.same_sections(&mut self.terms, renaming, is).ok()?];
        let mut ways = Vec::new();
        for (seen, (left, right)) in first.iter().zip(last).enumerate() {
            let is_alike = (left.procedure, left.node) == (right.procedure, right.node);
            // Objects on the stack have names of their own in each call.
            if !is_alike || left.has_objects || right.has_objects {
                break;
            }
            let Some(same) = self.same_frame(renaming, (left, was), (right, is)) else { break };
            all.push(same);
            let stays = self.terms.not(goes_below[first.len() - seen]);
            ways.push(self.terms.all(all.iter().copied().chain([stays]).collect::<Vec<_>>()));
        }
        Some(self.terms.any(ways))
    }

    /// Whether fewer procedures than that are at work somewhere in the cycle.
    fn goes_below(&mut self, cycle: &[Context], thread: ProcId, lowest: usize) -> Term {
        let edges = &self.threads[thread.index()].edges;
        let steps = cycle.iter().filter(|context| context.thread == thread);
        let steps = steps.flat_map(|context| context.copies.values()).flat_map(|copy| &copy.steps);
        let below: Vec<Term> =
            steps.filter(|step| edges[step.edge.index()].lowest < lowest).map(|step| step.taken).collect();
        let below = self.terms.any(below);
        self.named("below", below)
    }

    /// Whether the local variables of both procedures at work hold the same; nothing if they cannot.
    fn same_frame(
        &mut self,
        renaming: &Renaming,
        (left, was): (&FrameAt, &Local),
        (right, is): (&FrameAt, &Local),
    ) -> Option<Term> {
        let mut all = Vec::new();
        for (left, right) in left.locals.iter().zip(&right.locals) {
            all.push(match (left, right) {
                (Held::Known(left), Held::Known(right)) if left == right => continue,
                (Held::Known(_), Held::Known(_)) => return None,
                (Held::Variable(left), Held::Variable(right)) => {
                    let (left, right) = (&was.variables[left.index()], &is.variables[right.index()]);
                    left.same(&mut self.terms, &self.facts.growth, renaming, right)
                }
                (Held::Variable(variable), Held::Known(value)) => {
                    let held = &was.variables[variable.index()];
                    let known = self.known(value, held)?;
                    held.same(&mut self.terms, &self.facts.growth, renaming, &known)
                }
                (Held::Known(value), Held::Variable(variable)) => {
                    let held = &is.variables[variable.index()];
                    let known = self.known(value, held)?;
                    known.same(&mut self.terms, &self.facts.growth, renaming, held)
                }
            });
        }
        Some(self.terms.all(all))
    }

    /// The value in place of what the variable holds; nothing if there is no term for it.
    fn known(&mut self, value: &Value, like: &Contents) -> Option<Contents> {
        match value {
            Value::Any => Some(like.emptied(&mut self.terms)),
            _ => {
                let term = literal(&mut self.terms, &self.facts.universe, value).ok()?;
                Some(Contents::of(&mut self.terms, term))
            }
        }
    }
}
