//! Cycles in which integers grow.
//!
//! No state comes back, but each one is as the one before, up to integers that follow a law: the state before the cycle is taken for
//! the n-th time is a *general* state in which some integers are polynomials over the parameters, with the parameters as they are
//! then. The general state is found by taking the cycle a few times and looking at the numbers; nothing depends on how it was found.
//! What is checked is:
//!
//! - with the parameters' first values the general state is the one at the cycle's head;
//! - the parameters stay natural numbers: they are so at first, and no coefficient of what they become is negative;
//! - from the general state all steps of the cycle can be taken. The semantics computes with polynomials where it finds some, and fails
//!   where an outcome is not the same for all natural numbers;
//! - the cycle leads from the general state to the general state with the parameters' next values.
//!
//! By induction the cycle can then be taken for ever, and in each of its states, whatever the turn, the same threads are enabled. A
//! variable that has no law is arbitrary in the general state, which says more of it than need be: the cycle does not look at it.

use std::sync::Arc;

use evidence::counterexample::{Choice, Parameter, Step};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use program::polynomial::Polynomial;
use program::program::Program;
use program::value::{MapValue, Value};

use crate::rules::{Rejection, broken, keyframe, replayed};
use crate::semantics::eval::has_form;
use crate::semantics::state::{Frame, OpenSection, Phase, State, Thread};

/// With more parameters than this nobody would see through the argument.
const MOST_PARAMETERS: usize = 8;

/// The general state at the head of the cycle.
pub fn general(program: &Program, head: &State, cycle: &[Step], parameters: &[Parameter]) -> Result<State, Rejection> {
    if parameters.len() > MOST_PARAMETERS {
        return Err(broken("closing", format!("there are more than {MOST_PARAMETERS} parameters")));
    }
    for Parameter { first, next } in parameters {
        if first.is_negative() || !next.has_no_minus() || next.parameters() > parameters.len() {
            return Err(broken("closing", "a parameter is not a natural number each time"));
        }
    }
    let mut turns: Vec<(Vec<BigInt>, State)> = Vec::new();
    let mut now: Vec<BigInt> = parameters.iter().map(|parameter| parameter.first.clone()).collect();
    let mut state = head.clone();
    let mut sight = None;
    // As many as there are coefficients to be found, and one to see whether they are right.
    for _ in 0..parameters.len() + 2 {
        let steps = cycle.iter().map(|step| instance(step, &now)).collect::<Option<Vec<Step>>>();
        let steps = steps.ok_or_else(|| broken("closing", "a choice has a parameter that there is none of"))?;
        let run = replayed(program, "cycle", &state, &steps)?;
        if run.failure.is_some() {
            return Err(broken("replay", "the last step of the cycle fails"));
        }
        let sight = sight.get_or_insert_with(|| keyframe::sight(&state, &run));
        let next = parameters.iter().map(|parameter| parameter.next.at(&now)).collect::<Option<_>>();
        let now = std::mem::replace(&mut now, next.expect("parameters are among themselves"));
        turns.push((now, keyframe::visible(&state, sight)));
        state = run.reached.into_iter().last().map_or(state, |reached| reached.state);
    }
    let states: Vec<&State> = turns.iter().map(|(_, state)| state).collect();
    let law = |values: &[&Value]| Some(law(&turns, values));
    let general = combined(&states, &law).ok_or_else(|| broken("closing", "more than numbers changes in the cycle"))?;
    let first: Vec<Polynomial> = turns[0].0.iter().cloned().map(Polynomial::constant).collect();
    if !covers(&general, &first, states[0]) {
        return Err(broken("closing", "the numbers before the cycle follow no law"));
    }
    let sight = sight.expect("the cycle was taken");
    Ok(keyframe::on_stacks_of(&general, head, &sight))
}

/// Whether the state is the general one with these polynomials as parameters.
pub fn covers(general: &State, parameters: &[Polynomial], state: &State) -> bool {
    let with = |values: &[&Value]| replaced(values[0], parameters);
    let is_same = |values: &[&Value]| match (values[0], values[1]) {
        (Value::Any, _) => Some(Value::Any),
        (Value::Map(map), Value::Map(_)) if **map == MapValue::constant(Value::Any) => Some(values[0].clone()),
        (left, right) => (left == right).then(|| left.clone()),
    };
    let Some(instance) = combined(&[general], &with) else { return false };
    combined(&[&instance, state], &is_same).is_some()
}

