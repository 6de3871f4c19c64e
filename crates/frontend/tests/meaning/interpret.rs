//! What programs do, statement by statement, straight from `docs/LANGUAGE.md`.

use std::collections::BTreeSet;

use crate::shape::{Kind, Place, Shape};
use crate::syntax::{Expr, Statement, Variable};
use crate::values::{LEAST, MOST, Scope, Value, arbitrary, combinations, havocked};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub globals: Vec<Value>,
    pub threads: Vec<Option<Thread>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    pub procedure: usize,
    pub id: Option<Vec<Value>>,
    /// For an arm of a parallel call, who waits for it and as which arm.
    pub arm_of: Option<(usize, usize)>,
    pub frames: Vec<Frame>,
    /// The results, when it has finished.
    pub finished: Option<Vec<Value>>,
    /// How often it holds the scheduler.
    pub held: u32,
    pub waits_for_arms: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    pub procedure: usize,
    pub locals: Vec<Value>,
    /// Empty at the end of the procedure.
    pub control: Vec<Place>,
    /// The caller's variables for the results.
    pub results: Vec<Variable>,
}

/// What comes of a step.
pub enum Outcome {
    Goes(State),
    Fails,
}

/// How a step is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Alone,
    /// As a part of an atomic block that is one step: all ways through are tried, so no choice is final.
    Part,
}

/// All states that the program may start in.
pub fn initial(shape: &Shape<'_>) -> Vec<State> {
    let program = shape.program;
    let globals: Vec<Vec<Value>> = program.globals.iter().map(|ty| arbitrary(*ty)).collect();
    let mut states = Vec::new();
    for globals in combinations(&globals) {
        let nobody = State { globals, threads: Vec::new() };
        for (mut state, _) in nobody.with_thread(shape, 0, Vec::new(), None, None) {
            if state.takes_leading_assumptions(shape) {
                state.settle(shape, 0);
                states.push(state);
            }
        }
    }
    states
}

/// How many statements at the beginning of the program say what its initial values are.
pub fn leading_assumptions(shape: &Shape<'_>) -> usize {
    let mut count = 0;
    for (position, statement) in shape.program.procedures[0].body.iter().enumerate() {
        match statement {
            Statement::Assume(condition) if condition.mentions_any() => count = position + 1,
            Statement::Assume(Expr::Bool(true)) => {}
            _ => break,
        }
    }
    count
}

impl State {
    /// Everything that can happen next; nothing if everybody waits or has finished.
    pub fn outcomes(&self, shape: &Shape<'_>) -> Vec<Outcome> {
        let slots: Vec<usize> = (0..self.threads.len()).filter(|slot| self.threads[*slot].is_some()).collect();
        let holder = slots.iter().find(|slot| self.thread(**slot).held > 0);
        let may_step = |slot: &&usize| holder.is_none_or(|holder| holder == *slot);
        slots.iter().filter(may_step).flat_map(|slot| self.step(shape, *slot, Mode::Alone)).collect()
    }

    pub fn has_ended(&self) -> bool {
        self.threads.iter().flatten().all(|thread| thread.finished.is_some())
    }

    /// Whether no number has grown out of hand.
    pub fn is_small(&self) -> bool {
        let frames = self.threads.iter().flatten().flat_map(|thread| &thread.frames);
        let mut values = self.globals.iter().chain(frames.flat_map(|frame| &frame.locals));
        values.all(Value::is_small)
    }

    pub fn thread(&self, slot: usize) -> &Thread {
        self.threads[slot].as_ref().expect("the thread exists")
    }

    pub fn thread_mut(&mut self, slot: usize) -> &mut Thread {
        self.threads[slot].as_mut().expect("the thread exists")
    }

    pub fn frame(&self, slot: usize) -> &Frame {
        self.thread(slot).frames.last().expect("a running thread has a frame")
    }

    pub fn frame_mut(&mut self, slot: usize) -> &mut Frame {
        self.thread_mut(slot).frames.last_mut().expect("a running thread has a frame")
    }

