//! Machine integers that are sets, of threads say, as truth values: one for each bit that is ever set.
//!
//! A variable is a set if nothing is done with it but to combine it bit by bit and to compare it with another set. Everything else stays
//! as it is, and so do procedures, locations and edges. What a bit is after a step is a formula over the bits before it, so that steps
//! of the new program are those of the old one.
//!
//! A bit that no assignment ever sets is left out. That is right only if the variable is assigned before somebody looks at it, since it may
//! be anything before, and if nobody looks at it after it was forgotten; where that is not plain to see, the variable stays what it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::{Action, Command};
use crate::expr::{BinaryOp, BitsOp, Expr, UnaryOp, VarRef};
use crate::ids::{GlobalId, LocalId, NodeId, ProcId};
use crate::linear::signs::{Owned, owned};
use crate::linear::vague::is_vague;
use crate::procedure::{Edge, Procedure, Variable};
use crate::program::Program;
use crate::types::Type;
use crate::value::Value;

/// Machine integers with more bits than this are no sets.
const MOST_BITS: u32 = 64;

/// Why every command can be written with bits.
const NO_OTHER_USE: &str = "what is used in another way is no set";

/// The same program with truth values in place of sets.
pub fn split(program: &Program) -> Program {
    let mut sets = combined(program);
    // Whatever is used in another way is no set.
    loop {
        let others = misused(program, &sets);
        if others.is_empty() {
            break;
        }
        sets.retain(|set| !others.contains(set));
    }
    if sets.is_empty() {
        return program.clone();
    }
    let mut bits: Bits = sets.iter().map(|set| (*set, BTreeMap::new())).collect();
    let mut made = program.clone();
    while let Some((set, bit)) = unnamed(program, &bits) {
        let name = format!("{}[{bit}]", variable_of(program, set).name);
        let variable = Variable { name, ty: Type::Bool, span: variable_of(program, set).span };
        let named = match set {
            Owned::Global(_) => {
                made.globals.push(variable);
                VarRef::Global(GlobalId::new(made.globals.len() - 1))
            }
            Owned::Local(procedure, _) => {
                let locals = &mut made.procedures[procedure.index()].locals;
                locals.push(variable);
                VarRef::Local(LocalId::new(locals.len() - 1))
            }
        };
        bits.entry(set).or_default().insert(bit, named);
    }
    for (number, procedure) in made.procedures.iter_mut().enumerate() {
        let view = View { own: ProcId::new(number), program, bits: &bits };
        for edge in &mut procedure.edges {
            edge.commands = edge.commands.iter().filter_map(|command| view.command(command)).collect();
        }
    }
    made
}

/// The variables for the bits of each set.
type Bits = BTreeMap<Owned, BTreeMap<u32, VarRef>>;

/// A bit of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Bit {
    Known(bool),
    Open(Expr),
}

impl Bit {
    fn not(self) -> Bit {
        match self {
            Bit::Known(value) => Bit::Known(!value),
            Bit::Open(expr) => Bit::Open(Expr::unary(UnaryOp::Not, expr)),
        }
    }

    fn and(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::Known(false), _) | (_, Bit::Known(false)) => Bit::Known(false),
            (Bit::Known(true), bit) | (bit, Bit::Known(true)) => bit,
            (Bit::Open(left), Bit::Open(right)) => Bit::Open(Expr::binary(BinaryOp::And, left, right)),
        }
    }

    fn or(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::Known(true), _) | (_, Bit::Known(true)) => Bit::Known(true),
            (Bit::Known(false), bit) | (bit, Bit::Known(false)) => bit,
            (Bit::Open(left), Bit::Open(right)) => Bit::Open(Expr::binary(BinaryOp::Or, left, right)),
        }
    }

    fn equals(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::Known(true), bit) | (bit, Bit::Known(true)) => bit,
            (Bit::Known(false), bit) | (bit, Bit::Known(false)) => bit.not(),
            (Bit::Open(left), Bit::Open(right)) => Bit::Open(Expr::binary(BinaryOp::Equal, left, right)),
        }
    }

    fn expr(self) -> Expr {
        match self {
            Bit::Known(value) => Expr::Literal(Value::Bool(value)),
            Bit::Open(expr) => expr,
        }
    }

    fn chosen(condition: &Expr, first: Bit, second: Bit) -> Bit {
        if first == second {
            return first;
        }
        Bit::Open(Expr::If(Box::new(condition.clone()), Box::new(first.expr()), Box::new(second.expr())))
    }
}

/// How the expressions of a procedure are read.
struct View<'a> {
    own: ProcId,
    program: &'a Program,
    bits: &'a Bits,
}

