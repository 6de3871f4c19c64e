//! From the values that a solver tells to a lasso.

use std::sync::Arc;

use engine::slots::Slots;
use evidence::counterexample::{Choice, Closing, Lasso, Motion, Step};
use num_bigint::{BigInt, BigUint, Sign};
use program::ids::NodeId;
use program::program::Program;
use program::types::Type;
use program::value::{Bits, MapValue, Value};
use rustc_hash::FxHashMap;
use solver::terms::{Term, Terms};
use solver::values::Value as Told;

use crate::contents::Contents;
use crate::context::Context;
use crate::growth::Growth;
use crate::laws::Parameters;
use crate::rounds::Rounds;
use crate::step::Chosen;

/// The symbols whose values tell what happens.
pub fn asked(terms: &Terms, growth: &Growth, rounds: &Rounds) -> Vec<Term> {
    let mut asked = growth.picked();
    asked.extend(rounds.head.iter().flat_map(|whereabouts| whereabouts.values()).map(|(there, _)| *there));
    let steps = rounds.stem.iter().chain(&rounds.cycle).flat_map(|context| context.copies.values());
    for step in steps.flat_map(|copy| &copy.steps) {
        asked.push(step.taken);
        for choice in &step.choices {
            match choice {
                Chosen::Value(contents, ..) => asked.extend(contents.cells().iter().map(|cell| cell.value)),
                Chosen::Thread(candidates) => asked.extend(candidates.iter().map(|(_, chosen)| *chosen)),
            }
        }
    }
    asked.sort();
    asked.dedup();
    asked.retain(|term| !terms.is_literal(*term));
    asked
}

/// What a solver says about a run.
pub struct Model<'a> {
    program: &'a Program,
    terms: &'a Terms,
    growth: &'a Growth,
    values: FxHashMap<Term, Told>,
}

impl<'a> Model<'a> {
    /// The values that were told for what was asked.
    pub fn new(
        program: &'a Program,
        terms: &'a Terms,
        growth: &'a Growth,
        asked: Vec<Term>,
        told: Vec<Told>,
    ) -> Model<'a> {
        Model { program, terms, growth, values: asked.into_iter().zip(told).collect() }
    }

    /// The lasso; nothing if the values make no sense.
    pub fn lasso(&self, rounds: &Rounds) -> Option<Lasso> {
        let mut slots = Slots::at_start(self.program);
        let mut at: Vec<NodeId> = self.program.procedures.iter().map(|procedure| procedure.entry).collect();
        let parameters = self.growth.parameters(&self.used_laws(rounds));
        let stem = self.steps(&mut slots, &mut at, &rounds.stem, &parameters)?;
        let head = at.clone();
        let cycle = self.steps(&mut slots, &mut at, &rounds.cycle, &parameters)?;
        let closing = match &parameters.as_evidence()[..] {
            [] if at != head => Closing::Keyframe,
            [] => Closing::SameState,
            some => Closing::Growing(some.to_vec()),
        };
        Some(Lasso { stem, cycle, closing })
    }

    /// Which laws are those of a number that grows.
    fn used_laws(&self, rounds: &Rounds) -> Vec<bool> {
        let locals = rounds.head.iter().flat_map(|whereabouts| whereabouts.values());
        let locals = locals.filter(|(there, _)| self.holds(*there)).flat_map(|(_, local)| &local.variables);
        let copies = rounds.cycle.iter().flat_map(|context| context.copies.values());
        let taken = copies.flat_map(|copy| &copy.steps).filter(|step| self.holds(step.taken));
        let chosen = taken.flat_map(|step| &step.choices).filter_map(|choice| match choice {
            Chosen::Value(contents, _) => Some(contents),
            Chosen::Thread(_) => None,
        });
        let mut used = vec![false; self.growth.laws()];
        for cell in rounds.shared.globals.iter().chain(locals).chain(chosen).flat_map(Contents::cells) {
            for (used, slope) in used.iter_mut().zip(self.slopes(cell.value)) {
                *used |= slope != BigInt::ZERO;
            }
        }
        // Machine integers that count follow the law of the turns.
        if let Some(turns) = used.first_mut() {
            *turns |= self.counts(rounds);
        }
        used
    }

    /// Whether some machine integer counts.
    fn counts(&self, rounds: &Rounds) -> bool {
        let locals = rounds.head.iter().flat_map(|whereabouts| whereabouts.values());
        let locals = locals.filter(|(there, _)| self.holds(*there)).flat_map(|(_, local)| &local.variables);
        let mut cells = rounds.shared.globals.iter().chain(locals).flat_map(Contents::cells);
        let is_by = |slope: &Term| matches!(self.values.get(slope), Some(Told::Bits(_, by)) if *by != BigUint::ZERO);
        cells.any(|cell| self.growth.of_symbol(cell.value).iter().any(is_by))
    }

    /// What the solver says of the slopes of the symbol.
    fn slopes(&self, symbol: Term) -> Vec<BigInt> {
        let told = |slope: &Term| match self.values.get(slope) {
            Some(Told::Int(number)) => number.clone(),
            _ => BigInt::ZERO,
        };
        self.growth.of_symbol(symbol).iter().map(told).collect()
    }

    fn steps(
        &self,
        slots: &mut Slots,
        at: &mut [NodeId],
        contexts: &[Context],
        parameters: &Parameters,
    ) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        for context in contexts {
            let mut here = (0, at[context.thread.index()]);
            while let Some(copy) = context.copies.get(&here) {
                let Some(taken) = copy.steps.iter().find(|step| self.holds(step.taken)) else { break };
                let thread = slots.slot_of(context.thread)?;
                let choices = taken.choices.iter().map(|choice| self.choice(slots, choice, parameters));
                let choices = choices.collect::<Option<_>>()?;
                let step = Step { thread, motion: Motion::Edge(taken.edge), choices };
                slots.follow(self.program, &step)?;
                steps.push(step);
                here = taken.to;
            }
            at[context.thread.index()] = here.1;
        }
        Some(steps)
    }

    fn holds(&self, term: Term) -> bool {
        self.terms.as_bool(term).unwrap_or_else(|| self.values.get(&term) == Some(&Told::Bool(true)))
    }

    fn choice(&self, slots: &Slots, choice: &Chosen, parameters: &Parameters) -> Option<Choice> {
        match choice {
            Chosen::Value(contents, ty) => Some(Choice::Value(match (self.contents(contents, ty)?, contents) {
                (Value::Int(first), Contents::Whole(cell)) => {
                    Value::form(parameters.form(first, &self.slopes(cell.value)))
                }
                (value, _) => value,
            })),
            Chosen::Thread(candidates) => {
                let (thread, _) = candidates.iter().find(|(_, chosen)| self.holds(*chosen))?;
                slots.slot_of(*thread).map(Choice::Thread)
            }
        }
    }

    fn contents(&self, contents: &Contents, ty: &Type) -> Option<Value> {
        match (contents, ty) {
            (Contents::ByKey(keys, cells), Type::Map(map)) => {
                // Nobody looks at the other elements.
                let mut made = MapValue::constant(Value::Any);
                for (cell, keys) in cells.iter().zip(&**keys) {
                    made = made.with(keys.clone(), value(self.values.get(&cell.value)?, &map.value)?);
                }
                Some(Value::Map(Arc::new(made)))
            }
            (Contents::Whole(cell), _) => value(self.values.get(&cell.value)?, ty),
            (Contents::ByKey(..), _) => None,
        }
    }
}

