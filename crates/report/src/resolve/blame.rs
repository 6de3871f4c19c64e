//! Who made a thread wait: the last step that changed a value such that, had it not, the thread could step.
//!
//! A mutex is a variable like any other, and nothing says who holds it.
//! But whoever took it made the condition false that the next one waits for, and that can be tried:
//! the variable gets back the value that it had before the step, and the thread is asked whether it could step now.

use std::sync::Arc;

use check::replay::{is_enabled, span_of};
use check::semantics::state::State;
use program::ids::ThreadSlot;
use program::program::Program;
use program::value::Value;

use crate::outcome::Place;
use crate::resolve::Run;
use crate::resolve::standing::{Element, Fact};
use crate::{name, words};

/// So many changes of a value are tried, from the last one back.
const TRIED_CHANGES: usize = 100;

/// Who made a thread wait.
pub(crate) struct Blame {
    /// The thread that changed the value.
    thread: String,
    /// How it relates to the thread that waits.
    relation: Relation,
    /// Where it did.
    place: Option<Place>,
}

#[derive(PartialEq, Eq)]
enum Relation {
    Itself,
    Another,
    AnotherThatHasFinished,
}

/// Who made the fact true that keeps the thread waiting at the end of the run, if one step alone did.
pub(crate) fn of(program: &Program, run: &Run<'_>, slot: ThreadSlot, fact: &Fact) -> Option<Blame> {
    let element = fact.about.as_ref()?;
    let changes = (0..run.steps.len()).rev().filter(|position| {
        let after = run.scenes.get(position + 1);
        after.is_some_and(|after| element.value(&after.state) != element.value(&run.scenes[*position].state))
    });
    let mut changes = changes.take(TRIED_CHANGES);
    let position = changes.find(|position| {
        let as_before = element.with_value_of(&run.last().state, &run.scenes[*position].state);
        is_enabled(program, &as_before, slot) == Ok(true)
    })?;
    let (before, step) = (&run.scenes[position], &run.steps[position]);
    let number = before.number(step.thread);
    let is_running = |slot: ThreadSlot| {
        let thread = run.last().state.thread(slot);
        run.last().number(slot) == number && thread.is_some_and(|thread| !thread.has_finished())
    };
    let relation = match () {
        () if run.last().number(slot) == number => Relation::Itself,
        () if run.last().state.slots().any(is_running) => Relation::Another,
        () => Relation::AnotherThatHasFinished,
    };
    let place = span_of(program, &before.state, step).and_then(|span| name::place(program, span));
    Some(Blame { thread: before.thread(program, step.thread), relation, place })
}

impl Blame {
    /// What comes behind the fact.
    pub(crate) fn in_words(&self, program: &Program) -> String {
        let at = words::at_line(self.place.as_ref(), program.files.len() > 1);
        let thread = &self.thread;
        match self.relation {
            Relation::Itself => format!(" since {thread} itself set it{at}"),
            Relation::Another => format!(" since {thread} set it{at}"),
            Relation::AnotherThatHasFinished => format!(" since {thread}, which has finished, set it{at}"),
        }
    }

    /// The other thread, if it can still be waited for. Who did it itself perhaps waits for somebody to undo it.
    pub(crate) fn waits_for(self) -> Option<String> {
        (self.relation == Relation::Another).then_some(self.thread)
    }
}

impl Element {
    fn value<'a>(&self, state: &'a State) -> &'a Value {
        match &state.globals[self.global.index()] {
            Value::Map(map) if !self.keys.is_empty() => map.get(&self.keys),
            value => value,
        }
    }

    /// The state with the value that the other one has.
    fn with_value_of(&self, state: &State, other: &State) -> State {
        let value = self.value(other).clone();
        let mut changed = state.clone();
        let variable = &mut Arc::make_mut(&mut changed.globals)[self.global.index()];
        *variable = match variable {
            Value::Map(map) if !self.keys.is_empty() => Value::Map(Arc::new(map.with(self.keys.clone(), value))),
            _ => value,
        };
        changed
    }
}
