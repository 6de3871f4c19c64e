//! What letters do not speak of and a run depends on all the same: values that nobody has assigned, and sections that stay open.
//!
//! A letter leaves open what is not linear, and so a word may seem to be a run though one of its steps looks at a variable that has
//! no value yet. And letters know no sections, so that a cycle seems to come back to its state though each turn opens one more.
//! `check` rejects both; so they are not claimed.

use std::collections::{BTreeMap, BTreeSet};

use program::command::{Action, Command};
use program::expr::{Expr, VarRef};
use program::linear::system::System;
use program::program::Program;
use program::types::Type;

/// A variable, and whose it is if it is local.
type Owned = (Option<usize>, VarRef);

/// Whether no step of the word looks at a variable that nobody has assigned before. To copy it is not to look at it.
pub fn looks_at_values_only(program: &Program, system: &System, word: &[usize]) -> bool {
    Assigned::behind(program, system, word).is_some()
}

/// The same; nor does a thread that stands somewhere behind the word have to look at one to know that it waits.
pub fn waits_for_values_only(program: &Program, system: &System, word: &[usize]) -> bool {
    let Some(assigned) = Assigned::behind(program, system, word) else { return false };
    let after = |control, letter: &usize| system.after(&control, &system.letters[*letter]);
    let control = word.iter().fold(system.initial(), after);
    system.running(&control).all(|thread| {
        let procedure = program.procedure(system.threads[thread].procedure);
        let edges = control.0[thread].map_or(0..0, |node| procedure.edges_from(node));
        edges.into_iter().all(|edge| {
            let commands = &procedure.edges[edge].commands;
            // What comes behind the first condition is not looked at if that does not hold.
            let is_condition = |command: &Command| matches!(command.action, Action::Assume(_) | Action::Assert(..));
            let looked_at = commands.iter().position(is_condition).map_or(0, |first| first + 1);
            let mut assigned = assigned.clone();
            commands[..looked_at].iter().all(|command| assigned.take(thread, &command.action))
        })
    })
}

/// The variables that have values.
#[derive(Clone)]
struct Assigned<'a> {
    program: &'a Program,
    system: &'a System,
    variables: BTreeSet<Owned>,
}

impl<'a> Assigned<'a> {
    /// Those behind the word, if no step of it looks at others.
    fn behind(program: &'a Program, system: &'a System, word: &[usize]) -> Option<Assigned<'a>> {
        let mut assigned = Assigned { program, system, variables: BTreeSet::new() };
        for letter in word.iter().map(|letter| &system.letters[*letter]) {
            let procedure = program.procedure(system.threads[letter.thread].procedure);
            let mut commands = procedure.edges[letter.edge.index()].commands.iter();
            if !commands.all(|command| assigned.take(letter.thread, &command.action)) {
                return None;
            }
        }
        Some(assigned)
    }

    /// Takes the action, and says whether it looks at values only.
    fn take(&mut self, thread: usize, action: &Action) -> bool {
        match action {
            Action::Assume(asked) | Action::Assert(asked, _) => self.has_values(thread, asked),
            Action::Assign(pairs) => {
                let before = self.clone();
                pairs.iter().all(|(target, value)| {
                    let is_known = before.has_values(thread, value);
                    if is_known {
                        self.variables.insert(owned(thread, *target));
                    } else {
                        self.variables.remove(&owned(thread, *target));
                    }
                    is_known || matches!(value, Expr::Variable(_))
                })
            }
            Action::Forget(targets) => {
                targets.iter().for_each(|target| {
                    self.variables.remove(&owned(thread, *target));
                });
                true
            }
            other => {
                let mut is_known = true;
                other.for_each_expr(|expr| {
                    is_known &= matches!(expr, Expr::Variable(_)) || self.has_values(thread, expr);
                });
                other.for_each_target(|target| {
                    self.variables.insert(owned(thread, target));
                });
                is_known
            }
        }
    }

    fn has_values(&self, thread: usize, expr: &Expr) -> bool {
        let mut all = true;
        expr.for_each_variable(&mut |variable| all &= self.has_value(thread, variable));
        all
    }

    /// Maps are taken to have values everywhere, and parameters were given by whoever has started the thread.
    fn has_value(&self, thread: usize, variable: VarRef) -> bool {
        let procedure = self.program.procedure(self.system.threads[thread].procedure);
        let (ty, is_parameter) = match variable {
            VarRef::Global(global) => (&self.program.global(global).ty, false),
            VarRef::Local(local) => (&procedure.local(local).ty, local.index() < procedure.parameters),
        };
        is_parameter || matches!(ty, Type::Map(_)) || self.variables.contains(&owned(thread, variable))
    }
}

fn owned(thread: usize, variable: VarRef) -> Owned {
    match variable {
        VarRef::Global(_) => (None, variable),
        VarRef::Local(_) => (Some(thread), variable),
    }
}

/// Whether each thread leaves as many sections as it enters, of each kind and object as they are written.
pub fn leaves_what_it_enters(program: &Program, system: &System, cycle: &[usize]) -> bool {
    let mut open: BTreeMap<String, i64> = BTreeMap::new();
    for letter in cycle.iter().map(|letter| &system.letters[*letter]) {
        let procedure = program.procedure(system.threads[letter.thread].procedure);
        for command in &procedure.edges[letter.edge.index()].commands {
            let (section, change) = match &command.action {
                Action::Enter(section) => (section, 1),
                Action::Leave(section) => (section, -1),
                _ => continue,
            };
            *open.entry(format!("{} {section:?}", letter.thread)).or_default() += change;
        }
    }
    open.values().all(|count| *count == 0)
}
