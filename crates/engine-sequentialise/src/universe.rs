//! How many values there are.
//!
//! Solvers are best at finitely many values. A run that never ends mostly needs few: some nodes of a list, some small numbers. So
//! the search is made in a small universe first, where integers have few bits and types of which only equality is known have few
//! elements; a map is then as many variables as it has keys. What is found there is found: arithmetic that leaves the universe
//! is not followed, rather than wrapped around. Whatever needs larger values is looked for in the exact universe.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::Signed;
use program::expr::Expr;
use program::program::Program;
use program::types::Type;
use program::value::{Bits, Value};
use solver::sort::Sort;

use crate::addresses;
use crate::contents::{Shape, global_shapes, shape};
use crate::expressions::NoTerm;

/// A map with more elements than this is kept as an array.
const MOST_KEYS: u64 = 64;

/// The numbers that are keys where there are few.
const FEW_NUMBERS: Range<i64> = -1..7;

/// How many elements of a sort are keys where there are few.
const FEW_ELEMENTS: u32 = 4;

/// The keys of a map that is kept element by element.
pub type Keys = Arc<Vec<Vec<Value>>>;

/// Which values there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Universe {
    /// All.
    Exact,
    /// All, but of maps only the elements with few keys: they are variables then, and can grow.
    FewKeys,
    /// Few.
    Small {
        /// How many bits integers have, in two's complement.
        number_bits: u32,
        /// How many bits tell the elements of each sort apart.
        element_bits: Vec<u32>,
    },
}

impl Universe {
    /// A small universe for the program, with so many more bits than the least that will do.
    pub fn small(program: &Program, more: u32) -> Universe {
        let mut widest = 3;
        for edge in program.procedures.iter().flat_map(|procedure| &procedure.edges) {
            for command in &edge.commands {
                command.action.for_each_expr(|expr: &Expr| {
                    expr.for_each_literal(&mut |value| {
                        if let Value::Int(number) = value {
                            widest = widest.max(number.abs().bits() + 1);
                        }
                    });
                });
            }
        }
        // At least two elements that have no names.
        let bits = |named: usize| usize::BITS - (named + 1).leading_zeros();
        Universe::Small {
            number_bits: u32::try_from(widest).unwrap_or(u32::MAX).saturating_add(1).saturating_add(more),
            element_bits: program.sorts.iter().map(|sort| bits(sort.elements.len()) + more).collect(),
        }
    }

    /// Whether it makes a difference for the program.
    pub fn matters(program: &Program) -> bool {
        let is_open = |ty: &Type| matches!(ty, Type::Int | Type::Sort(_) | Type::Map(_));
        let locals = program.procedures.iter().flat_map(|procedure| &procedure.locals);
        program.globals.iter().chain(locals).any(|variable| is_open(&variable.ty))
    }

    /// Whether the program has maps to integers that are kept as arrays, in which nothing grows, if there are all values.
    pub fn has_arrays(program: &Program) -> bool {
        let is_map = |ty: &Type| matches!(ty, Type::Map(map) if map.value == Type::Int);
        let is_array = |shape: &Shape| matches!(shape, Shape::Whole(Sort::Map(_)));
        let globals = program.globals.iter().zip(global_shapes(program, &Universe::Exact));
        let locals = program.procedures.iter().flat_map(|procedure| &procedure.locals);
        globals.filter(|(variable, _)| is_map(&variable.ty)).any(|(_, shape)| is_array(&shape))
            || locals.filter(|variable| is_map(&variable.ty)).any(|it| is_array(&shape(&Universe::Exact, &it.ty)))
    }

