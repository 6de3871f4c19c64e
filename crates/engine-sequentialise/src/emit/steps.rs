//! One step of a thread: its commands in the sequential program.
//!
//! What the thread shares with others is in variables of its own while a context runs, so most commands stay as they are. A guard
//! and an assertion are both assumptions: a run that does not meet them is not followed.

use std::collections::BTreeSet;

use program::command::Action;
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::{GlobalId, LocalId, ProcId};
use program::procedure::Procedure;

use crate::emit::formula::{all, and, has_value, is, not};
use crate::emit::guards::joinable;
use crate::emit::layout::{Content, Layout, first_value, section_key};
use crate::emit::source::Source;

/// One of the ways in which a step can be taken.
#[derive(Clone, Default)]
pub struct Way {
    /// What happens, in order.
    pub actions: Vec<Action>,
    /// What changes of what is shared.
    pub written: BTreeSet<GlobalId>,
}

impl Way {
    /// Goes on only if the condition holds.
    pub fn assume(&mut self, condition: Expr) {
        if !is(&condition, true) {
            self.actions.push(Action::Assume(condition));
        }
    }

    /// Assigns all at once.
    pub fn assign(&mut self, assignments: Vec<(VarRef, Expr)>) {
        let assignments: Vec<_> =
            assignments.into_iter().filter(|(target, value)| !is_itself(*target, value)).collect();
        for (target, _) in &assignments {
            self.written.extend(global(*target));
        }
        if !assignments.is_empty() {
            self.actions.push(Action::Assign(assignments));
        }
    }
}

fn is_itself(target: VarRef, value: &Expr) -> bool {
    *value == Expr::Variable(target)
}

fn global(variable: VarRef) -> Option<GlobalId> {
    match variable {
        VarRef::Global(global) => Some(global),
        VarRef::Local(_) => None,
    }
}

/// Whose step it is.
pub struct Stepper<'a> {
    /// The program.
    pub source: &'a Source,
    /// The variables.
    pub layout: &'a Layout,
    /// The procedure that the step is in.
    pub procedure: ProcId,
    /// The number of the thread plus one.
    pub me: Expr,
}

