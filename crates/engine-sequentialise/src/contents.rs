//! What variables hold, as terms.
//!
//! A variable that nobody has assigned holds [`program::value::Value::Any`], and a look at it is a fault. So a cell is a term and
//! the condition under which it was assigned, which is nearly always known.
//!
//! A map of which the program only ever names elements by literal keys is as many scalars, which solvers like better than an array; so is
//! one that has few keys in the [`Universe`].

use std::sync::Arc;

use program::command::Action;
use program::expr::{Expr, VarRef};
use program::ids::GlobalId;
use program::program::Program;
use program::types::Type;
use program::value::Value;
use solver::sort::Sort;
use solver::terms::{Term, Terms};

use crate::addresses;
use crate::growth::Growth;
use crate::heap::Renaming;
use crate::universe::{Keys, Universe};

/// A term, and whether it was assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The value, if there is one.
    pub value: Term,
    /// Whether there is one; of a map, for each of its elements.
    pub defined: Term,
}

/// What a variable holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contents {
    /// One term, which may be an array.
    Whole(Cell),
    /// The elements of a map at these keys, in their order; nobody looks at others.
    ByKey(Keys, Vec<Cell>),
}

/// How a variable is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// As one term of the sort.
    Whole(Sort),
    /// A map of which only the elements with these keys are kept: as scalars of the sort.
    ByKey(Keys, Sort),
}

/// A fixed term of the sort, for what has no value.
pub fn filler(terms: &mut Terms, sort: &Sort) -> Term {
    match sort {
        Sort::Bool => terms.bool(false),
        Sort::Int | Sort::Real => terms.int(0),
        Sort::Bits(width) => terms.bits(*width, 0u8),
        Sort::Map(map) => {
            let value = filler(terms, &map.1);
            terms.everywhere(map.0.clone(), value)
        }
    }
}

/// Whether a value of the sort is there, everywhere the same.
pub fn definedness(terms: &mut Terms, sort: &Sort, defined: bool) -> Term {
    match sort {
        Sort::Map(map) => {
            let value = definedness(terms, &map.1, defined);
            terms.everywhere(map.0.clone(), value)
        }
        _ => terms.bool(defined),
    }
}

/// How a variable of the type is kept.
pub fn shape(universe: &Universe, ty: &Type) -> Shape {
    if let Type::Map(map) = ty
        && let Some(keys) = universe.keys(&map.keys)
    {
        return Shape::ByKey(keys, universe.sort(&map.value));
    }
    Shape::Whole(universe.sort(ty))
}

/// How each global variable is kept, in order.
pub fn global_shapes(program: &Program, universe: &Universe) -> Vec<Shape> {
    let mut keys: Vec<Option<Vec<Vec<Value>>>> = program.globals.iter().map(|_| Some(Vec::new())).collect();
    let mut note = |global: GlobalId, key: Option<Vec<Value>>| {
        let known = &mut keys[global.index()];
        match (known.as_mut(), key) {
            (Some(list), Some(key)) if !list.contains(&key) => list.push(key),
            (_, None) => *known = None,
            _ => {}
        }
    };
    for edge in program.procedures.iter().flat_map(|procedure| &procedure.edges) {
        for command in &edge.commands {
            match &command.action {
                Action::Assign(assignments) => {
                    for (target, value) in assignments {
                        uses_in_assignment(*target, value, &mut note);
                    }
                }
                Action::Join { results, .. } => results.iter().for_each(|target| {
                    if let VarRef::Global(global) = target {
                        note(*global, None);
                    }
                }),
                action => action.for_each_expr(|expr| uses(expr, &mut note)),
            }
        }
    }
    let shape_of = |(index, keys): (usize, Option<Vec<Vec<Value>>>)| {
        let ty = &program.globals[index].ty;
        match (ty, keys) {
            (Type::Map(map), Some(mut keys)) => {
                keys.sort();
                Shape::ByKey(Arc::new(keys), universe.sort(&map.value))
            }
            _ => shape(universe, ty),
        }
    };
    keys.into_iter().enumerate().map(shape_of).collect()
}

/// An assignment to a map that changes it at literal keys is a use of these elements.
fn uses_in_assignment(target: VarRef, value: &Expr, note: &mut impl FnMut(GlobalId, Option<Vec<Value>>)) {
    let VarRef::Global(global) = target else { return uses(value, note) };
    let mut rest = value;
    while let Expr::Update(map, keys, element) = rest {
        keys.iter().for_each(|key| uses(key, note));
        uses(element, note);
        note(global, literals(keys));
        rest = map;
    }
    if *rest != Expr::Variable(target) {
        note(global, None);
        uses(rest, note);
    }
}

fn uses(expr: &Expr, note: &mut impl FnMut(GlobalId, Option<Vec<Value>>)) {
    match expr {
        Expr::Select(map, keys) => {
            keys.iter().for_each(|key| uses(key, note));
            match &**map {
                Expr::Variable(VarRef::Global(global)) => note(*global, literals(keys)),
                other => uses(other, note),
            }
        }
        Expr::Variable(VarRef::Global(global)) => note(*global, None),
        _ => expr.for_each_operand(&mut |operand| uses(operand, note)),
    }
}

/// The keys, if all of them are literals.
pub fn literals(keys: &[Expr]) -> Option<Vec<Value>> {
    let literal = |key: &Expr| match key {
        Expr::Literal(value) => Some(value.clone()),
        _ => None,
    };
    keys.iter().map(literal).collect()
}

