//! Cycles in which integers grow, and machine integers count until they wrap around.
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
//! Machine integers, in variables and in memory, may change by the same in each turn ([`program::bytes::Turning`]); they wrap around, so that they come
//! back to where they were after more turns than anybody would take. In the general state such a number is `first + by * n` modulo a power of
//! two, where `n` is how often the cycle was taken: another parameter, which is zero at first and one more each time, and which evidence does
//! not name. The semantics computes with them (`program/src/arithmetic/turning.rs`) and fails where an outcome is not the same for all `n`:
//! where numbers are compared by size with one that is less than some of them and not than others, or where it matters whether they overflow. So a signed number of C that counts for ever is none of
//! them: each step of it asks whether it overflows, which it does some day.
//! Which bytes of memory are one number is told by the steps that write them; again, nothing depends on how it was found.
//!
//! By induction the cycle can then be taken for ever, and in each of its states, whatever the turn, the same threads are enabled. A
//! variable that has no law is arbitrary in the general state, which says more of it than need be: the cycle does not look at it.

use std::collections::BTreeMap;
use std::sync::Arc;

use evidence::counterexample::{Choice, Motion, Parameter, Step};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use program::bytes::{Byte, Bytes, Turning};
use program::command::{Action, Command};
use program::ids::ObjectId;
use program::polynomial::Polynomial;
use program::program::Program;
use program::types::Type;
use program::typing::type_of;
use program::value::{Base, MapValue, Value};

use crate::replay::Run;
use crate::rules::{Rejection, broken, keyframe, replayed};
use crate::semantics::eval::has_form;
use crate::semantics::memory::{CombineBytes, Memory};
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
    let mut widths = Widths::new();
    // As many as there are coefficients to be found, and one to see whether they are right.
    for _ in 0..parameters.len() + 2 {
        let steps = cycle.iter().map(|step| instance(step, &now)).collect::<Option<Vec<Step>>>();
        let steps = steps.ok_or_else(|| broken("closing", "a choice has a parameter that there is none of"))?;
        let run = replayed(program, "cycle", &state, &steps)?;
        if run.failure.is_some() {
            return Err(broken("replay", "the last step of the cycle fails"));
        }
        if sight.is_none() {
            widths = written(program, &state, &steps, &run);
        }
        let sight = sight.get_or_insert_with(|| keyframe::sight(&state, &run));
        let next = parameters.iter().map(|parameter| parameter.next.at(&now)).collect::<Option<_>>();
        let now = std::mem::replace(&mut now, next.expect("parameters are among themselves"));
        turns.push((now, keyframe::visible(&state, sight)));
        state = run.reached.into_iter().last().map_or(state, |reached| reached.state);
    }
    let states: Vec<&State> = turns.iter().map(|(_, state)| state).collect();
    let combine = Combine {
        values: &|values| Some(law(&turns, values)),
        bytes: &|base, bytes| law_of_bytes(&widths, base, bytes),
    };
    let general =
        combined(&states, &combine).ok_or_else(|| broken("closing", "more than numbers changes in the cycle"))?;
    let first: Vec<Polynomial> = turns[0].0.iter().cloned().map(Polynomial::constant).collect();
    if !covers(&general, &first, Turn::First, states[0]) {
        return Err(broken("closing", "the numbers before the cycle follow no law"));
    }
    let sight = sight.expect("the cycle was taken");
    Ok(keyframe::on_stacks_of(&general, head, &sight))
}

/// In which turn of the cycle a state is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// In the first one.
    First,
    /// In the one after any.
    Next,
}

