//! What the lowering of a program shares: the tables, the values of constants, and the limits on expansion.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use program::expr::{Expr, VarRef};
use program::ids::{ChoiceId, GlobalId, SectionKindId, SortId};
use program::procedure::Variable;
use program::program::Sort;
use program::span::Span;
use program::text::counted;
use program::value::Value;

use crate::boogie::call_graph::CallGraph;
use crate::boogie::declarations::{Declarations, Global};
use crate::boogie::expressions::too_deep;
use crate::boogie::parse::MAXIMAL_DEPTH;
use crate::boogie::typed::{Measure, Typed, substitute};
use crate::error::{Error, Result};

/// How many parts all lowered expressions and steps may have together, so that doubling definitions end in a message.
const MAXIMAL_PARTS: u64 = 1_000_000;

/// Constants that are not known to have one value look like global variables with numbers from here on,
/// until it is known which of them the program needs.
const FIRST_CONSTANT: u32 = 1 << 30;

/// `old(g)` in a contract looks like a global variable with the number of `g` from here on,
/// until the contract is put to use.
const FIRST_OLD: u32 = 1 << 31;

/// The shared state.
pub struct Session<'a> {
    pub declarations: Declarations<'a>,
    /// The constants that axioms give a value, by their number.
    pub constant_values: BTreeMap<usize, Typed>,
    /// Who calls and forks whom.
    pub calls: CallGraph,
    parts: Cell<u64>,
    section_kinds: RefCell<Vec<String>>,
    /// Where ways are marked that are taken eventually.
    choices: RefCell<Vec<Span>>,
    par_arms: RefCell<Vec<String>>,
    hidden_globals: RefCell<Vec<(Variable, Value)>>,
}

impl<'a> Session<'a> {
    pub fn new(declarations: Declarations<'a>) -> Session<'a> {
        Session {
            calls: CallGraph::of(&declarations),
            declarations,
            constant_values: BTreeMap::new(),
            parts: Cell::new(0),
            section_kinds: RefCell::default(),
            choices: RefCell::default(),
            par_arms: RefCell::default(),
            hidden_globals: RefCell::default(),
        }
    }

    /// Counts parts of expressions and fails when there are too many.
    pub fn spend(&self, parts: u32, span: Span) -> Result<()> {
        self.parts.set(self.parts.get() + u64::from(parts));
        if self.parts.get() <= MAXIMAL_PARTS {
            return Ok(());
        }
        let what = format!(
            "with functions, quantifiers and atomic blocks expanded, the program has more than {}",
            counted(MAXIMAL_PARTS, "part")
        );
        Err(Error::new(span, what))
    }

    /// Replaces variables in an expression, within the limits.
    pub fn substitute(&self, expr: &Expr, span: Span, replace: &impl Fn(VarRef) -> Option<Expr>) -> Result<Expr> {
        let mut size: u32 = 0;
        expr.for_each_variable(&mut |variable| {
            let replacement = replace(variable).map_or(0, |replacement| Measure::of(&replacement).size);
            size = size.saturating_add(replacement);
        });
        self.spend(size, span)?;
        let result = substitute(expr, replace);
        if Measure::of(&result).depth > MAXIMAL_DEPTH { Err(too_deep(span)) } else { Ok(result) }
    }

    /// The number of the kind of section with this name.
    pub fn section_kind(&self, name: &str) -> SectionKindId {
        let mut kinds = self.section_kinds.borrow_mut();
        let position = kinds.iter().position(|kind| kind == name).unwrap_or_else(|| {
            kinds.push(name.to_owned());
            kinds.len() - 1
        });
        SectionKindId::new(position)
    }

    /// The number of the choice that is marked here, also if it is expanded several times.
    pub fn choice(&self, span: Span) -> ChoiceId {
        let mut choices = self.choices.borrow_mut();
        let position = choices.iter().position(|choice| *choice == span).unwrap_or_else(|| {
            choices.push(span);
            choices.len() - 1
        });
        ChoiceId::new(position)
    }

    /// A new thread id that no other thread has: an element of a sort that only `par` uses.
    pub fn par_arm(&self, description: String) -> Value {
        let mut arms = self.par_arms.borrow_mut();
        arms.push(description);
        let sort = SortId::new(self.declarations.types.sorts.len());
        Value::Element(sort, (arms.len() - 1) as u32)
    }

    /// A new global variable that the source does not name, and its value when the program starts.
    pub fn hidden_global(&self, variable: Variable, initial: Value) -> GlobalId {
        let mut hidden = self.hidden_globals.borrow_mut();
        hidden.push((variable, initial));
        GlobalId::new(self.declarations.globals.len() + hidden.len() - 1)
    }

    /// The global variables that the source does not name, with their initial values, when everything is lowered.
    pub fn hidden_values(&self) -> Vec<(VarRef, Expr)> {
        let first = self.declarations.globals.len();
        let hidden = self.hidden_globals.borrow();
        let value = |(position, (_, initial)): (usize, &(Variable, Value))| {
            (VarRef::Global(GlobalId::new(first + position)), Expr::Literal(initial.clone()))
        };
        hidden.iter().enumerate().map(value).collect()
    }

    /// The global variables of the program, constants excepted, when everything is lowered.
    pub fn globals(&self) -> Vec<Variable> {
        let declared = self.declarations.globals.iter().map(Global::variable);
        let hidden = self.hidden_globals.borrow();
        declared.chain(hidden.iter().map(|(variable, _)| variable.clone())).collect()
    }

    /// The sorts of the program, when everything is lowered.
    pub fn sorts(&self) -> Vec<Sort> {
        let mut sorts = self.declarations.types.sorts.clone();
        let arms = self.par_arms.borrow();
        if !arms.is_empty() {
            sorts.push(Sort { name: "$par".to_owned(), elements: arms.clone() });
        }
        sorts
    }

    /// The kinds of sections that occur, when everything is lowered.
    pub fn section_kinds(&self) -> Vec<String> {
        self.section_kinds.borrow().clone()
    }
}

/// The stand-in for a constant.
pub fn constant_variable(constant: usize) -> VarRef {
    VarRef::Global(GlobalId(FIRST_CONSTANT + constant as u32))
}

/// The constant that a variable stands for, if it does.
pub fn as_constant(variable: VarRef) -> Option<usize> {
    match variable {
        VarRef::Global(global) if (FIRST_CONSTANT..FIRST_OLD).contains(&global.0) => {
            Some((global.0 - FIRST_CONSTANT) as usize)
        }
        _ => None,
    }
}

/// The stand-in for a global variable's value at the start of a call.
pub fn old_variable(global: GlobalId) -> VarRef {
    VarRef::Global(GlobalId(FIRST_OLD + global.0))
}

/// The global variable whose earlier value a variable stands for, if it does.
pub fn as_old(variable: VarRef) -> Option<GlobalId> {
    match variable {
        VarRef::Global(global) if global.0 >= FIRST_OLD => Some(GlobalId(global.0 - FIRST_OLD)),
        _ => None,
    }
}