impl Contents {
    /// A variable that nobody has assigned.
    pub fn undefined(terms: &mut Terms, shape: &Shape) -> Contents {
        match shape {
            Shape::Whole(sort) => Contents::Whole(Cell::undefined(terms, sort)),
            Shape::ByKey(keys, sort) => Contents::ByKey(keys.clone(), vec![Cell::undefined(terms, sort); keys.len()]),
        }
    }

    /// A variable that holds what the solver chooses.
    pub fn chosen(terms: &mut Terms, shape: &Shape, name: &str) -> Contents {
        let mut cell = |sort: &Sort| {
            let value = terms.symbol(name, sort.clone());
            Cell::of(terms, value)
        };
        match shape {
            Shape::Whole(sort) => Contents::Whole(cell(sort)),
            Shape::ByKey(keys, sort) => Contents::ByKey(keys.clone(), keys.iter().map(|_| cell(sort)).collect()),
        }
    }

    /// A variable that holds the value.
    pub fn of(terms: &mut Terms, value: Term) -> Contents {
        Contents::Whole(Cell::of(terms, value))
    }

    /// The cells.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Contents::Whole(cell) => std::slice::from_ref(cell),
            Contents::ByKey(_, cells) => cells,
        }
    }

    /// The cells, to be changed.
    pub fn cells_mut(&mut self) -> &mut [Cell] {
        match self {
            Contents::Whole(cell) => std::slice::from_mut(cell),
            Contents::ByKey(_, cells) => cells,
        }
    }

    /// The same without values.
    pub fn emptied(&self, terms: &mut Terms) -> Contents {
        let mut empty = |cell: &Cell| {
            let sort = terms.sort(cell.value).clone();
            Cell::undefined(terms, &sort)
        };
        match self {
            Contents::Whole(cell) => Contents::Whole(empty(cell)),
            Contents::ByKey(keys, cells) => Contents::ByKey(keys.clone(), cells.iter().map(empty).collect()),
        }
    }

    /// This if the condition holds, and the other one if not; they have one shape.
    pub fn or_else(&self, terms: &mut Terms, condition: Term, other: &Contents) -> Contents {
        let mut either = |first: &Cell, second: &Cell| first.or_else(terms, condition, second);
        match (self, other) {
            (Contents::Whole(first), Contents::Whole(second)) => Contents::Whole(either(first, second)),
            (Contents::ByKey(keys, first), second) => {
                let pairs = first.iter().zip(second.cells());
                Contents::ByKey(keys.clone(), pairs.map(|(first, second)| either(first, second)).collect())
            }
            (Contents::Whole(_), Contents::ByKey(..)) => unreachable!("both have one shape"),
        }
    }

    /// Whether the other one holds the same, as the reference semantics compares states: nothing is the same as nothing. Of what
    /// grows it is to hold what this is in the next turn, and of objects their counterparts.
    pub fn same(&self, terms: &mut Terms, growth: &Growth, renaming: &Renaming, other: &Contents) -> Term {
        let mut all = Vec::new();
        for (left, right) in self.cells().iter().zip(other.cells()) {
            all.push(terms.equal(left.defined, right.defined));
            let equal = match addresses::may_be(terms, left.value) {
                true if !growth.is_on() => renaming.corresponds(terms, left.value, right.value),
                true => {
                    // A number of that width may count, and an address may not.
                    let same = renaming.corresponds(terms, left.value, right.value);
                    let (first, second) = (growth.is_steady(terms, left.value), growth.is_steady(terms, right.value));
                    let steady = terms.all([same, first, second]);
                    let closes = growth.closes(terms, left.value, right.value);
                    let counts = addresses::is_number(terms, left.value);
                    let counts = terms.and(closes, counts);
                    terms.or(steady, counts)
                }
                false => growth.closes(terms, left.value, right.value),
            };
            // Elements of maps that have no value have the same filler.
            all.push(if *terms.sort(left.defined) == Sort::Bool { terms.implies(left.defined, equal) } else { equal });
        }
        terms.all(all)
    }
}

impl Cell {
    /// The value.
    pub fn of(terms: &mut Terms, value: Term) -> Cell {
        let sort = terms.sort(value).clone();
        Cell { value, defined: definedness(terms, &sort, true) }
    }

    /// No value.
    pub fn undefined(terms: &mut Terms, sort: &Sort) -> Cell {
        Cell { value: filler(terms, sort), defined: definedness(terms, sort, false) }
    }

    /// Whether it may be looked at as a whole.
    pub fn is_defined(&self, terms: &mut Terms) -> Term {
        let sort = terms.sort(self.value).clone();
        let everywhere = definedness(terms, &sort, true);
        terms.equal(self.defined, everywhere)
    }

    /// This if the condition holds, and the other one if not.
    pub fn or_else(&self, terms: &mut Terms, condition: Term, other: &Cell) -> Cell {
        let defined = terms.choose(condition, self.defined, other.defined);
        // What has no value may be taken to have that of the other.
        let value = match (terms.as_bool(self.defined), terms.as_bool(other.defined)) {
            (Some(false), _) => other.value,
            (_, Some(false)) => self.value,
            _ => terms.choose(condition, self.value, other.value),
        };
        Cell { value, defined }
    }
}