/// Whether the state is the general one with these polynomials as parameters, in the turn.
pub fn covers(general: &State, parameters: &[Polynomial], turn: Turn, state: &State) -> bool {
    let is_same = |values: &[&Value]| match (values[0], values[1]) {
        (Value::Any, _) => Some(Value::Any),
        (Value::Map(map), Value::Map(_)) if **map == MapValue::constant(Value::Any) => Some(values[0].clone()),
        (left, right) => (left == right).then(|| left.clone()),
    };
    let in_turn = Combine {
        values: &|values| replaced(values[0], parameters, turn),
        bytes: &|_, bytes| Some(replaced_bytes(bytes[0], turn)),
    };
    let Some(instance) = combined(&[general], &in_turn) else { return false };
    let same = Combine { values: &is_same, bytes: &|_, bytes| (bytes[0] == bytes[1]).then(|| bytes[0].clone()) };
    combined(&[&instance, state], &same).is_some()
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
            Choice::Value(value) if has_form(value) => Choice::Value(replaced(value, &constants, Turn::First)?),
            _ => choice.clone(),
        })
    };
    Some(Step { choices: step.choices.iter().map(choice).collect::<Option<_>>()?, ..step.clone() })
}

/// The value with polynomials for the parameters, in the turn.
fn replaced(value: &Value, parameters: &[Polynomial], turn: Turn) -> Option<Value> {
    match value {
        Value::Form(polynomial) => polynomial.with(parameters).map(Value::form),
        Value::Map(_) => {
            let combine = Combine { values: &|values| replaced(values[0], parameters, turn), bytes: &|_, _| None };
            combined_values(&[value], &combine)
        }
        Value::Parts(bytes) if value.turns() => {
            let bytes: Vec<Byte> = bytes.iter().map(|byte| replaced_byte(*byte, turn)).collect();
            Some(Value::of_bytes(&bytes, &Type::Bits(8 * bytes.len() as u32)))
        }
        _ => Some(value.clone()),
    }
}

fn replaced_bytes(bytes: &Bytes, turn: Turn) -> Bytes {
    if bytes.turn() { bytes.iter().map(|byte| replaced_byte(byte, turn)).collect() } else { bytes.clone() }
}

fn replaced_byte(byte: Byte, turn: Turn) -> Byte {
    match (byte, turn) {
        (Byte::TurningPart(turning, position), Turn::First) => {
            Byte::Data(turning.first().to_le_bytes()[usize::from(position)])
        }
        (Byte::TurningPart(turning, position), Turn::Next) => Byte::TurningPart(turning.next(), position),
        _ => byte,
    }
}

/// How many bytes were written at once, by place: an object and one of its bytes.
type Widths = BTreeMap<(Base, usize), usize>;

/// How many bytes the steps wrote at once where they changed something.
fn written(program: &Program, from: &State, steps: &[Step], run: &Run) -> Widths {
    let mut widths = Widths::new();
    let states = std::iter::once(from).chain(run.reached.iter().map(|reached| &reached.state));
    let pairs = states.zip(run.reached.iter().map(|reached| &reached.state));
    for ((before, after), step) in pairs.zip(steps) {
        if before.memory == after.memory {
            continue;
        }
        let width = widest_store(program, before, step);
        for (base, bytes) in contents(&before.memory) {
            let Ok(object) = after.memory.object(base) else { continue };
            let count = bytes.len().min(object.bytes.len());
            for index in (0..count).filter(|index| bytes.get(*index) != object.bytes.get(*index)) {
                widths.insert((base, index), width);
            }
        }
    }
    widths
}

/// The contents of all objects.
fn contents(memory: &Memory) -> impl Iterator<Item = (Base, &Bytes)> {
    let statics = memory.statics().iter().enumerate();
    let statics = statics.map(|(index, object)| (Base::Static(ObjectId::new(index)), &object.bytes));
    statics.chain(memory.dynamics().map(|(number, object)| (Base::Dynamic(number), &object.bytes)))
}

/// How many bytes the step writes at once, at most; one if that is not known.
fn widest_store(program: &Program, state: &State, step: &Step) -> usize {
    let (Some(top), Motion::Edge(edge)) = (state.top(step.thread), step.motion) else { return 1 };
    let procedure = program.procedure(top.procedure);
    let Some(edge) = procedure.edges.get(edge.index()) else { return 1 };
    let width = |command: &Command| match &command.action {
        Action::Store { value, .. } => match type_of(program, procedure, value) {
            Ok(Type::Bits(width)) => Some((width / 8) as usize),
            _ => None,
        },
        _ => None,
    };
    edge.commands.iter().filter_map(width).max().unwrap_or(1)
}