/// The next values of the parameters, in terms of what they are now.
pub fn next(parameters: &[Parameter]) -> Vec<Polynomial> {
    parameters.iter().map(|parameter| parameter.next.clone()).collect()
}

/// The step with the choices that it makes for these parameters.
fn instance(step: &Step, parameters: &[BigInt]) -> Option<Step> {
    let constants: Vec<Polynomial> = parameters.iter().cloned().map(Polynomial::constant).collect();
    let choice = |choice: &Choice| {
        Some(match choice {
            Choice::Value(value) if has_form(value) => Choice::Value(replaced(value, &constants)?),
            _ => choice.clone(),
        })
    };
    Some(Step { choices: step.choices.iter().map(choice).collect::<Option<_>>()?, ..step.clone() })
}

/// The value with polynomials for the parameters.
fn replaced(value: &Value, parameters: &[Polynomial]) -> Option<Value> {
    match value {
        Value::Form(polynomial) => polynomial.with(parameters).map(Value::form),
        Value::Map(_) => combined_values(&[value], &|values: &[&Value]| replaced(values[0], parameters)),
        _ => Some(value.clone()),
    }
}

/// What these values, one of each turn, are in general.
fn law(turns: &[(Vec<BigInt>, State)], values: &[&Value]) -> Value {
    if values.iter().all(|value| *value == values[0]) {
        return values[0].clone();
    }
    if let Value::Map(_) = values[0] {
        return Value::Map(Arc::new(MapValue::constant(Value::Any)));
    }
    let number = |value: &&Value| if let Value::Int(number) = value { Some(number.clone()) } else { None };
    let numbers: Option<Vec<BigInt>> = values.iter().map(number).collect();
    let parameters: Vec<&[BigInt]> = turns.iter().map(|(parameters, _)| &parameters[..]).collect();
    numbers.and_then(|numbers| interpolated(&parameters, &numbers)).map_or(Value::Any, Value::form)
}

/// The polynomial of degree one that has these values for these parameters, of which there is one set more than it takes.
fn interpolated(parameters: &[&[BigInt]], values: &[BigInt]) -> Option<Polynomial> {
    let row = |(parameters, value): (&&[BigInt], &BigInt)| {
        let coefficients = std::iter::once(BigInt::one()).chain(parameters.iter().cloned());
        coefficients.chain([value.clone()]).map(BigRational::from).collect::<Vec<_>>()
    };
    let mut rows: Vec<Vec<BigRational>> = parameters.iter().zip(values).map(row).collect();
    let unknowns = rows.len() - 1;
    // Gauss and Jordan: what is left of each row but the last is one unknown and its value.
    for column in 0..unknowns {
        let pivot = (column..rows.len()).find(|row| !rows[*row][column].is_zero())?;
        rows.swap(column, pivot);
        let divisor = rows[column][column].clone();
        rows[column].iter_mut().for_each(|entry| *entry /= &divisor);
        let reduced = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(number, _)| *number != column) {
            let factor = row[column].clone();
            row.iter_mut().zip(&reduced).for_each(|(entry, other)| *entry -= &factor * other);
        }
    }
    if !rows[unknowns][unknowns].is_zero() {
        return None;
    }
    let mut polynomial = Polynomial::default();
    for (number, row) in rows[..unknowns].iter().enumerate() {
        let coefficient = row[unknowns].is_integer().then(|| row[unknowns].to_integer())?;
        let factors = number.checked_sub(1).map(|parameter| parameter as u32).into_iter().collect();
        polynomial = polynomial.plus(&BigInt::one(), &Polynomial::summand(factors, coefficient));
    }
    Some(polynomial)
}

/// How to make one value of several; nothing if they do not go together.
type Combine<'a> = dyn Fn(&[&Value]) -> Option<Value> + 'a;

