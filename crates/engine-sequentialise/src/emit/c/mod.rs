//! The sequential program as C, for bounded model checkers: `__VERIFIER_nondet_…`, `__VERIFIER_assume` and `reach_error`, as the
//! competitions on software verification have them.
//!
//! C has fewer values than the program: integers have the bits of `int` (of `long long` with `-DUNHANG_WIDE`), and a map has the
//! keys from 0 to `UNHANG_KEYS` - 1 where its keys are integers. Arithmetic that leaves these bounds is not followed, by an assumption, so that
//! what fails in C fails in the program; what needs larger values is not found.
//!
//! Variables are anything before they are assigned, as in the program: C would set those that are global to zero.
//!
//! Locations are labels, since the program that is translated may jump as it likes. Where the edges that leave a location exclude
//! each other, the way is decided by their conditions, otherwise by `__VERIFIER_nondet_bool`.

pub mod names;
pub mod declared;
pub mod expressions;

use std::collections::BTreeSet;
use std::fmt::Write;

use num_bigint::BigInt;
use program::command::{Action, Callee};
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::ids::{GlobalId, LocalId, NodeId, ProcId};
use program::procedure::{Edge, Procedure};
use program::program::Program;
use program::span::Span;
use program::types::Type;
use program::value::Value;

use crate::emit::c::declared::Helpers;
use crate::emit::c::names::Names;
use crate::emit::{Options, Refusal, Sequential, said};

/// The widest machine integers that have a type.
const WIDEST: u32 = 64;

/// The sequential program as C.
pub fn print(sequential: &Sequential, options: &Options) -> Result<String, Vec<Refusal>> {
    let program = &sequential.program;
    let used = used_globals(sequential);
    let types = used.iter().map(|global| &program.global(*global).ty);
    let locals = program.procedures.iter().flat_map(|procedure| &procedure.locals).map(|local| &local.ty);
    if let Some(width) = types.chain(locals).find_map(too_wide) {
        let what = format!("a machine integer of {width} bits in C");
        return Err(vec![Refusal { span: Span::NOWHERE, what }]);
    }
    let names = Names::of(program);
    let mut helpers = Helpers::new(program);
    let mut bodies = String::new();
    let called = called(program);
    let procedures =
        || program.procedures.iter().enumerate().filter(|(index, _)| called.contains(&ProcId::new(*index)));
    for (index, procedure) in procedures() {
        let mut writer = Writer { sequential, names: &names, helpers: &mut helpers, id: ProcId::new(index), procedure };
        writer.procedure(&mut bodies);
    }
    for global in &used {
        helpers.ty(&program.global(*global).ty);
    }
    let mut text = String::from("/*\n");
    for line in said(options) {
        let _ = writeln!(text, " * {line}");
    }
    text.push_str(" */\n");
    text.push_str(&helpers.declarations(needs_wide(sequential), &bodies));
    text.push('\n');
    for global in &used {
        let ty = helpers.ty(&program.global(*global).ty);
        let _ = writeln!(text, "static {ty} {};", names.global(*global));
    }
    text.push('\n');
    for (index, procedure) in procedures().skip(1) {
        let signature = signature(&mut helpers, &names, ProcId::new(index), procedure);
        let _ = writeln!(text, "{signature};");
    }
    Ok(text + &bodies)
}

/// The first procedure, and those that are called from there.
fn called(program: &Program) -> BTreeSet<ProcId> {
    let mut called = BTreeSet::from([ProcId(0)]);
    let mut waiting = vec![ProcId(0)];
    while let Some(procedure) = waiting.pop() {
        let calls = program.procedure(procedure).edges.iter().filter_map(|edge| edge.call.as_ref());
        for call in calls {
            if let Callee::Procedure(callee) = call.callee
                && called.insert(callee)
            {
                waiting.push(callee);
            }
        }
    }
    called
}

/// The width of a machine integer in the type that C has no type for.
fn too_wide(ty: &Type) -> Option<u32> {
    match ty {
        Type::Bits(width) if *width > WIDEST => Some(*width),
        Type::Map(map) => map.keys.iter().chain([&map.value]).find_map(too_wide),
        _ => None,
    }
}

/// Whether there is a literal that takes more than 32 bits.
fn needs_wide(sequential: &Sequential) -> bool {
    let mut is_wide = false;
    let limit = BigInt::from(i32::MAX);
    for edge in sequential.program.procedures.iter().flat_map(|procedure| &procedure.edges) {
        for command in &edge.commands {
            command.action.for_each_expr(|expr| {
                expr.for_each_literal(&mut |value| {
                    if let Value::Int(number) = value {
                        is_wide |= *number > limit || *number < -&limit;
                    }
                });
            });
        }
    }
    is_wide
}

fn used_globals(sequential: &Sequential) -> BTreeSet<GlobalId> {
    let mut used = BTreeSet::new();
    let mut note = |variable: VarRef| {
        if let VarRef::Global(global) = variable {
            used.insert(global);
        }
    };
    for edge in sequential.program.procedures.iter().flat_map(|procedure| &procedure.edges) {
        edge.for_each_read(&mut note);
        edge.for_each_write(&mut note);
        edge.call.iter().flat_map(|call| &call.results).for_each(|result| note(*result));
    }
    used
}