/// What was told as a value of the type.
fn value(told: &Told, ty: &Type) -> Option<Value> {
    Some(match (told, ty) {
        (Told::Bool(value), Type::Bool) => Value::Bool(*value),
        (Told::Int(value), Type::Int) => Value::Int(value.clone()),
        // Which number an element has makes no difference, as long as no two have the same.
        (Told::Int(value), Type::Sort(sort)) => {
            let number = if value.sign() == Sign::Minus { value + BigInt::from(u32::MAX) } else { value.clone() };
            Value::Element(*sort, u32::try_from(number).ok()?)
        }
        (Told::Bits(width, value), Type::Bits(_)) => Value::Bits(Bits::wrap(*width, &value.clone().into())),
        (Told::Bits(width, value), Type::Int) => Value::Int(Bits::wrap(*width, &value.clone().into()).signed()),
        (Told::Bits(_, value), Type::Sort(sort)) => Value::Element(*sort, u32::try_from(value).ok()?),
        (Told::Map(default, _), Type::Map(map)) => {
            // A map with several keys is told as a map of maps, and has one default.
            let mut innermost = &**default;
            while let Told::Map(inner, _) = innermost {
                innermost = inner;
            }
            let mut made = MapValue::constant(value(innermost, &map.value)?);
            for (keys, element) in elements(told, &map.keys, innermost)? {
                made = made.with(keys, value(element, &map.value)?);
            }
            Value::Map(Arc::new(made))
        }
        _ => return None,
    })
}

/// The elements of a map that has the default elsewhere; nothing if it has another one in places.
fn elements<'a>(told: &'a Told, keys: &[Type], default: &Told) -> Option<Vec<(Vec<Value>, &'a Told)>> {
    let ([key, rest @ ..], Told::Map(elsewhere, entries)) = (keys, told) else {
        return Some(vec![(Vec::new(), told)]);
    };
    let mut all = Vec::new();
    if !rest.is_empty() && !elements(elsewhere, rest, default)?.is_empty() {
        return None;
    }
    if rest.is_empty() && **elsewhere != *default {
        return None;
    }
    for (at, element) in entries {
        let at = value(at, key)?;
        for (mut keys, element) in elements(element, rest, default)? {
            keys.insert(0, at.clone());
            all.push((keys, element));
        }
    }
    Some(all)
}