impl View<'_> {
    fn is_set(&self, variable: VarRef) -> bool {
        self.bits.contains_key(&owned(self.own, variable))
    }

    fn mentions_set(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.for_each_variable(&mut |variable| found |= self.is_set(variable));
        found
    }

    /// The bits of an expression, low ones first, if it combines sets bit by bit.
    fn bits(&self, expr: &Expr) -> Option<Vec<Bit>> {
        match expr {
            Expr::Literal(Value::Bits(bits)) => {
                let bit = |number: u32| Bit::Known(bits.unsigned().bit(u64::from(number)));
                Some((0..bits.width()).map(bit).collect())
            }
            Expr::Variable(variable) => {
                let names = self.bits.get(&owned(self.own, *variable))?;
                let Type::Bits(width) = variable_of(self.program, owned(self.own, *variable)).ty else { return None };
                let bit =
                    |number: u32| names.get(&number).map_or(Bit::Known(false), |name| Bit::Open(Expr::Variable(*name)));
                Some((0..width).map(bit).collect())
            }
            Expr::Unary(UnaryOp::BitsNot, operand) => Some(self.bits(operand)?.into_iter().map(Bit::not).collect()),
            Expr::Unary(UnaryOp::Extract { high, low }, operand) => {
                Some(self.bits(operand)?.get(*low as usize..*high as usize)?.to_vec())
            }
            Expr::Unary(UnaryOp::ZeroExtend(width), operand) => {
                let mut bits = self.bits(operand)?;
                bits.resize(*width as usize, Bit::Known(false));
                Some(bits)
            }
            Expr::Binary(BinaryOp::Bits(op @ (BitsOp::And | BitsOp::Or)), left, right) => {
                let pairs = self.bits(left)?.into_iter().zip(self.bits(right)?);
                let is_and = *op == BitsOp::And;
                Some(pairs.map(|(one, other)| if is_and { one.and(other) } else { one.or(other) }).collect())
            }
            Expr::If(condition, first, second) => {
                let condition = self.expr(condition)?;
                let pairs = self.bits(first)?.into_iter().zip(self.bits(second)?);
                Some(pairs.map(|(one, other)| Bit::chosen(&condition, one, other)).collect())
            }
            _ => None,
        }
    }

    /// The expression, which is no set, with bits in place of sets.
    fn expr(&self, expr: &Expr) -> Option<Expr> {
        if !self.mentions_set(expr) {
            return Some(expr.clone());
        }
        match expr {
            Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right)
                if self.bits(left).is_some() && self.bits(right).is_some() =>
            {
                let pairs = self.bits(left)?.into_iter().zip(self.bits(right)?);
                let equal = pairs.fold(Bit::Known(true), |all, (one, other)| all.and(one.equals(other)));
                Some(if *op == BinaryOp::Equal { equal } else { equal.not() }.expr())
            }
            Expr::Variable(_) => None,
            _ => {
                let mut made = expr.clone();
                let mut is_fine = true;
                made.for_each_operand_mut(|operand| match self.expr(operand) {
                    Some(rewritten) => *operand = rewritten,
                    None => is_fine = false,
                });
                is_fine.then_some(made)
            }
        }
    }

    /// The command with bits in place of sets; nothing if nothing is left of it.
    fn command(&self, command: &Command) -> Option<Command> {
        let expr = |expr: &Expr| self.expr(expr).expect(NO_OTHER_USE);
        let with = |action: Action| Some(Command { action, span: command.span });
        match &command.action {
            Action::Assign(assignments) => {
                let mut made = Vec::new();
                for (target, value) in assignments {
                    match self.bits.get(&owned(self.own, *target)) {
                        None => made.push((*target, expr(value))),
                        // Nobody looks at it before it is assigned again.
                        Some(_) if is_left_open(value) => {}
                        Some(names) => {
                            let values = self.bits(value).expect(NO_OTHER_USE);
                            made.extend(names.iter().map(|(bit, name)| (*name, values[*bit as usize].clone().expr())));
                        }
                    }
                }
                if made.is_empty() { None } else { with(Action::Assign(made)) }
            }
            Action::Forget(targets) => {
                let names = |target: &VarRef| match self.bits.get(&owned(self.own, *target)) {
                    None => vec![*target],
                    Some(names) => names.values().copied().collect(),
                };
                let targets: Vec<VarRef> = targets.iter().flat_map(names).collect();
                if targets.is_empty() { None } else { with(Action::Forget(targets)) }
            }
            Action::Assume(condition) => with(Action::Assume(expr(condition))),
            Action::Assert(condition, why) => with(Action::Assert(expr(condition), why.clone())),
            _ => Some(command.clone()),
        }
    }

    /// The variables that the command uses as sets without their being such.
    fn misused(&self, command: &Command, found: &mut BTreeSet<Owned>) {
        let mut all_in = |expr: &Expr| {
            expr.for_each_variable(&mut |variable| {
                found.insert(owned(self.own, variable));
            });
        };
        match &command.action {
            Action::Assign(assignments) => {
                for (target, value) in assignments {
                    if self.is_set(*target) {
                        if !is_left_open(value) && self.bits(value).is_none() {
                            all_in(value);
                            all_in(&Expr::Variable(*target));
                        }
                    } else if self.expr(value).is_none() {
                        all_in(value);
                    }
                }
            }
            Action::Forget(_) => {}
            Action::Assume(expr) | Action::Assert(expr, _) => {
                if self.expr(expr).is_none() {
                    all_in(expr);
                }
            }
            other => {
                other.for_each_expr(&mut all_in);
                other.for_each_target(|target| all_in(&Expr::Variable(target)));
            }
        }
    }
}