fn signature(helpers: &mut Helpers<'_>, names: &Names, id: ProcId, procedure: &Procedure) -> String {
    let parameters = (0..procedure.parameters).map(|parameter| {
        let local = LocalId::new(parameter);
        format!("{} {}", helpers.ty(&procedure.local(local).ty), names.local(id, local))
    });
    let mut parameters: Vec<String> = parameters.collect();
    for (number, result) in procedure.results.iter().enumerate() {
        parameters.push(format!("{} *result_{number}", helpers.ty(&procedure.local(*result).ty)));
    }
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    format!("static void {}({parameters})", names.procedure(id))
}

/// Writes one procedure.
pub struct Writer<'a, 'h> {
    sequential: &'a Sequential,
    names: &'a Names,
    helpers: &'a mut Helpers<'h>,
    id: ProcId,
    procedure: &'a Procedure,
}

impl Writer<'_, '_> {
    fn procedure(&mut self, into: &mut String) {
        let is_main = self.id == ProcId(0);
        let signature = match is_main {
            true => "int main(void)".to_owned(),
            false => signature(self.helpers, self.names, self.id, self.procedure),
        };
        let _ = writeln!(into, "\n{signature}\n{{");
        for local in (self.procedure.parameters..self.procedure.locals.len()).map(LocalId::new) {
            let ty = self.procedure.local(local).ty.clone();
            let (name, shown) = (self.names.local(self.id, local).to_owned(), self.helpers.ty(&ty));
            // It is anything until it is assigned, as in the program.
            let any = self.helpers.any(&ty);
            let _ = writeln!(into, "  {shown} {name} = {any};");
        }
        if is_main {
            // So are global variables, which C sets to zero.
            for global in used_globals(self.sequential) {
                let any = self.helpers.any(&self.sequential.program.global(global).ty);
                let _ = writeln!(into, "  {} = {any};", self.names.global(global));
            }
        }
        for local in (0..self.procedure.locals.len()).map(LocalId::new) {
            let _ = writeln!(into, "  (void){};", self.names.local(self.id, local));
        }
        let targets: BTreeSet<NodeId> = self.procedure.edges.iter().map(|edge| edge.to).collect();
        let procedure = self.procedure;
        let nodes = (0..procedure.nodes.len()).map(NodeId::new);
        let others = nodes.filter(|node| *node != procedure.entry && *node != procedure.exit);
        for node in [procedure.entry].into_iter().chain(others).chain([procedure.exit]) {
            if targets.contains(&node) {
                let _ = writeln!(into, "{node:?}:;");
            } else if node != procedure.entry {
                continue;
            }
            if node == procedure.exit {
                break;
            }
            self.location(node, into);
        }
        for (number, result) in procedure.results.iter().enumerate() {
            let _ = writeln!(into, "  *result_{number} = {};", self.names.local(self.id, *result));
        }
        into.push_str(if is_main { "  return 0;\n}\n" } else { "}\n" });
    }

    fn location(&mut self, node: NodeId, into: &mut String) {
        let edges = &self.procedure.edges[self.procedure.edges_from(node)];
        let Some((last, others)) = edges.split_last() else {
            self.nowhere(into);
            return;
        };
        let is_decided = exclude_each_other(edges);
        for edge in others {
            let condition = match guard(edge) {
                Some(guard) if is_decided => self.expr(guard),
                _ => {
                    self.helpers.needs("__VERIFIER_nondet_bool");
                    "__VERIFIER_nondet_bool()".to_owned()
                }
            };
            let _ = writeln!(into, "  if ({condition}) {{");
            self.edge(edge, is_decided, "    ", into);
            into.push_str("  }\n");
        }
        self.edge(last, false, "  ", into);
    }

    /// A run that goes no further.
    fn nowhere(&mut self, into: &mut String) {
        let exit = self.procedure.exit;
        into.push_str("  __VERIFIER_assume(0);\n");
        if self.procedure.edges.iter().any(|edge| edge.to == exit) {
            let _ = writeln!(into, "  goto {exit:?};");
        } else {
            into.push_str(if self.id == ProcId(0) { "  return 0;\n" } else { "  return;\n" });
        }
    }

    fn edge(&mut self, edge: &Edge, is_decided: bool, indent: &str, into: &mut String) {
        let file = self.sequential.program.files.get(edge.span.file.index());
        if let Some(file) = file.filter(|_| edge.span.line > 0) {
            let name = file.name.replace(['\n', '\r'], " ").replace("*/", "* /");
            let _ = writeln!(into, "{indent}/* {name}:{} */", edge.span.line);
        }
        let skipped = usize::from(is_decided && guard(edge).is_some());
        for command in edge.commands.iter().skip(skipped) {
            self.action(&command.action, indent, into);
        }
        if let Some(call) = &edge.call
            && let Callee::Procedure(callee) = call.callee
        {
            let mut arguments: Vec<String> = call.arguments.iter().map(|argument| self.expr(argument)).collect();
            arguments.extend(call.results.iter().map(|result| format!("&{}", self.variable(*result))));
            let _ = writeln!(into, "{indent}{}({});", self.names.procedure(callee), arguments.join(", "));
        }
        let _ = writeln!(into, "{indent}goto {:?};", edge.to);
    }

