//! Calls and threads.

use crate::interpret::{Frame, Outcome, State, Thread};
use crate::shape::Shape;
use crate::syntax::{Call, Variable};
use crate::values::{Value, arbitrary, combinations};

impl State {
    /// One frame for each choice of the values that its variables happen to have.
    pub fn frames(shape: &Shape<'_>, procedure: usize, arguments: &[Value], results: Vec<Variable>) -> Vec<Frame> {
        let declared = &shape.program.procedures[procedure];
        let others: Vec<Vec<Value>> = declared.locals[declared.parameters..].iter().map(|ty| arbitrary(*ty)).collect();
        let frame = |others: Vec<Value>| Frame {
            procedure,
            locals: arguments.iter().cloned().chain(others).collect(),
            control: shape.start(procedure),
            results: results.clone(),
        };
        combinations(&others).into_iter().map(frame).collect()
    }

    /// One state for each such frame of a new thread, and the slot of the thread.
    pub fn with_thread(
        &self,
        shape: &Shape<'_>,
        procedure: usize,
        arguments: Vec<Value>,
        id: Option<Vec<Value>>,
        arm_of: Option<(usize, usize)>,
    ) -> Vec<(State, usize)> {
        let slot = self.threads.iter().position(Option::is_none).unwrap_or(self.threads.len());
        let with_frame = |frame: Frame| {
            let mut state = self.clone();
            state.threads.resize(state.threads.len().max(slot + 1), None);
            let (id, frames) = (id.clone(), vec![frame]);
            let (finished, held, waits_for_arms) = (None, 0, false);
            state.threads[slot] = Some(Thread { procedure, id, arm_of, frames, finished, held, waits_for_arms });
            (state, slot)
        };
        State::frames(shape, procedure, &arguments, Vec::new()).into_iter().map(with_frame).collect()
    }

    pub fn with_running_thread(
        &self,
        shape: &Shape<'_>,
        slot: usize,
        call: &Call,
        id: Option<Vec<Value>>,
        arm_of: Option<(usize, usize)>,
    ) -> Vec<State> {
        let arguments = call.arguments.iter().map(|argument| self.scope(slot).eval(argument)).collect();
        let settled = |(mut state, slot): (State, usize)| {
            state.settle(shape, slot);
            state
        };
        self.with_thread(shape, call.procedure, arguments, id, arm_of).into_iter().map(settled).collect()
    }

    pub fn remove(&mut self, slot: usize) {
        self.threads[slot] = None;
        while self.threads.last().is_some_and(Option::is_none) {
            self.threads.pop();
        }
    }

    pub fn call(&self, shape: &Shape<'_>, slot: usize, call: &Call) -> Vec<Outcome> {
        let scope = self.scope(slot);
        let arguments: Vec<Value> = call.arguments.iter().map(|argument| scope.eval(argument)).collect();
        let frames = State::frames(shape, call.procedure, &arguments, call.results.clone());
        let called = |frame: Frame| {
            let mut state = self.clone();
            state.advance(slot);
            state.thread_mut(slot).frames.push(frame);
            state.settle(shape, slot);
            Outcome::Goes(state)
        };
        frames.into_iter().map(called).collect()
    }

    pub fn return_to_caller(&self, shape: &Shape<'_>, slot: usize) -> Vec<Outcome> {
        let mut state = self.clone();
        let frame = state.thread_mut(slot).frames.pop().expect("the callee has a frame");
        let first = shape.program.procedures[frame.procedure].parameters;
        for (position, target) in frame.results.iter().enumerate() {
            state.assign(slot, *target, frame.locals[first + position].clone());
        }
        state.settle(shape, slot);
        vec![Outcome::Goes(state)]
    }

    /// One state for each finished thread that can be joined.
    pub fn join(&self, shape: &Shape<'_>, slot: usize, id: &[Value], targets: &[Variable]) -> Vec<State> {
        let here = &shape.program.procedures[self.frame(slot).procedure];
        let ty = |variable: &Variable| match variable {
            Variable::Global(index) => shape.program.globals[*index],
            Variable::Local(index) => here.locals[*index],
        };
        let mut joined = Vec::new();
        for (other, thread) in self.threads.iter().enumerate() {
            let Some(Thread { id: Some(found), finished: Some(results), procedure, .. }) = thread else { continue };
            let declared = &shape.program.procedures[*procedure];
            let types = declared.locals[declared.parameters..][..declared.results].iter().copied();
            if found == id && (targets.is_empty() || targets.iter().map(ty).eq(types)) {
                let mut state = self.clone();
                for (target, result) in targets.iter().zip(results) {
                    state.assign(slot, *target, result.clone());
                }
                state.remove(other);
                joined.push(state);
            }
        }
        joined
    }

    pub fn fork_arms(&self, shape: &Shape<'_>, slot: usize, arms: &[Call]) -> Vec<State> {
        let mut states = vec![self.clone()];
        for (position, arm) in arms.iter().enumerate() {
            let fork = |state: &State| state.with_running_thread(shape, slot, arm, None, Some((slot, position)));
            states = states.iter().flat_map(fork).collect();
        }
        states.iter_mut().for_each(|state| state.thread_mut(slot).waits_for_arms = true);
        states
    }

    pub fn join_arms(&self, slot: usize, arms: &[Call]) -> Vec<State> {
        let mut state = self.clone();
        state.thread_mut(slot).waits_for_arms = false;
        for (position, arm) in arms.iter().enumerate() {
            let is_arm =
                |thread: &Option<Thread>| thread.as_ref().is_some_and(|thread| thread.arm_of == Some((slot, position)));
            let other = self.threads.iter().position(is_arm).expect("an arm stays until it is joined");
            let Some(results) = &self.thread(other).finished else { return Vec::new() };
            for (target, result) in arm.results.iter().zip(results) {
                state.assign(slot, *target, result.clone());
            }
            state.remove(other);
        }
        vec![state]
    }
}