/// What these contents of an object, one of each turn, are in general; nothing if they follow no law.
fn law_of_bytes(widths: &Widths, base: Base, turns: &[&Bytes]) -> Option<Bytes> {
    let mut general = turns[0].clone();
    for index in 0..general.len() {
        // What is part of a number that was found is known already.
        let is_found = matches!(general.get(index), Byte::TurningPart(..));
        if is_found || turns.iter().all(|bytes| bytes.get(index) == turns[0].get(index)) {
            continue;
        }
        let width = widths.get(&(base, index)).copied().unwrap_or(1);
        let start = index / width.max(1) * width;
        if !(1..=8).contains(&width) || start + width > general.len() {
            return None;
        }
        let number = |bytes: &&Bytes| {
            let byte = |position: usize| match bytes.get(start + position) {
                Byte::Data(data) => Some(u64::from(data) << (8 * position)),
                _ => None,
            };
            (0..width).map(byte).sum::<Option<u64>>()
        };
        let numbers = turns.iter().map(number).collect::<Option<Vec<u64>>>()?;
        let turning = counting(&numbers, width as u8)?;
        for position in 0..width {
            general.set(start + position, Byte::TurningPart(turning, position as u8));
        }
    }
    Some(general)
}

/// The machine integer of so many bytes that has these values one after the other, if it changes by the same each time.
fn counting(numbers: &[u64], bytes: u8) -> Option<Turning> {
    let turning = Turning::new(numbers[0], numbers[1].wrapping_sub(numbers[0]), bytes);
    let mut now = turning;
    for number in numbers {
        if now.first() != *number {
            return None;
        }
        now = now.next();
    }
    Some(turning)
}

/// What these values, one of each turn, are in general.
fn law(turns: &[(Vec<BigInt>, State)], values: &[&Value]) -> Value {
    if values.iter().all(|value| *value == values[0]) {
        return values[0].clone();
    }
    if let Value::Map(_) = values[0] {
        return Value::Map(Arc::new(MapValue::constant(Value::Any)));
    }
    let machine = |value: &&Value| match value {
        Value::Bits(bits) if bits.width() % 8 == 0 => bits.unsigned().to_u64().map(|number| (number, bits.width() / 8)),
        _ => None,
    };
    if let Some(numbers) = values.iter().map(machine).collect::<Option<Vec<(u64, u32)>>>() {
        let (numbers, widths): (Vec<u64>, Vec<u32>) = numbers.into_iter().unzip();
        let width = u8::try_from(widths[0]).ok().filter(|width| (1..=8).contains(width));
        return width.and_then(|width| counting(&numbers, width)).map_or(Value::Any, Value::turning);
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

/// How to make one of several.
struct Combine<'a> {
    /// Values; nothing if they do not go together.
    values: &'a dyn Fn(&[&Value]) -> Option<Value>,
    /// Contents of an object.
    bytes: &'a CombineBytes<'a>,
}

/// One state of several that are the same but for what variables hold; nothing if they are not.
fn combined(states: &[&State], combine: &Combine<'_>) -> Option<State> {
    let first = states[0];
    let is_alike = |state: &&State| (state.threads.len(), state.halted) == (first.threads.len(), first.halted);
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
        memory: combined_memory(states, combine)?,
        halted: first.halted,
    })
}

fn combined_memory(states: &[&State], combine: &Combine<'_>) -> Option<Arc<Memory>> {
    let memories: Vec<&Memory> = states.iter().map(|state| &*state.memory).collect();
    Memory::combined(&memories, combine.bytes).map(Arc::new)
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
    let Some(maps) = values.iter().map(map).collect::<Option<Vec<Arc<MapValue>>>>() else {
        return (combine.values)(values);
    };
    let keys = |map: &MapValue| map.entries().map(|(keys, _)| keys.to_vec()).collect::<Vec<_>>();
    let first = keys(&maps[0]);
    let is_plain = first.iter().flatten().all(|key| !has_form(key));
    if !is_plain || maps.iter().any(|map| keys(map) != first) {
        return (combine.values)(values);
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