fn variable_of(program: &Program, variable: Owned) -> &Variable {
    match variable {
        Owned::Global(global) => program.global(global),
        Owned::Local(procedure, local) => program.procedure(procedure).local(local),
    }
}

/// The variables that are combined bit by bit somewhere, or of which one bit is looked at, and that are assigned before that.
fn combined(program: &Program) -> BTreeSet<Owned> {
    fn visit(own: ProcId, expr: &Expr, found: &mut BTreeSet<Owned>) {
        let is_one_bit = matches!(expr, Expr::Unary(UnaryOp::Extract { high, low }, _) if *high == low + 1);
        if is_one_bit || matches!(expr, Expr::Binary(BinaryOp::Bits(BitsOp::And | BitsOp::Or), ..)) {
            expr.for_each_operand(|operand| {
                if let Expr::Variable(variable) = operand {
                    found.insert(owned(own, *variable));
                }
            });
        }
        expr.for_each_operand(|operand| visit(own, operand, found));
    }
    let mut found = BTreeSet::new();
    for (number, procedure) in program.procedures.iter().enumerate() {
        for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
            command.action.for_each_expr(|expr| visit(ProcId::new(number), expr, &mut found));
        }
    }
    // And whatever they are copied from and to.
    let mut count = 0;
    while count < found.len() {
        count = found.len();
        for (number, procedure) in program.procedures.iter().enumerate() {
            for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
                let Action::Assign(assignments) = &command.action else { continue };
                for (target, value) in assignments {
                    let Expr::Variable(source) = value else { continue };
                    let pair = [*target, *source].map(|variable| owned(ProcId::new(number), variable));
                    if pair.iter().any(|variable| found.contains(variable)) {
                        found.extend(pair);
                    }
                }
            }
        }
    }
    let has_calls = program.procedures.iter().flat_map(|procedure| &procedure.edges).any(|edge| edge.call.is_some());
    let is_small = |set: &Owned| matches!(variable_of(program, *set).ty, Type::Bits(width) if width <= MOST_BITS);
    found.retain(|set| !has_calls && is_small(set) && is_assigned_first(program, *set));
    found
}

/// Whether it is plain to see that the variable is assigned before somebody looks at it.
fn is_assigned_first(program: &Program, variable: Owned) -> bool {
    match variable {
        Owned::Global(global) => {
            let forgets = |edge: &Edge| edge.commands.iter().any(|it| forgets(&it.action, VarRef::Global(global)));
            if program.procedures.iter().flat_map(|procedure| &procedure.edges).any(forgets) {
                return false;
            }
            let [first] = program.start.as_slice() else { return false };
            let procedure = program.procedure(*first);
            // The first thread alone is there until it starts another one.
            let mut node = procedure.entry;
            let mut seen: BTreeSet<NodeId> = BTreeSet::new();
            while seen.insert(node) {
                let leaving: Vec<&Edge> = procedure.edges_from(node).map(|edge| &procedure.edges[edge]).collect();
                let found: Vec<Option<bool>> =
                    leaving.iter().map(|edge| assigns_first(edge, VarRef::Global(global))).collect();
                if !found.is_empty() && found.iter().all(|found| *found == Some(true)) {
                    return true;
                }
                match (leaving.as_slice(), found.as_slice()) {
                    ([edge], [None]) => node = edge.to,
                    _ => return false,
                }
            }
            false
        }
        Owned::Local(procedure, local) => {
            let procedure: &Procedure = program.procedure(procedure);
            local.index() >= procedure.parameters
                && !procedure.results.contains(&local)
                && is_assigned_first_in(procedure, VarRef::Local(local))
        }
    }
}

