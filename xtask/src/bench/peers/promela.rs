//! Programs as models in Promela, the language of SPIN: one step here is one step there.
//!
//! - A procedure that threads run is a `proctype`, a node is a label, a step is a `d_step` (an `atomic` if it starts a thread or chooses),
//!   whose guard stands in front.
//! - A thread that finishes counts in `done` under its id; a `join` waits for that and counts down.
//! - Numbers are as wide as the caller says, and maps have as many places as he says. SPIN tells if an index is out of bounds.
//! - Values that nobody has assigned are 0 there and anything here. A program with an answer does not depend on them.
//! - Nodes at which control comes back are `accept`: every run without end is a cycle through one of them.
//!
//! Calls, memory, machine integers, maps with other keys, and values that are chosen among more than two are refused.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::{Result, bail, ensure};
use program::command::{Action, Callee};
use program::expr::{Expr, VarRef};
use program::ids::{LocalId, ProcId};
use program::procedure::{Edge, Procedure, Variable};
use program::program::{EndRule, Program};
use program::types::Type;

use super::expression::plain;
use super::substitute::Assigned;

/// How wide numbers are and how many places maps have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// `byte`, `short` or `int`.
    pub(super) number: &'static str,
    /// Keys and ids of threads are below it.
    pub(super) places: u32,
}

/// The id of a thread that nobody joins.
const NOBODY: &str = "255";

/// The model.
pub(super) fn print(program: &Program, sizes: Sizes) -> Result<String> {
    ensure!(program.end == EndRule::AllThreads, "programs that end with their main thread are not translated");
    ensure!(program.objects.is_empty(), "programs with memory are not translated");
    ensure!(program.block_left_open().is_none(), "blocks that a step leaves open are not translated");
    let mut text = String::new();
    for (index, global) in program.globals.iter().enumerate() {
        put(&mut text, &format!("{};", declared(global, &format!("g{index}_{}", plain(&global.name)), sizes)?));
    }
    let most = program.procedures.iter().flat_map(|it| &it.edges).map(widest).max().unwrap_or(0);
    (0..most).for_each(|index| put(&mut text, &format!("hidden int t{index};")));
    put(&mut text, &format!("byte done[{}];", sizes.places));
    for procedure in program.run_by_threads() {
        let writer = Writer { program, procedure: program.procedure(procedure), sizes };
        writer.proctype(procedure, &mut text)?;
    }
    put(&mut text, "init {\n  atomic {");
    program.start.iter().for_each(|start| put(&mut text, &format!("    run p{}({NOBODY});", start.index())));
    put(&mut text, "  }\n}");
    Ok(text)
}

/// How many values a step has to keep while it assigns.
fn widest(edge: &Edge) -> usize {
    let assigned = |action: &Action| match action {
        Action::Assign(assignments) => assignments.len() * 2,
        _ => 0,
    };
    edge.commands.iter().map(|command| assigned(&command.action)).max().unwrap_or(0)
}

fn put(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a text can always be made longer");
}

fn declared(variable: &Variable, name: &str, sizes: Sizes) -> Result<String> {
    let simple = |ty: &Type| match ty {
        Type::Bool => Ok("bool"),
        Type::Int => Ok(sizes.number),
        other => bail!("`{}` has the type {other}, which is not translated", variable.name),
    };
    match &variable.ty {
        Type::Map(map) => {
            ensure!(map.keys == [Type::Int], "`{}` is a map with other keys than one number", variable.name);
            Ok(format!("{} {name}[{}]", simple(&map.value)?, sizes.places))
        }
        ty => Ok(format!("{} {name}", simple(ty)?)),
    }
}

/// Writes one procedure.
pub(super) struct Writer<'a> {
    /// All of it.
    pub(super) program: &'a Program,
    /// What is written.
    pub(super) procedure: &'a Procedure,
    sizes: Sizes,
}