    /// The sort of the terms for values of a type.
    pub fn sort(&self, ty: &Type) -> Sort {
        match (ty, self) {
            (Type::Bool, _) => Sort::Bool,
            (Type::Bits(width), _) => Sort::Bits(*width),
            (Type::Int, Universe::Small { number_bits, .. }) => Sort::Bits(*number_bits),
            (Type::Sort(sort), Universe::Small { element_bits, .. }) => Sort::Bits(element_bits[sort.index()]),
            // Of the elements of a sort only equality is known; they have numbers.
            (Type::Int | Type::Sort(_), Universe::Exact | Universe::FewKeys) => Sort::Int,
            (Type::Map(map), _) => {
                let mut made = self.sort(&map.value);
                for key in map.keys.iter().rev() {
                    made = Sort::map(self.sort(key), made);
                }
                made
            }
            (Type::Pointer, _) => Sort::Bits(addresses::WIDTH),
        }
    }

    /// All keys of maps with keys of these types, if they are few.
    pub fn keys(&self, types: &[Type]) -> Option<Keys> {
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        for ty in types {
            let values = self.values(ty)?;
            if (all.len() * values.len()) as u64 > MOST_KEYS {
                return None;
            }
            let longer = |keys: &Vec<Value>| {
                let keys = keys.clone();
                values.iter().map(move |value| keys.iter().cloned().chain([value.clone()]).collect::<Vec<_>>())
            };
            all = all.iter().flat_map(longer).collect();
        }
        Some(Arc::new(all))
    }

    /// All values of the type, if they are few.
    fn values(&self, ty: &Type) -> Option<Vec<Value>> {
        let few = |bits: u32| (u64::from(bits) <= MOST_KEYS.ilog2().into()).then(|| 0..1_u32 << bits);
        Some(match (ty, self) {
            (Type::Bool, _) => vec![Value::Bool(false), Value::Bool(true)],
            (Type::Bits(width), _) => few(*width)?.map(|it| Value::Bits(Bits::wrap(*width, &it.into()))).collect(),
            (Type::Int, Universe::Small { number_bits, .. }) => {
                let signed = |it: u32| Bits::wrap(*number_bits, &it.into()).signed();
                few(*number_bits)?.map(|it| Value::Int(signed(it))).collect()
            }
            (Type::Sort(sort), Universe::Small { element_bits, .. }) => {
                few(element_bits[sort.index()])?.map(|it| Value::Element(*sort, it)).collect()
            }
            (Type::Int, Universe::FewKeys) => FEW_NUMBERS.map(Value::int).collect(),
            (Type::Sort(sort), Universe::FewKeys) => (0..FEW_ELEMENTS).map(|it| Value::Element(*sort, it)).collect(),
            _ => return None,
        })
    }

    /// The integer in so many bits, if this is how integers are kept.
    pub fn number(&self, value: &BigInt) -> Option<Result<(u32, BigUint), NoTerm>> {
        let Universe::Small { number_bits, .. } = self else { return None };
        let bits = Bits::wrap(*number_bits, value);
        let fits = bits.signed() == *value;
        Some(if fits { Ok((*number_bits, bits.unsigned().clone())) } else { Err(NoTerm::of("a large number")) })
    }

    /// The element's number in so many bits, if this is how elements are kept.
    pub fn element(&self, sort: program::ids::SortId) -> Option<u32> {
        match self {
            Universe::Small { element_bits, .. } => Some(element_bits[sort.index()]),
            Universe::Exact | Universe::FewKeys => None,
        }
    }

    /// What there is not, in words.
    pub fn left_out(&self) -> Vec<String> {
        match self {
            Universe::Exact => Vec::new(),
            Universe::FewKeys => {
                let Range { start, end } = FEW_NUMBERS;
                vec![format!("elements of maps with other keys than the numbers from {start} to {}", end - 1)]
            }
            Universe::Small { number_bits, element_bits } => {
                let most =
                    element_bits.iter().min().map(|bits| format!("more than {} elements of a type", 1_u64 << bits));
                let numbers = format!("integers of more than {number_bits} bits");
                std::iter::once(numbers).chain(most).collect()
            }
        }
    }
}