/// One state of several that are the same but for what variables hold; nothing if they are not.
fn combined(states: &[&State], combine: &Combine<'_>) -> Option<State> {
    let first = states[0];
    let is_alike = |state: &&State| {
        (state.threads.len(), &state.memory, state.halted) == (first.threads.len(), &first.memory, first.halted)
    };
    if !states.iter().all(is_alike) {
        return None;
    }
    let globals: Vec<&[Value]> = states.iter().map(|state| &state.globals[..]).collect();
    let threads = (0..first.threads.len()).map(|slot| {
        let threads: Vec<Option<&Thread>> = states.iter().map(|state| state.threads[slot].as_deref()).collect();
        match threads.iter().copied().collect::<Option<Vec<&Thread>>>() {
            Some(threads) => combined_thread(&threads, combine).map(|thread| Some(Arc::new(thread))),
            None => threads.iter().all(Option::is_none).then_some(None),
        }
    });
    Some(State {
        globals: Arc::new(combined_lists(&globals, combine)?),
        threads: threads.collect::<Option<_>>()?,
        memory: first.memory.clone(),
        halted: first.halted,
    })
}

fn combined_thread(threads: &[&Thread], combine: &Combine<'_>) -> Option<Thread> {
    let first = threads[0];
    let fixed = |thread: &Thread| (thread.root, thread.id.clone(), thread.sections.clone(), thread.atomic_depth);
    if threads.iter().any(|thread| fixed(thread) != fixed(first)) {
        return None;
    }
    let phase = match &first.phase {
        Phase::Running(frames) => {
            let all = threads.iter().map(|thread| thread.frames()).collect::<Option<Vec<&[Frame]>>>()?;
            if all.iter().any(|other| other.len() != frames.len()) {
                return None;
            }
            let frame = |depth: usize| {
                combined_frame(&all.iter().map(|frames| &frames[depth]).collect::<Vec<&Frame>>(), combine)
            };
            Phase::Running((0..frames.len()).map(frame).collect::<Option<_>>()?)
        }
        Phase::Finished(_) => {
            let results = |thread: &&Thread| match &thread.phase {
                Phase::Finished(results) => Some(results.clone()),
                Phase::Running(_) => None,
            };
            let all = threads.iter().map(results).collect::<Option<Vec<Vec<Value>>>>()?;
            Phase::Finished(combined_lists(&all.iter().map(|list| &list[..]).collect::<Vec<_>>(), combine)?)
        }
    };
    let sections: Vec<OpenSection> = first.sections.clone();
    Some(Thread { root: first.root, id: first.id.clone(), phase, sections, atomic_depth: first.atomic_depth })
}

fn combined_frame(frames: &[&Frame], combine: &Combine<'_>) -> Option<Frame> {
    let first = frames[0];
    let fixed = |frame: &Frame| (frame.procedure, frame.node, frame.called_by, frame.objects.clone());
    if frames.iter().any(|frame| fixed(frame) != fixed(first)) {
        return None;
    }
    let locals: Vec<&[Value]> = frames.iter().map(|frame| &frame.locals[..]).collect();
    Some(Frame { locals: Arc::new(combined_lists(&locals, combine)?), ..first.clone() })
}

fn combined_lists(lists: &[&[Value]], combine: &Combine<'_>) -> Option<Vec<Value>> {
    if lists.iter().any(|list| list.len() != lists[0].len()) {
        return None;
    }
    let at = |position: usize| lists.iter().map(|list| &list[position]).collect::<Vec<&Value>>();
    (0..lists[0].len()).map(|position| combined_values(&at(position), combine)).collect()
}

/// Maps with entries at the same keys are combined entry by entry.
fn combined_values(values: &[&Value], combine: &Combine<'_>) -> Option<Value> {
    let map = |value: &&Value| if let Value::Map(map) = value { Some(map.clone()) } else { None };
    let Some(maps) = values.iter().map(map).collect::<Option<Vec<Arc<MapValue>>>>() else { return combine(values) };
    let keys = |map: &MapValue| map.entries().map(|(keys, _)| keys.to_vec()).collect::<Vec<_>>();
    let first = keys(&maps[0]);
    let is_plain = first.iter().flatten().all(|key| !has_form(key));
    if !is_plain || maps.iter().any(|map| keys(map) != first) {
        return combine(values);
    }
    let element = |pick: &dyn Fn(&MapValue) -> Value| {
        let elements: Vec<Value> = maps.iter().map(|map| pick(map)).collect();
        combined_values(&elements.iter().collect::<Vec<_>>(), combine)
    };
    let mut made = MapValue::constant(element(&|map| map.default_value().clone())?);
    for keys in first {
        let value = element(&|map| map.get(&keys).clone())?;
        made = made.with(keys, value);
    }
    Some(Value::Map(Arc::new(made)))
}