impl Writer<'_> {
    fn proctype(&self, id: ProcId, text: &mut String) -> Result<()> {
        let procedure = self.procedure;
        let mut parameters = vec!["byte id".to_owned()];
        let mut locals = Vec::new();
        for (index, variable) in procedure.locals.iter().enumerate() {
            let declared = declared(variable, &self.name(VarRef::Local(LocalId::new(index))), self.sizes)?;
            if index < procedure.parameters {
                ensure!(!matches!(variable.ty, Type::Map(_)), "maps as arguments are not translated");
                parameters.push(declared);
            } else {
                locals.push(declared);
            }
        }
        put(text, &format!("proctype p{}({}) {{ // {}", id.index(), parameters.join("; "), plain(&procedure.name)));
        locals.iter().for_each(|local| put(text, &format!("  {local};")));
        put(text, &format!("  goto {};", self.label(procedure.entry.index())));
        for (node, facts) in procedure.nodes.iter().enumerate() {
            if node == procedure.exit.index() {
                continue;
            }
            put(text, &format!("{}:", self.label(node)));
            let edges: Vec<&Edge> = procedure.edges.iter().filter(|edge| edge.from.index() == node).collect();
            if edges.is_empty() {
                put(text, "  false;");
                continue;
            }
            put(text, "  if");
            for edge in edges {
                let step = self.step(edge)?;
                ensure!(!facts.discards || step.guard == "true", "assumptions that discard runs are not translated");
                put(
                    text,
                    &format!(
                        "  :: {} {{ {} -> {} }}; goto {}",
                        step.kind,
                        step.guard,
                        step.does,
                        self.label(edge.to.index())
                    ),
                );
            }
            put(text, "  fi;");
        }
        // It stays there: a process that dies would take one more step, and only after all that were started later.
        put(text, &format!("{}:\n  false\n}}", self.label(procedure.exit.index())));
        Ok(())
    }

    /// Nodes at which control comes back are `accept`.
    fn label(&self, node: usize) -> String {
        let is_exit = node == self.procedure.exit.index();
        match self.comes_back().contains(&node) {
            _ if is_exit => "end_over".to_owned(),
            true => format!("accept_n{node}"),
            false => format!("n{node}"),
        }
    }

    /// The targets of edges that lead back to where a depth-first search has come from.
    fn comes_back(&self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let (mut open, mut seen) = (BTreeSet::new(), BTreeSet::new());
        // A node, and whether it is left again.
        let mut waiting = vec![(self.procedure.entry.index(), false)];
        while let Some((node, is_left)) = waiting.pop() {
            if is_left {
                open.remove(&node);
            } else if seen.insert(node) {
                open.insert(node);
                waiting.push((node, true));
                let next = self.procedure.edges.iter().filter(|edge| edge.from.index() == node);
                for target in next.map(|edge| edge.to.index()) {
                    if open.contains(&target) {
                        found.insert(target);
                    }
                    waiting.push((target, false));
                }
            } else if open.contains(&node) {
                found.insert(node);
            }
        }
        found
    }

    fn step(&self, edge: &Edge) -> Result<Step> {
        ensure!(edge.call.is_none(), "calls are not translated");
        ensure!(!edge.spurious && edge.eventually.is_none(), "steps that cannot be counted on are not translated");
        let starts =
            self.program.start.iter().any(|start| std::ptr::eq(self.program.procedure(*start), self.procedure));
        let is_first = starts && edge.from == self.procedure.entry && !self.comes_back().contains(&edge.from.index());
        let mut assigned = Assigned::default();
        let mut step = Step { kind: "d_step", guard: String::new(), does: String::new() };
        let (mut guards, mut does, mut chosen) = (Vec::new(), Vec::new(), BTreeSet::new());
        for command in &edge.commands {
            match &command.action {
                Action::Assume(condition) => {
                    let mut depends = false;
                    condition.for_each_variable(&mut |variable| depends |= chosen.contains(&variable));
                    ensure!(!depends, "choices that are narrowed afterwards are not translated");
                    guards.push(self.expr(&assigned.before(condition))?);
                }
                Action::Assert(condition, _) => does.push(format!("assert({})", self.expr(condition)?)),
                Action::Assign(assignments) => does.push(self.assign(assignments)?),
                Action::Havoc(targets) | Action::Forget(targets) => {
                    for target in targets {
                        chosen.insert(*target);
                        does.extend(self.choose(*target, is_first, &mut step.kind)?);
                    }
                }
                Action::Fork { id, callee: Callee::Procedure(procedure), arguments } => {
                    step.kind = "atomic";
                    let id = match id.as_deref() {
                        None => NOBODY.to_owned(),
                        Some([id]) => self.expr(id)?,
                        Some(_) => bail!("threads with several ids are not translated"),
                    };
                    let arguments = arguments.iter().map(|it| self.expr(it)).collect::<Result<Vec<_>>>()?;
                    let all = [vec![id], arguments].concat().join(", ");
                    does.push(format!("run p{}({all})", procedure.index()));
                }
                Action::Join { id, results } if results.is_empty() => {
                    let [id] = &id[..] else { bail!("threads with several ids are not translated") };
                    guards.push(format!("done[{}] > 0", self.expr(&assigned.before(id))?));
                    let id = self.expr(id)?;
                    does.push(format!("done[{id}] = done[{id}] - 1"));
                }
                // Sections play no part in whether runs end, and blocks that a step ends are steps.
                Action::Enter(_) | Action::Leave(_) | Action::BeginAtomic | Action::EndAtomic | Action::Output(_) => {}
                other => bail!("not translated: {other:?}"),
            }
            assigned.follow(&command.action);
        }
        if edge.to == self.procedure.exit {
            does.push(format!("if :: id != {NOBODY} -> done[id] = done[id] + 1 :: else fi"));
        }
        step.guard = if guards.is_empty() { "true".to_owned() } else { guards.join(" && ") };
        step.does = if does.is_empty() { "skip".to_owned() } else { does.join("; ") };
        Ok(step)
    }

    /// A truth value is chosen. Others stay at 0 in the first step of the program, before anything is assigned.
    fn choose(&self, target: VarRef, is_first: bool, kind: &mut &'static str) -> Result<Option<String>> {
        let name = self.name(target);
        match &self.variable(target).ty {
            Type::Bool => {
                *kind = "atomic";
                Ok(Some(format!("if :: {name} = true :: {name} = false fi")))
            }
            Type::Int | Type::Map(_) if is_first => Ok(None),
            _ => bail!("choices among more than two values are not translated"),
        }
    }

    /// All right sides and keys are computed before anything changes.
    fn assign(&self, assignments: &[(VarRef, Expr)]) -> Result<String> {
        let (mut kept, mut changed) = (Vec::new(), Vec::new());
        for (target, value) in assignments {
            let name = self.name(*target);
            let (place, value) = match value {
                Expr::Update(map, keys, value) if **map == Expr::Variable(*target) => {
                    let [key] = &keys[..] else { bail!("maps with several keys are not translated") };
                    (Some(self.expr(key)?), self.expr(value)?)
                }
                value => {
                    let is_map = matches!(self.variable(*target).ty, Type::Map(_));
                    ensure!(!is_map, "assignments of whole maps are not translated");
                    (None, self.expr(value)?)
                }
            };
            if assignments.len() == 1 {
                let place = place.map(|place| format!("[{place}]")).unwrap_or_default();
                return Ok(format!("{name}{place} = {value}"));
            }
            let place = place.map(|place| {
                kept.push(format!("t{} = {place}", kept.len()));
                format!("[t{}]", kept.len() - 1)
            });
            kept.push(format!("t{} = {value}", kept.len()));
            changed.push(format!("{name}{} = t{}", place.unwrap_or_default(), kept.len() - 1));
        }
        // What is kept is no part of the state afterwards.
        let cleared = (0..kept.len()).map(|index| format!("t{index} = 0"));
        Ok(kept.iter().cloned().chain(changed).chain(cleared).collect::<Vec<_>>().join("; "))
    }
}