impl Stepper<'_> {
    /// The ways in which the edge can be taken; none if it ends the program.
    pub fn ways(&self, edge: usize) -> Vec<Way> {
        let mut ways = vec![Way::default()];
        let commands = &self.procedure().edges[edge].commands;
        for (position, command) in commands.iter().enumerate() {
            ways = match &command.action {
                Action::Fork { id, arguments, .. } => {
                    let started = &self.source.forks[&(self.procedure, edge, position)];
                    let fork = |way: &Way| self.fork(way, started, id.as_deref().unwrap_or(&[]), arguments);
                    ways.iter().flat_map(fork).collect()
                }
                Action::Join { id, results } => ways.iter().flat_map(|way| self.join(way, id, results)).collect(),
                Action::Halt => Vec::new(),
                other => {
                    ways.iter_mut().for_each(|way| self.action(way, other));
                    ways
                }
            };
        }
        ways
    }

    fn procedure(&self) -> &Procedure {
        self.source.program.procedure(self.procedure)
    }

    fn action(&self, way: &mut Way, action: &Action) {
        match action {
            Action::Assume(condition) | Action::Assert(condition, _) => {
                way.assume(has_value(condition));
                way.assume(condition.clone());
            }
            Action::Assign(assignments) => {
                way.assume(all(assignments.iter().map(|(_, value)| has_value(value))));
                way.assign(assignments.clone());
            }
            Action::Havoc(variables) => {
                way.written.extend(variables.iter().filter_map(|variable| global(*variable)));
                way.actions.push(Action::Havoc(variables.clone()));
            }
            Action::Forget(variables) => variables.iter().for_each(|variable| self.forget(way, *variable)),
            Action::Enter(section) => {
                if let Some(open) = section_key(section).and_then(|key| self.layout.sections.get(&key)) {
                    let more = Expr::binary(BinaryOp::Add, Expr::global(*open), Expr::int(1));
                    way.assign(vec![(VarRef::Global(*open), more)]);
                }
            }
            Action::Leave(section) => {
                if let Some(open) = section_key(section).and_then(|key| self.layout.sections.get(&key)) {
                    way.assume(Expr::binary(BinaryOp::Greater, Expr::global(*open), Expr::int(0)));
                    let less = Expr::binary(BinaryOp::Subtract, Expr::global(*open), Expr::int(1));
                    way.assign(vec![(VarRef::Global(*open), less)]);
                }
            }
            Action::BeginAtomic => {
                if let (Some(depth), Some(holder)) = (self.layout.depth, self.layout.holder) {
                    let deeper = Expr::binary(BinaryOp::Add, Expr::global(depth), Expr::int(1));
                    way.assign(vec![(VarRef::Global(depth), deeper), (VarRef::Global(holder), self.me.clone())]);
                }
            }
            Action::EndAtomic => {
                if let (Some(depth), Some(holder)) = (self.layout.depth, self.layout.holder) {
                    way.assume(Expr::binary(BinaryOp::Greater, Expr::global(depth), Expr::int(0)));
                    let is_last = Expr::binary(BinaryOp::Equal, Expr::global(depth), Expr::int(1));
                    let after = Expr::If(Box::new(is_last), Box::new(Expr::int(0)), Box::new(Expr::global(holder)));
                    let less = Expr::binary(BinaryOp::Subtract, Expr::global(depth), Expr::int(1));
                    way.assign(vec![(VarRef::Global(depth), less), (VarRef::Global(holder), after)]);
                }
            }
            Action::Output(output) => output.arguments.iter().for_each(|argument| way.assume(has_value(argument))),
            // Memory and what is not known are refused before, and the others are not here.
            _ => {}
        }
    }

    /// Nobody looks at what was forgotten, so one value is as good as any; but the elements of maps are anything.
    fn forget(&self, way: &mut Way, variable: VarRef) {
        let ty = match variable {
            VarRef::Global(global) => &self.source.program.global(global).ty,
            VarRef::Local(local) => &self.procedure().local(local).ty,
        };
        match first_value(ty) {
            Some(value) => way.assign(vec![(variable, Expr::Literal(value))]),
            None => {
                way.written.extend(global(variable));
                way.actions.push(Action::Havoc(vec![variable]));
            }
        }
    }

    /// The first thread that was not started yet is started.
    fn fork(&self, way: &Way, threads: &[usize], id: &[Expr], arguments: &[Expr]) -> Vec<Way> {
        let mut ways = Vec::new();
        let mut earlier = Vec::new();
        for &thread in threads {
            let status = &self.layout.status[thread];
            let Some(started) = status.started else { continue };
            let mut forked = way.clone();
            forked.assume(all(id.iter().chain(arguments).map(has_value)));
            forked.assume(all(earlier.iter().cloned().chain([not(Expr::global(started))])));
            let mut assigned = vec![(VarRef::Global(started), Expr::truth())];
            let contents = status.arguments.iter().zip(arguments);
            let arguments_given = contents.filter_map(|(content, given)| Some((content.as_ref()?, given)));
            let ids_given = status.id.iter().flatten().map(|(content, _)| content).zip(id);
            for (content, given) in arguments_given.chain(ids_given) {
                if let Content::Variable(variable) = content {
                    assigned.push((VarRef::Global(*variable), given.clone()));
                }
            }
            forked.assign(assigned);
            self.over_at_once(&mut forked, thread, arguments);
            ways.push(forked);
            earlier.push(Expr::global(started));
        }
        ways
    }

    /// A thread that has no step to take has finished as soon as it is started.
    fn over_at_once(&self, way: &mut Way, thread: usize, arguments: &[Expr]) {
        let root = self.source.program.procedure(self.source.threads[thread].root);
        if root.entry != root.exit {
            return;
        }
        let status = &self.layout.status[thread];
        let result = |(global, local): (&GlobalId, &LocalId)| {
            let value = match arguments.get(local.index()) {
                Some(argument) => argument.clone(),
                None => Expr::Literal(first_value(&root.local(*local).ty)?),
            };
            Some((VarRef::Global(*global), value))
        };
        let results = status.results.iter().zip(&root.results).filter_map(result);
        let finished = status.finished.map(|finished| (VarRef::Global(finished), Expr::truth()));
        way.assign(results.chain(finished).collect());
    }

    /// Any of the threads that have finished is taken.
    fn join(&self, way: &Way, id: &[Expr], targets: &[VarRef]) -> Vec<Way> {
        let mut ways = Vec::new();
        for (thread, is_found) in joinable(self.source, self.layout, self.procedure(), id, targets) {
            let status = &self.layout.status[thread];
            let mut joined = way.clone();
            joined.assume(and(all(id.iter().map(has_value)), is_found));
            let taken = status.joined.map(|joined| (VarRef::Global(joined), Expr::truth()));
            let results = targets.iter().zip(&status.results).map(|(target, result)| (*target, Expr::global(*result)));
            joined.assign(taken.into_iter().chain(results).collect());
            ways.push(joined);
        }
        ways
    }
}
