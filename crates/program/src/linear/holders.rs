//! Variables that hold one of a few values, such as who has a lock, as truth values: one for each of the values.
//!
//! A global variable is such a *holder* if it is only ever assigned values that are written down, and only ever compared with such. What
//! is true of `lock == 3` is a variable of its own then, which belongs to the thread with this number: so threads that put their own
//! numbers into a lock may change places ([`super::symmetry`]). Procedures, locations and edges stay as they are, and steps are the same.
//!
//! Before the holder is assigned for the first time it may be anything, and so may the truth values be. Those that say what it is are among
//! them.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::{Action, Command};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::GlobalId;
use crate::procedure::Variable;
use crate::program::Program;
use crate::types::Type;
use crate::value::Value;

/// With fewer values there is nothing to gain.
const LEAST_VALUES: usize = 3;

/// By holder, its values, each with the variable that says whether it is that one.
type Holders = BTreeMap<GlobalId, Vec<(Value, VarRef)>>;

/// The same program with truth values in place of holders.
pub fn split(program: &Program) -> Program {
    let mut values: BTreeMap<GlobalId, Vec<Value>> = BTreeMap::new();
    let mut others = BTreeSet::new();
    for command in commands(program) {
        look(&command.action, &mut values, &mut others);
    }
    values.retain(|global, values| !others.contains(global) && values.len() >= LEAST_VALUES);
    let mut made = program.clone();
    let mut holders = Holders::new();
    for (global, values) in values {
        let Variable { name, span, .. } = program.global(global).clone();
        for value in values {
            let name = format!("{name} is {}", shown(&value).unwrap_or_default());
            made.globals.push(Variable { name, ty: Type::Bool, span });
            let named = VarRef::Global(GlobalId::new(made.globals.len() - 1));
            holders.entry(global).or_default().push((value, named));
        }
    }
    for edge in made.procedures.iter_mut().flat_map(|procedure| &mut procedure.edges) {
        edge.commands.iter_mut().for_each(|command| replace(&mut command.action, &holders));
    }
    made
}

/// The value as it is written, if it is a number.
fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Int(number) => Some(number.to_string()),
        Value::Bits(bits) => Some(bits.unsigned().to_string()),
        _ => None,
    }
}

fn commands(program: &Program) -> impl Iterator<Item = &Command> {
    program.procedures.iter().flat_map(|procedure| &procedure.edges).flat_map(|edge| &edge.commands)
}

/// Finds the values of variables that may be holders, and variables that are used in other ways.
fn look(action: &Action, values: &mut BTreeMap<GlobalId, Vec<Value>>, others: &mut BTreeSet<GlobalId>) {
    if let Action::Assign(assignments) = action {
        for (target, expr) in assignments {
            match (target, expr) {
                (VarRef::Global(global), Expr::Literal(value)) if shown(value).is_some() => add(values, *global, value),
                (VarRef::Global(global), _) => {
                    others.insert(*global);
                }
                (VarRef::Local(_), _) => {}
            }
        }
    } else {
        action.for_each_target(|target| {
            if let VarRef::Global(global) = target {
                others.insert(global);
            }
        });
    }
    let is_simple = matches!(action, Action::Assign(_) | Action::Assume(_) | Action::Assert(..));
    action.for_each_expr(|expr| match is_simple {
        true => look_at(expr, values, others),
        false => all_of(expr, others),
    });
}

fn look_at(expr: &Expr, values: &mut BTreeMap<GlobalId, Vec<Value>>, others: &mut BTreeSet<GlobalId>) {
    match (compared(expr), expr) {
        (Some((global, value, _)), _) => add(values, global, value),
        (None, Expr::Variable(VarRef::Global(global))) => {
            others.insert(*global);
        }
        (None, _) => expr.for_each_operand(|operand| look_at(operand, values, others)),
    }
}

fn all_of(expr: &Expr, others: &mut BTreeSet<GlobalId>) {
    expr.for_each_variable(&mut |variable| {
        if let VarRef::Global(global) = variable {
            others.insert(global);
        }
    });
}

fn add(values: &mut BTreeMap<GlobalId, Vec<Value>>, global: GlobalId, value: &Value) {
    let known = values.entry(global).or_default();
    if !known.contains(value) {
        known.push(value.clone());
    }
}

/// The variable that the expression compares with a value that is written down, and whether it asks if it is that one.
fn compared(expr: &Expr) -> Option<(GlobalId, &Value, bool)> {
    let Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right) = expr else { return None };
    match (&**left, &**right) {
        (Expr::Variable(VarRef::Global(global)), Expr::Literal(value))
        | (Expr::Literal(value), Expr::Variable(VarRef::Global(global)))
            if shown(value).is_some() =>
        {
            Some((*global, value, *op == BinaryOp::Equal))
        }
        _ => None,
    }
}

fn replace(action: &mut Action, holders: &Holders) {
    match action {
        Action::Assign(assignments) => {
            let given = std::mem::take(assignments);
            for (target, mut expr) in given {
                let values = match target {
                    VarRef::Global(global) => holders.get(&global),
                    VarRef::Local(_) => None,
                };
                match (values, &expr) {
                    (Some(values), Expr::Literal(assigned)) => {
                        let is_assigned = |value: &Value| Expr::Literal(Value::Bool(value == assigned));
                        assignments.extend(values.iter().map(|(value, named)| (*named, is_assigned(value))));
                    }
                    _ => {
                        replace_in(&mut expr, holders);
                        assignments.push((target, expr));
                    }
                }
            }
        }
        Action::Assume(expr) | Action::Assert(expr, _) => replace_in(expr, holders),
        _ => {}
    }
}

fn replace_in(expr: &mut Expr, holders: &Holders) {
    let named = compared(expr).and_then(|(global, value, is_equal)| {
        let (_, named) = holders.get(&global)?.iter().find(|(known, _)| known == value)?;
        let named = Expr::Variable(*named);
        Some(if is_equal { named } else { Expr::unary(UnaryOp::Not, named) })
    });
    match named {
        Some(named) => *expr = named,
        None => expr.for_each_operand_mut(|operand| replace_in(operand, holders)),
    }
}
