//! What is true of a run in which values were left open is true with any values in their place.
//!
//! The engine answers questions about random programs. Wherever its evidence leaves a choice open, a random value is chosen
//! instead, and the evidence must still be accepted: nobody looked at what was open. Where it proves a property, the property
//! must hold of the program that starts with random values in its variables and assigns random values where all are possible.
//!
//! `UNHANG_RANDOM_PROGRAMS=1000000 UNHANG_SEED=42 cargo test --release -p engine-explicit --test open_values` tries harder.

#[path = "../../check/tests/naive/mod.rs"]
mod naive;

use std::sync::Arc;

use check::accept::accept;
use check::explore::{Graph, Spurious};
use check::replay::replay;
use check::rules::exploration;
use check::semantics::state::{Phase, State, initial};
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_explicit::Explicit;
use evidence::counterexample::{Choice, Counterexample, Lasso, Motion, Step, Trap};
use evidence::verdict::Verdict;
use program::arbitrary::Shape;
use program::arbitrary::random::Random;
use program::command::{Action, Command};
use program::expr::{Expr, VarRef};
use program::procedure::Procedure;
use program::program::Program;
use program::property::Question;
use program::types::Type;
use program::value::{Bits, MapValue, Value};

/// After so many rounds of a cycle at the latest a state comes back: values only move from variable to variable.
const MOST_ROUNDS: usize = 24;

/// What was tried with the answers about a program.
#[derive(Clone, Copy, Default)]
struct Tried {
    /// How many choices in counterexamples were open.
    choices: usize,
    /// How many counterexamples had such choices.
    counterexamples: usize,
    /// How many proofs were tried.
    proofs: usize,
}

#[test]
fn open_values_can_be_any() {
    let count = naive::random_programs(1_000);
    let outcomes = naive::for_seeds(count, |seed| {
        let shape = Shape { features: naive::features(seed), memory: false, ..Shape::default() };
        let program = naive::small_program(seed, shape);
        let mut random = Random::new(seed ^ 0x0be4);
        let mut tried = Tried::default();
        if naive::graph::Graph::build(&program, naive::MOST_STATES).is_none() {
            return Ok(tried);
        }
        for question in naive::questions(&program) {
            let result = match solve(&program, &question) {
                Verdict::Refuted(counterexample) => {
                    refutes_with_any_values(&program, &question, &counterexample, &mut random, &mut tried)
                }
                Verdict::Proved(_) => holds_with_any_values(&program, &question, &mut random, &mut tried),
                Verdict::Unknown(_) => Ok(()),
            };
            result.map_err(|how| format!("UNHANG_SEED={seed}: {question:?}: {how}\n{program:#?}"))?;
        }
        Ok::<Tried, String>(tried)
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} programs; the first:\n{}", wrong.len(), wrong[0]);
    let sum = |part: fn(&Tried) -> usize| outcomes.iter().flatten().map(part).sum::<usize>() as u64;
    let (choices, counterexamples, proofs) =
        (sum(|tried| tried.choices), sum(|tried| tried.counterexamples), sum(|tried| tried.proofs));
    assert!(
        counterexamples * 20 >= count && choices > counterexamples && proofs >= count,
        "too little was tried: {choices} open choices in {counterexamples} counterexamples, {proofs} proofs"
    );
}

fn solve(program: &Program, question: &Question) -> Verdict {
    Explicit.solve(Task { program, question }, &Budget::start(Limits::default()), &Silent)
}

/// The counterexample with values in place of what it leaves open is accepted, too.
fn refutes_with_any_values(
    program: &Program,
    question: &Question,
    counterexample: &Counterexample,
    random: &mut Random,
    tried: &mut Tried,
) -> Result<(), String> {
    let mut filling = Filling { program, random, open: 0 };
    let filled = match counterexample {
        Counterexample::Deadlock(steps) => Counterexample::Deadlock(filling.steps(&initial(program), steps)?),
        Counterexample::Failure(steps) => Counterexample::Failure(filling.steps(&initial(program), steps)?),
        Counterexample::Trap(trap) => {
            let steps = filling.steps(&initial(program), &trap.steps)?;
            Counterexample::Trap(Trap { steps, lost: trap.lost.clone() })
        }
        Counterexample::Lasso(lasso) => Counterexample::Lasso(filling.lasso(lasso)?),
    };
    if filling.open == 0 {
        return Ok(());
    }
    tried.choices += filling.open;
    tried.counterexamples += 1;
    match accept(program, question, Verdict::Refuted(filled.clone()), &|_, _| false) {
        Ok(_) => Ok(()),
        Err(rejection) => Err(format!("{counterexample:?} with values, {filled:?}, is rejected: {rejection}")),
    }
}

/// Puts values in place of open choices.
struct Filling<'a> {
    program: &'a Program,
    random: &'a mut Random,
    /// How many choices were open.
    open: usize,
}

