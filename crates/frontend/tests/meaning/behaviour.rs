//! All that can come of a program, as far as it can be compared.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use check::semantics::state::{self, State as Lowered};
use check::semantics::step::steps;
use program::program::Program;
use program::value::Value as ProgramValue;

use crate::interpret::{self, Outcome, State};
use crate::shape::Shape;
use crate::syntax::Type;
use crate::values::{Value, arbitrary, combinations};

/// Values of all global variables.
type Valuation = Vec<Value>;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Behaviour {
    /// Where the program can end.
    pub ends: BTreeSet<Valuation>,
    /// Where it can get stuck.
    pub stuck: BTreeSet<Valuation>,
    /// What the variables can be at any time.
    pub reached: BTreeSet<Valuation>,
    pub can_fail: bool,
    pub can_run_for_ever: bool,
}

/// Why there is no behaviour.
#[derive(Debug)]
pub enum NoBehaviour {
    TooLarge,
    /// The outcome depends on a value that is not determined.
    Fault(String),
}

/// A state as it is seen.
struct Look<S> {
    next: Vec<S>,
    fails: bool,
    has_ended: bool,
    is_discarded: bool,
    valuations: Vec<Valuation>,
}

/// What the syntax tree says.
pub fn expected(shape: &Shape<'_>, most: usize) -> Result<Behaviour, NoBehaviour> {
    let look = |state: &State| {
        if !state.is_small() {
            return Err(NoBehaviour::TooLarge);
        }
        let mut next = Vec::new();
        let mut fails = false;
        for outcome in state.outcomes(shape) {
            match outcome {
                Outcome::Goes(state) => next.push(state),
                Outcome::Fails => fails = true,
            }
        }
        let (has_ended, valuations) = (state.has_ended(), vec![state.globals.clone()]);
        Ok(Look { next, fails, has_ended, is_discarded: false, valuations })
    };
    explore(interpret::initial(shape), 0, most, look)
}

/// What the lowered program does.
pub fn found(program: &Program, shape: &Shape<'_>, most: usize) -> Result<Behaviour, NoBehaviour> {
    let look = |state: &Lowered| {
        let mut next = Vec::new();
        let mut fails = false;
        for slot in state.slots() {
            for taken in steps(program, state, slot).map_err(|fault| NoBehaviour::Fault(format!("{fault:?}")))? {
                match taken.outcome {
                    Ok(reached) => next.push(reached.state),
                    Err(_) => fails = true,
                }
            }
        }
        Ok(Look {
            next,
            fails,
            has_ended: state.has_ended(),
            is_discarded: state.ends_no_run(program),
            valuations: valuations(state, &shape.program.globals),
        })
    };
    // Before its first step the program has not yet assumed what it assumes at its beginning.
    let too_early = usize::from(interpret::leading_assumptions(shape) > 0);
    explore(vec![state::initial(program)], too_early, most, look)
}

fn explore<S: Clone + Eq + Hash>(
    initial: Vec<S>,
    too_early: usize,
    most: usize,
    look: impl Fn(&S) -> Result<Look<S>, NoBehaviour>,
) -> Result<Behaviour, NoBehaviour> {
    let mut behaviour = Behaviour::default();
    let mut numbers: HashMap<S, usize> = HashMap::new();
    let mut states: Vec<S> = Vec::new();
    for state in initial {
        numbers.insert(state.clone(), states.len());
        states.push(state);
    }
    let mut successors: Vec<Vec<usize>> = Vec::new();
    while successors.len() < states.len() {
        let Look { next, fails, has_ended, is_discarded, valuations } = look(&states[successors.len()])?;
        behaviour.can_fail |= fails;
        if has_ended {
            behaviour.ends.extend(valuations.iter().cloned());
        } else if next.is_empty() && !fails && !is_discarded {
            behaviour.stuck.extend(valuations.iter().cloned());
        }
        if successors.len() >= too_early {
            behaviour.reached.extend(valuations);
        }
        let mut numbered = Vec::new();
        for state in next {
            let number = *numbers.entry(state).or_insert_with_key(|state| {
                states.push(state.clone());
                states.len() - 1
            });
            numbered.push(number);
        }
        successors.push(numbered);
        if states.len() > most {
            return Err(NoBehaviour::TooLarge);
        }
    }
    behaviour.can_run_for_ever = has_cycle(&successors);
    Ok(behaviour)
}

/// Whether taking away what leads nowhere, again and again, leaves something.
fn has_cycle(successors: &[Vec<usize>]) -> bool {
    let mut open: Vec<usize> = successors.iter().map(Vec::len).collect();
    let mut before = vec![Vec::new(); successors.len()];
    for (from, next) in successors.iter().enumerate() {
        next.iter().for_each(|to| before[*to].push(from));
    }
    let mut work: Vec<usize> = (0..open.len()).filter(|state| open[*state] == 0).collect();
    let mut gone = work.len();
    while let Some(state) = work.pop() {
        for from in &before[state] {
            open[*from] -= 1;
            if open[*from] == 0 {
                gone += 1;
                work.push(*from);
            }
        }
    }
    gone < successors.len()
}

/// What the variables of the source may be in a state: a value that nobody has looked at may be any.
fn valuations(state: &Lowered, globals: &[Type]) -> Vec<Valuation> {
    let values: Vec<Vec<Value>> =
        globals.iter().zip(state.globals.iter()).map(|(ty, value)| values(*ty, value)).collect();
    combinations(&values)
}

fn values(ty: Type, value: &ProgramValue) -> Vec<Value> {
    match (ty, value) {
        (_, ProgramValue::Any) => arbitrary(ty),
        (Type::Bool, ProgramValue::Bool(value)) => vec![Value::Bool(*value)],
        (Type::Int, ProgramValue::Int(value)) => vec![Value::Int(i64::try_from(value).expect("numbers are small"))],
        (Type::Bits, ProgramValue::Bits(bits)) => vec![Value::Bits(u8::try_from(bits.unsigned()).expect("two bits"))],
        (Type::Row, ProgramValue::Map(map)) => {
            let element = |key: bool| element(Type::Int, map.get(&[ProgramValue::Bool(key)]));
            vec![Value::Map([false, true].map(element).to_vec())]
        }
        (Type::Grid, ProgramValue::Map(map)) => {
            let keys = [[false, false], [false, true], [true, false], [true, true]];
            let element = |keys: [bool; 2]| element(Type::Bool, map.get(&keys.map(ProgramValue::Bool)));
            vec![Value::Map(keys.map(element).to_vec())]
        }
        other => panic!("a value of another type: {other:?}"),
    }
}

fn element(ty: Type, value: &ProgramValue) -> Value {
    match value {
        ProgramValue::Any => Value::Unset,
        value => values(ty, value).remove(0),
    }
}