/// Whether the edge assigns the variable before it looks at it; nothing if it does neither, and starts no thread.
fn assigns_first(edge: &Edge, variable: VarRef) -> Option<bool> {
    for command in &edge.commands {
        let mut reads = matches!(command.action, Action::Fork { .. });
        command.action.for_each_expr(|expr| reads |= expr.mentions(variable));
        if reads {
            return Some(false);
        }
        let mut writes = false;
        if let Action::Assign(assignments) = &command.action {
            writes = assignments.iter().any(|(target, _)| *target == variable);
        }
        if writes {
            return Some(true);
        }
    }
    None
}

/// Whether the variable may be anything behind it.
fn forgets(action: &Action, variable: VarRef) -> bool {
    match action {
        Action::Forget(targets) => targets.contains(&variable),
        Action::Assign(assignments) => {
            assignments.iter().any(|(target, value)| *target == variable && is_left_open(value))
        }
        _ => false,
    }
}

/// Whether it is a value of which nothing is said.
fn is_left_open(value: &Expr) -> bool {
    matches!(value, Expr::Literal(value) if is_vague(value))
}

/// Whether on every way through the procedure the variable, which is its own, is assigned before somebody looks at it, and again once it
/// was forgotten.
fn is_assigned_first_in(procedure: &Procedure, variable: VarRef) -> bool {
    // Where it may not have been assigned.
    let mut open: BTreeSet<NodeId> = BTreeSet::from([procedure.entry]);
    open.extend(
        procedure.edges.iter().filter(|edge| is_assigned_behind(edge, variable, true) == Some(false)).map(|it| it.to),
    );
    let mut waiting: Vec<NodeId> = open.iter().copied().collect();
    while let Some(node) = waiting.pop() {
        for edge in procedure.edges_from(node).map(|edge| &procedure.edges[edge]) {
            match is_assigned_behind(edge, variable, false) {
                None => return false,
                Some(true) => {}
                Some(false) => {
                    if open.insert(edge.to) {
                        waiting.push(edge.to);
                    }
                }
            }
        }
    }
    procedure.edges.iter().all(|edge| is_assigned_behind(edge, variable, true).is_some())
}

/// Whether the variable is assigned behind the edge, if that is so or not before it; nothing if somebody looks at it where it is not.
fn is_assigned_behind(edge: &Edge, variable: VarRef, before: bool) -> Option<bool> {
    let mut is_assigned = before;
    for command in &edge.commands {
        let mut reads = false;
        command.action.for_each_expr(|expr| reads |= expr.mentions(variable));
        if reads && !is_assigned {
            return None;
        }
        if forgets(&command.action, variable) {
            is_assigned = false;
        } else if let Action::Assign(assignments) = &command.action {
            is_assigned |= assignments.iter().any(|(target, _)| *target == variable);
        }
    }
    Some(is_assigned)
}

/// Those of the sets that are used in another way.
fn misused(program: &Program, sets: &BTreeSet<Owned>) -> BTreeSet<Owned> {
    let bits: Bits = sets.iter().map(|set| (*set, BTreeMap::new())).collect();
    let mut found = BTreeSet::new();
    for (number, procedure) in program.procedures.iter().enumerate() {
        let view = View { own: ProcId::new(number), program, bits: &bits };
        procedure.edges.iter().flat_map(|edge| &edge.commands).for_each(|command| view.misused(command, &mut found));
    }
    found.intersection(sets).copied().collect()
}

/// A bit that may be set and has no variable yet, if the others have.
fn unnamed(program: &Program, bits: &Bits) -> Option<(Owned, u32)> {
    for (number, procedure) in program.procedures.iter().enumerate() {
        let view = View { own: ProcId::new(number), program, bits };
        for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
            let Action::Assign(assignments) = &command.action else { continue };
            for (target, value) in assignments {
                let Some(names) = bits.get(&owned(view.own, *target)).filter(|_| !is_left_open(value)) else {
                    continue;
                };
                let values = view.bits(value).expect(NO_OTHER_USE);
                let is_missing = |bit: &u32| values[*bit as usize] != Bit::Known(false) && !names.contains_key(bit);
                let width = u32::try_from(values.len()).expect("sets have few bits");
                if let Some(bit) = (0..width).find(is_missing) {
                    return Some((owned(view.own, *target), bit));
                }
            }
        }
    }
    None
}