    pub fn scope(&self, slot: usize) -> Scope<'_> {
        Scope { globals: &self.globals, locals: &self.frame(slot).locals, bound: 0 }
    }

    pub fn assign(&mut self, slot: usize, variable: Variable, value: Value) {
        match variable {
            Variable::Global(index) => self.globals[index] = value,
            Variable::Local(index) => self.frame_mut(slot).locals[index] = value,
        }
    }

    fn takes_leading_assumptions(&mut self, shape: &Shape<'_>) -> bool {
        let count = leading_assumptions(shape);
        let assumptions = &shape.program.procedures[0].body[..count];
        self.frame_mut(0).control[0].next = count;
        assumptions.iter().all(|statement| match statement {
            Statement::Assume(condition) => self.scope(0).truth(condition),
            _ => unreachable!("only assumptions are leading assumptions"),
        })
    }

    /// All that the thread can do next.
    fn step(&self, shape: &Shape<'_>, slot: usize, mode: Mode) -> Vec<Outcome> {
        self.step_from(shape, slot, mode, &mut Vec::new())
    }

    fn step_from(&self, shape: &Shape<'_>, slot: usize, mode: Mode, seen: &mut Vec<Vec<Place>>) -> Vec<Outcome> {
        if self.thread(slot).finished.is_some() {
            return Vec::new();
        }
        let frame = self.frame(slot);
        let Some(place) = frame.control.last().copied() else { return self.return_to_caller(shape, slot) };
        // If control has not settled, it goes round for ever without a step: each round is one.
        let Some(statement) = shape.statement(place) else { return vec![Outcome::Goes(self.clone())] };
        let scope = self.scope(slot);
        // What follows when the state was changed and control goes on behind the statement.
        let behind = |mut state: State| {
            state.advance(slot);
            state.settle(shape, slot);
            Outcome::Goes(state)
        };
        match statement {
            Statement::Assume(condition) if scope.truth(condition) => vec![behind(self.clone())],
            Statement::Assume(_) => Vec::new(),
            Statement::Assert(condition) if scope.truth(condition) => vec![behind(self.clone())],
            Statement::Assert(_) => vec![Outcome::Fails],
            Statement::Assign(assignments) => {
                let mut state = self.clone();
                for (variable, keys, value) in assignments {
                    let mut value = scope.eval(value);
                    if !keys.is_empty() {
                        let Value::Map(mut elements) = scope.eval(&Expr::Variable(*variable)) else {
                            panic!("{variable} is no map")
                        };
                        elements[scope.position(keys)] = value;
                        value = Value::Map(elements);
                    }
                    state.assign(slot, *variable, value);
                }
                vec![behind(state)]
            }
            Statement::Havoc(variables) => self.havoc(shape, slot, variables),
            Statement::If(Some(condition), ..) => {
                let which = usize::from(!scope.truth(condition));
                vec![Outcome::Goes(self.entered(shape, slot, which, mode))]
            }
            Statement::While(Some(condition), _) if scope.truth(condition) => {
                vec![Outcome::Goes(self.entered(shape, slot, 0, mode))]
            }
            Statement::While(Some(_), _) | Statement::Yield => vec![behind(self.clone())],
            Statement::If(None, ..) | Statement::While(None, _) | Statement::Goto(_) => {
                self.choose(shape, slot, mode, seen)
            }
            Statement::Call(call) => self.call(shape, slot, call),
            Statement::Async(call) => {
                self.with_running_thread(shape, slot, call, None, None).into_iter().map(behind).collect()
            }
            Statement::Fork(id, call) => {
                let id = id.iter().map(|part| scope.eval(part)).collect();
                self.with_running_thread(shape, slot, call, Some(id), None).into_iter().map(behind).collect()
            }
            Statement::Join(id, results) => {
                let id: Vec<Value> = id.iter().map(|part| scope.eval(part)).collect();
                self.join(shape, slot, &id, results).into_iter().map(behind).collect()
            }
            Statement::Par(arms) if self.thread(slot).waits_for_arms => {
                self.join_arms(slot, arms).into_iter().map(behind).collect()
            }
            Statement::Par(arms) => self.fork_arms(shape, slot, arms).into_iter().map(Outcome::Goes).collect(),
            Statement::Atomic(_) if mode == Mode::Part => vec![Outcome::Goes(self.entered(shape, slot, 0, mode))],
            Statement::Atomic(body) if shape.has_loops(body) => {
                let mut state = self.clone();
                state.thread_mut(slot).held += 1;
                vec![Outcome::Goes(state.entered(shape, slot, 0, mode))]
            }
            Statement::Atomic(_) => self.ways_through(shape, slot),
            Statement::Begin => {
                let mut state = self.clone();
                state.thread_mut(slot).held += 1;
                vec![behind(state)]
            }
            Statement::End if self.thread(slot).held == 0 => vec![Outcome::Fails],
            Statement::End => {
                let mut state = self.clone();
                state.thread_mut(slot).held -= 1;
                vec![behind(state)]
            }
            Statement::Label(_) | Statement::Return | Statement::Break(_) => vec![Outcome::Goes(self.clone())],
        }
    }

    /// A `havoc`, with the assumptions that directly follow and mention what it sets.
    fn havoc(&self, shape: &Shape<'_>, slot: usize, variables: &[Variable]) -> Vec<Outcome> {
        let frame = self.frame(slot);
        let place = *frame.control.last().expect("control is at the statement");
        let mut assumptions = Vec::new();
        for statement in &shape.rest(place)[1..] {
            let Statement::Assume(condition) = statement else { break };
            if !variables.iter().any(|variable| condition.mentions(*variable)) {
                break;
            }
            assumptions.push(condition);
        }
        let ty = |variable: &Variable| match variable {
            Variable::Global(index) => shape.program.globals[*index],
            Variable::Local(index) => shape.program.procedures[frame.procedure].locals[*index],
        };
        let choices: Vec<Vec<Value>> = variables.iter().map(|variable| havocked(ty(variable))).collect();
        let mut outcomes = Vec::new();
        for values in combinations(&choices) {
            let is_at_the_limit = values.contains(&Value::Int(LEAST)) || values.contains(&Value::Int(MOST));
            let mut state = self.clone();
            for (variable, value) in variables.iter().zip(values) {
                state.assign(slot, *variable, value);
            }
            if assumptions.iter().all(|condition| state.scope(slot).truth(condition)) {
                assert!(!is_at_the_limit, "this havoc is not confined");
                state.frame_mut(slot).control.last_mut().expect("control is somewhere").next += 1 + assumptions.len();
                state.settle(shape, slot);
                outcomes.push(Outcome::Goes(state));
            }
        }
        outcomes
    }

    /// A choice between several ways, made once and for all unless a way has a guard.
    fn choose(&self, shape: &Shape<'_>, slot: usize, mode: Mode, seen: &mut Vec<Vec<Place>>) -> Vec<Outcome> {
        let control = &self.frame(slot).control;
        let holds = control.iter().any(|place| place.kind == Kind::Hold);
        if seen.contains(control) {
            return vec![Outcome::Goes(self.clone())];
        }
        seen.push(control.clone());
        let mut outcomes = Vec::new();
        for (way, is_guarded) in self.ways(shape, slot, mode) {
            let is_inside = way.threads.get(slot).and_then(Option::as_ref).is_some_and(|thread| {
                thread.held == self.thread(slot).held
                    && thread.frames.last().is_some_and(|frame| !frame.control.is_empty())
            });
            // A block that holds the scheduler leaves a choice open until a way's first step is taken.
            let is_open = if holds { is_inside } else { is_guarded };
            if mode == Mode::Alone && is_open {
                outcomes.extend(way.step_from(shape, slot, mode, seen));
            } else {
                outcomes.push(Outcome::Goes(way));
            }
        }
        seen.pop();
        outcomes
    }

    /// The ways that can be chosen, and whether each has a guard.
    fn ways(&self, shape: &Shape<'_>, slot: usize, mode: Mode) -> Vec<(State, bool)> {
        let frame = self.frame(slot);
        let place = *frame.control.last().expect("control is at the statement");
        match shape.statement(place) {
            Some(Statement::If(_, then, otherwise)) => [then, otherwise]
                .into_iter()
                .enumerate()
                .map(|(which, block)| (self.entered(shape, slot, which, mode), shape.begins_with_guard(block)))
                .collect(),
            Some(Statement::While(_, body)) => {
                let is_guarded = shape.begins_with_guard(body);
                let mut over = self.clone();
                over.advance(slot);
                over.settle(shape, slot);
                let follows = &shape.rest(place)[1..];
                vec![
                    (self.entered(shape, slot, 0, mode), is_guarded),
                    (over, is_guarded && shape.begins_with_guard(follows)),
                ]
            }
            Some(Statement::Goto(labels)) => {
                let way = |label: &u32| {
                    let to = shape.label(frame.procedure, *label);
                    let mut state = self.clone();
                    state.jump(to, slot);
                    state.settle(shape, slot);
                    (state, shape.begins_with_guard(shape.rest(*to.last().expect("a label is somewhere"))))
                };
                labels.iter().map(way).collect()
            }
            _ => unreachable!("only these statements are choices"),
        }
    }

    /// All ways through an atomic block without loops, in one step.
    fn ways_through(&self, shape: &Shape<'_>, slot: usize) -> Vec<Outcome> {
        let depth = self.thread(slot).frames.len();
        let is_through = |state: &State| match &state.threads.get(slot) {
            Some(Some(thread)) if thread.finished.is_none() && thread.frames.len() >= depth => {
                let control = &thread.frames[depth - 1].control;
                thread.frames.len() == depth && !control.iter().any(|place| place.kind == Kind::Step)
            }
            _ => true,
        };
        let mut outcomes = Vec::new();
        let mut seen = BTreeSet::new();
        let mut work = vec![self.entered(shape, slot, 0, Mode::Alone)];
        while let Some(state) = work.pop() {
            if !seen.insert(format!("{state:?}")) {
                continue;
            }
            if is_through(&state) {
                outcomes.push(Outcome::Goes(state));
                continue;
            }
            for outcome in state.step(shape, slot, Mode::Part) {
                match outcome {
                    Outcome::Goes(next) => work.push(next),
                    Outcome::Fails => outcomes.push(Outcome::Fails),
                }
            }
        }
        outcomes
    }
}