    fn action(&mut self, action: &Action, indent: &str, into: &mut String) {
        match action {
            Action::Assume(condition) => {
                let _ = writeln!(into, "{indent}__VERIFIER_assume({});", self.expr(condition));
            }
            Action::Assert(condition, _) => {
                self.helpers.needs("reach_error");
                if *condition == Expr::Literal(Value::Bool(false)) {
                    let _ = writeln!(into, "{indent}reach_error();");
                } else {
                    let _ = writeln!(into, "{indent}if (!({})) reach_error();", self.expr(condition));
                }
            }
            Action::Assign(assignments) => self.assign(assignments, indent, into),
            Action::Havoc(variables) => {
                for variable in variables {
                    let ty = self.type_of(&Expr::Variable(*variable));
                    let any = self.helpers.any(&ty);
                    let _ = writeln!(into, "{indent}{} = {any};", self.variable(*variable));
                }
            }
            // Sequential programs do nothing else.
            _ => {}
        }
    }

    /// All right sides are evaluated before any variable changes.
    fn assign(&mut self, assignments: &[(VarRef, Expr)], indent: &str, into: &mut String) {
        let mut changed = BTreeSet::new();
        let is_in_order = assignments.iter().all(|(target, value)| {
            let is_fine = changed.iter().all(|earlier| !value.mentions(*earlier));
            changed.insert(*target);
            is_fine
        });
        if is_in_order {
            for (target, value) in assignments {
                let value = self.expr(value);
                let _ = writeln!(into, "{indent}{} = {value};", self.variable(*target));
            }
            return;
        }
        let _ = writeln!(into, "{indent}{{");
        for (number, (_, value)) in assignments.iter().enumerate() {
            let ty = self.type_of(value);
            let ty = self.helpers.ty(&ty);
            let _ = writeln!(into, "{indent}  {ty} next_{number} = {};", self.expr(value));
        }
        for (number, (target, _)) in assignments.iter().enumerate() {
            let _ = writeln!(into, "{indent}  {} = next_{number};", self.variable(*target));
        }
        let _ = writeln!(into, "{indent}}}");
    }

    fn variable(&self, variable: VarRef) -> &str {
        match variable {
            VarRef::Global(global) => self.names.global(global),
            VarRef::Local(local) => self.names.local(self.id, local),
        }
    }

    fn type_of(&self, expr: &Expr) -> Type {
        program::typing::type_of(&self.sequential.program, self.procedure, expr).unwrap_or(Type::Int)
    }
}

/// What the edge assumes before anything else.
fn guard(edge: &Edge) -> Option<&Expr> {
    match &edge.commands.first()?.action {
        Action::Assume(condition) => Some(condition),
        _ => None,
    }
}

/// Whether at most one of the edges can be taken, as far as their guards show.
fn exclude_each_other(edges: &[Edge]) -> bool {
    let guards: Option<Vec<Vec<&Expr>>> = edges.iter().map(|edge| guard(edge).map(conjuncts)).collect();
    let Some(guards) = guards else { return false };
    guards.iter().enumerate().all(|(index, one)| {
        let excludes = |other: &Vec<&Expr>| one.iter().any(|a| other.iter().any(|b| contradict(a, b)));
        guards[index + 1..].iter().all(excludes)
    })
}

fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match condition {
        Expr::Binary(BinaryOp::And, left, right) => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        other => vec![other],
    }
}

/// Whether both cannot hold at once, as far as their form shows.
fn contradict(one: &Expr, other: &Expr) -> bool {
    let denies = |one: &Expr, other: &Expr| matches!(one, Expr::Unary(UnaryOp::Not, inner) if **inner == *other);
    let opposite = |one: BinaryOp, other: BinaryOp| {
        matches!(
            (one, other),
            (BinaryOp::Equal, BinaryOp::NotEqual)
                | (BinaryOp::Less, BinaryOp::GreaterEqual)
                | (BinaryOp::LessEqual, BinaryOp::Greater)
        )
    };
    if denies(one, other) || denies(other, one) {
        return true;
    }
    match (one, other) {
        (Expr::Binary(a, left, right), Expr::Binary(b, other_left, other_right)) if left == other_left => {
            if right == other_right && (opposite(*a, *b) || opposite(*b, *a)) {
                return true;
            }
            let (Expr::Literal(Value::Int(one)), Expr::Literal(Value::Int(other))) = (&**right, &**other_right) else {
                return false;
            };
            match (a, b) {
                (BinaryOp::Equal, BinaryOp::Equal) => one != other,
                (BinaryOp::Equal, BinaryOp::Less) => one >= other,
                (BinaryOp::Less, BinaryOp::Equal) => other >= one,
                (BinaryOp::Equal, BinaryOp::GreaterEqual) => one < other,
                (BinaryOp::GreaterEqual, BinaryOp::Equal) => other < one,
                _ => false,
            }
        }
        _ => false,
    }
}