impl Filling<'_> {
    /// The steps from the state on, with values in place of open choices.
    fn steps(&mut self, from: &State, steps: &[Step]) -> Result<Vec<Step>, String> {
        let mut filled: Vec<Step> = Vec::new();
        let mut state = from.clone();
        for (position, step) in steps.iter().enumerate() {
            let next = self.step(&state, step);
            if position + 1 < steps.len() {
                state = after(self.program, &state, std::slice::from_ref(&next))?;
            }
            filled.push(next);
        }
        Ok(filled)
    }

    fn step(&mut self, state: &State, step: &Step) -> Step {
        let mut types = chosen_types(self.program, state, step).into_iter();
        let mut fill = |choice: &Choice| match (choice, types.next().flatten()) {
            (Choice::Value(Value::Any), Some(ty)) => {
                self.open += 1;
                Choice::Value(any_value(&ty, self.random))
            }
            (other, _) => other.clone(),
        };
        Step { choices: step.choices.iter().map(&mut fill).collect(), ..step.clone() }
    }

    /// With the same values in every round, some state comes back sooner or later, though perhaps not the first one:
    /// it may have held something open, or values may go round in more rounds than one.
    fn lasso(&mut self, lasso: &Lasso) -> Result<Lasso, String> {
        let mut stem = self.steps(&initial(self.program), &lasso.stem)?;
        let mut states = vec![after(self.program, &initial(self.program), &stem)?];
        let round = self.steps(&states[0], &lasso.cycle)?;
        for rounds in 1..=MOST_ROUNDS {
            let next = after(self.program, &states[rounds - 1], &round)?;
            if let Some(first) = states.iter().position(|state| *state == next) {
                stem.extend(repeated(&round, first));
                return Ok(Lasso { stem, cycle: repeated(&round, rounds - first), closing: lasso.closing.clone() });
            }
            states.push(next);
        }
        Err(format!("no state comes back in {MOST_ROUNDS} rounds of {round:?}"))
    }
}

fn repeated(round: &[Step], times: usize) -> Vec<Step> {
    round.iter().cycle().take(times * round.len()).cloned().collect()
}

fn after(program: &Program, from: &State, steps: &[Step]) -> Result<State, String> {
    match replay(program, from, steps) {
        Ok(run) => Ok(run.reached.last().map_or(from, |reached| &reached.state).clone()),
        Err(stuck) => Err(format!("step {} of {steps:?} cannot be taken: {:?}", stuck.position + 1, stuck.why)),
    }
}

/// For each choice of the step the type of the value to be chosen; joins choose threads.
fn chosen_types(program: &Program, state: &State, step: &Step) -> Vec<Option<Type>> {
    let (Motion::Edge(edge), Some(frame)) = (step.motion, state.top(step.thread)) else { return Vec::new() };
    let procedure = program.procedure(frame.procedure);
    let mut types = Vec::new();
    for command in &procedure.edge(edge).commands {
        match &command.action {
            Action::Havoc(variables) => {
                types.extend(variables.iter().map(|variable| Some(type_of(program, procedure, *variable))));
            }
            Action::Join { .. } => types.push(None),
            _ => {}
        }
    }
    types
}