/// A step in Promela.
struct Step {
    kind: &'static str,
    guard: String,
    does: String,
}

#[cfg(test)]
mod tests {
    use crate::bench::boogie;

    use super::*;

    const SIZES: Sizes = Sizes { number: "byte", places: 4 };

    fn printed(text: &str) -> Result<String> {
        print(&boogie::read("model.bpl", text.to_owned())?, SIZES)
    }

    #[test]
    fn steps_have_their_guards_in_front() {
        let text = printed(
            "var x: int; var m: [int]int;
             procedure T(me: int) modifies x, m; { while (x > 0) { atomic { x := x - 1; assume m[me] == x; m[me] := 7; } } }
             procedure main() modifies x, m; { x := 1; fork 2 T(3); join 2; }",
        );
        let text = text.unwrap();
        for part in [
            "byte g1_m[4];",
            "accept_n0:",
            "(g1_m[l0_me] == (g0_x - (1))) -> g0_x = (g0_x - (1)); g1_m[l0_me] = (7)",
            "run p0((2), (3))",
            "done[(2)] > 0 -> done[(2)] = done[(2)] - 1",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }

    #[test]
    fn what_has_no_like_in_promela_is_refused() {
        for text in [
            "procedure f() { } procedure main() { call f(); }",
            "procedure main() { var x: int; x := 1; havoc x; assert x > 0; }",
            "procedure main() { var x: bv8; x := 1bv8; }",
            "var b: bool; procedure main() modifies b; { b := true; atomic { havoc b; assume b; } }",
        ] {
            assert!(printed(text).is_err(), "{text}");
        }
    }
}