fn type_of(program: &Program, procedure: &Procedure, variable: VarRef) -> Type {
    match variable {
        VarRef::Global(global) => program.global(global).ty.clone(),
        VarRef::Local(local) => procedure.local(local).ty.clone(),
    }
}

/// Some value of the type, large ones among them. Maps may be open at some keys.
fn any_value(ty: &Type, random: &mut Random) -> Value {
    match ty {
        Type::Bool => Value::Bool(random.chance(50)),
        Type::Int => Value::int(random.number() as i64 >> random.below(64)),
        Type::Bits(width) => Value::Bits(Bits::wrap(*width, &random.number().into())),
        Type::Sort(sort) => Value::Element(*sort, random.below(4) as u32),
        Type::Pointer => Value::default_of(ty),
        Type::Map(map) => {
            let mut value = MapValue::constant(any_value(&map.value, random));
            for _ in 0..random.below(3) {
                let keys = map.keys.iter().map(|key| any_value(key, random)).collect();
                let element = if random.chance(20) { Value::Any } else { any_value(&map.value, random) };
                value = value.with(keys, element);
            }
            Value::Map(Arc::new(value))
        }
    }
}

/// What was proved holds of the program with values in place of all that it leaves open.
fn holds_with_any_values(
    program: &Program,
    question: &Question,
    random: &mut Random,
    tried: &mut Tried,
) -> Result<(), String> {
    tried.proofs += 1;
    let definite = with_definite_choices(program, random);
    let start = with_definite_values(&definite, random);
    let graph = match Graph::explore(&definite, &start, Spurious::Taken, &|_, _| false) {
        Ok(graph) => graph,
        Err(why) => return Err(format!("proved, but from {start:?} there is no graph: {why:?}")),
    };
    match exploration::holds(&definite, question, &graph) {
        Ok(true) => Ok(()),
        other => Err(format!("proved, but from {start:?}: {other:?}")),
    }
}

/// The program that chooses one value wherever the type alone leaves too many to try them all.
fn with_definite_choices(program: &Program, random: &mut Random) -> Program {
    let mut definite = program.clone();
    for (procedure, changed) in program.procedures.iter().zip(&mut definite.procedures) {
        for edge in &mut changed.edges {
            let narrowed = |position: usize, commands: &[Command]| {
                commands.get(position + 1).is_some_and(|next| matches!(next.action, Action::Assume(_)))
            };
            for position in 0..edge.commands.len() {
                let Action::Havoc(variables) = &edge.commands[position].action else { continue };
                let types: Vec<Type> =
                    variables.iter().map(|variable| type_of(program, procedure, *variable)).collect();
                if narrowed(position, &edge.commands) || !types.iter().all(is_always_open) {
                    continue;
                }
                let values = types.iter().map(|ty| Expr::Literal(any_value(ty, random)));
                let assignments = variables.iter().copied().zip(values).collect();
                edge.commands[position].action = Action::Assign(assignments);
            }
        }
    }
    definite
}

/// Whether variables of the type stay open, if no assumption narrows the choice. Maps have no literals.
fn is_always_open(ty: &Type) -> bool {
    matches!(ty, Type::Int | Type::Sort(_)) || matches!(ty, Type::Bits(width) if *width > 16)
}

/// The initial state with values in place of what is open in global variables and in those of the first threads.
fn with_definite_values(program: &Program, random: &mut Random) -> State {
    let mut state = initial(program);
    state.globals = Arc::new(program.globals.iter().map(|variable| any_value(&variable.ty, random)).collect());
    for thread in state.threads.iter_mut().flatten() {
        let thread = Arc::make_mut(thread);
        let Phase::Running(frames) = &mut thread.phase else { continue };
        for frame in frames {
            let locals = &program.procedure(frame.procedure).locals;
            frame.locals = Arc::new(locals.iter().map(|variable| any_value(&variable.ty, random)).collect());
        }
    }
    state
}
