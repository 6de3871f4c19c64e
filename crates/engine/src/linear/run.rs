//! Words that lead to a deadlock or to a step that fails, as runs of the program: what is left open on the way gets numbers.
//!
//! A word that the proof cannot rule out is often one that can be. Integers are looked for that satisfy all that it asks; with these it is
//! made sure that nobody can step at its end. What a variable holds that nobody has chosen, since it was never assigned, or was forgotten,
//! or is not followed by letters, is not for a run to choose; so nothing may depend on it.

use std::collections::{BTreeMap, BTreeSet};

use evidence::counterexample::{Choice, Counterexample, Motion, Step};
use program::command::Action;
use program::ids::ThreadSlot;
use program::linear::cases::Pick;
use program::linear::expr::{Linear, Var};
use program::linear::system::{Control, Letter, StateVariable, System};
use program::program::Program;
use program::value::{Bits, Value};
use solver::integers;

use crate::linear::followed::{Followed, ranges};
use crate::slots::Slots;

/// What is bad about the end of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Badness {
    /// The last step goes wrong.
    Fails,
    /// Nobody can go on.
    Stuck,
}

/// The run that takes the word, with these facts at its end, if there is one and it ends badly.
pub fn of(
    program: &Program,
    system: &System,
    word: &[usize],
    then: &[Linear],
    badness: Badness,
) -> Option<Counterexample> {
    let followed = Followed::word(system, word)?;
    let mut facts: Vec<Linear> = followed.facts.iter().map(|(_, fact)| fact.clone()).collect();
    for fact in then {
        facts.push(followed.at_the_beginning(fact)?);
    }
    facts.extend(ranges(system));
    facts.extend(system.initial_facts());
    let found = integers::values(&facts)?;
    // What nothing is asked of may be anything.
    let mut numbers = |variable: Var| found.get(&variable).copied().unwrap_or_default();
    let mut run = Run::at_start(program, system, &mut numbers);
    for letter in word {
        run.take(*letter, &mut numbers)?;
    }
    match badness {
        Badness::Stuck => run.nobody_can_step().then_some(Counterexample::Deadlock(run.steps)),
        Badness::Fails => fails(program, system, word).then_some(Counterexample::Failure(run.steps)),
    }
}

/// Whether the last step fails, and is not merely one of which it is not known what it does, or one that copies what is not there: letters
/// take that for an error already.
fn fails(program: &Program, system: &System, word: &[usize]) -> bool {
    word.last().is_some_and(|letter| {
        let letter = &system.letters[*letter];
        let edge = &program.procedure(system.threads[letter.thread].procedure).edges[letter.edge.index()];
        let is_known = edge.commands.iter().all(|command| !matches!(command.action, Action::Unsupported(_)));
        let mut asked = letter.guard.iter().flat_map(|fact| fact.terms());
        is_known && !asked.any(|(variable, factor)| *factor < 0 && system.is_presence(*variable))
    })
}

/// A run with numbers.
pub struct Run<'a> {
    program: &'a Program,
    system: &'a System,
    control: Control,
    state: BTreeMap<Var, i128>,
    /// The variables that hold what nobody has chosen.
    unchosen: BTreeSet<Var>,
    /// How many numbers were left open so far.
    pub chosen: u32,
    slots: Slots,
    slot_of: BTreeMap<usize, ThreadSlot>,
    /// The steps so far.
    pub steps: Vec<Step>,
}

impl<'a> Run<'a> {
    /// Where threads stand before the first step.
    pub fn at_start(program: &'a Program, system: &'a System, numbers: &mut dyn FnMut(Var) -> i128) -> Run<'a> {
        let variables: Vec<(Var, &StateVariable)> = (0..).map(Var::State).zip(&system.variables).collect();
        let unassigned = variables.iter().filter(|(_, declared)| !declared.starts_at_zero);
        Run {
            program,
            system,
            control: system.initial(),
            state: variables.iter().map(|(variable, _)| (*variable, numbers(*variable))).collect(),
            unchosen: unassigned.map(|(variable, _)| *variable).collect(),
            chosen: 0,
            slots: Slots::at_start(program),
            slot_of: (0..system.first).map(|thread| (thread, ThreadSlot::new(thread))).collect(),
            steps: Vec::new(),
        }
    }

    /// Takes the letter, if nothing that matters to it is left to chance.
    pub fn take(&mut self, letter: usize, numbers: &mut dyn FnMut(Var) -> i128) -> Option<()> {
        let letter = &self.system.letters[letter];
        let can_step = self.system.is_running(&self.control, letter.thread);
        if !can_step || !self.is_told(letter) {
            return None;
        }
        // As in `Followed`: each letter's own numbers come behind those of the letters before.
        let own = chosen_in(letter);
        let first = self.chosen;
        self.chosen += own;
        let mut values = self.state.clone();
        for number in 0..own {
            values.insert(Var::Chosen(number), numbers(Var::Chosen(first + number)));
        }
        let choice = |pick: &Pick| {
            Some(match pick {
                Pick::Integer(number) => Choice::Value(Value::int(*values.get(&Var::Chosen(*number)).unwrap_or(&0))),
                Pick::Word(number, width) => {
                    let value = values.get(&Var::Chosen(*number)).copied().unwrap_or_default();
                    Choice::Value(Value::Bits(Bits::wrap(*width, &value.into())))
                }
                Pick::Truth(number) => Choice::Value(Value::Bool(values.get(&Var::Chosen(*number)) == Some(&1))),
                Pick::Thread(thread) => Choice::Thread(*self.slot_of.get(thread)?),
            })
        };
        let choices = letter.picks.as_ref()?.iter().map(choice).collect::<Option<Vec<_>>>()?;
        let thread = *self.slot_of.get(&letter.thread)?;
        let step = Step { thread, motion: Motion::Edge(letter.edge), choices };
        match letter.starts.as_slice() {
            [] => {}
            [started] if self.system.threads[*started].entry != self.system.threads[*started].exit => {
                self.slot_of.insert(*started, self.slots.free());
            }
            _ => return None,
        }
        self.slots.follow(self.program, &step)?;
        self.steps.push(step);
        let is_unchosen = |variable: &Var| self.unchosen.contains(variable) || letter.blind.contains(variable);
        let depends = |value: &Linear| value.terms().iter().any(|(variable, _)| is_unchosen(variable));
        let (unchosen, chosen): (Vec<_>, Vec<_>) = letter.updates.iter().partition(|(_, value)| depends(value));
        self.unchosen.extend(unchosen.into_iter().map(|(variable, _)| *variable));
        chosen.into_iter().for_each(|(variable, _)| {
            self.unchosen.remove(variable);
        });
        for (variable, value) in &letter.updates {
            self.state.insert(*variable, evaluated(value, &values)?);
        }
        self.control = self.system.after(&self.control, letter);
        Some(())
    }

    /// What variables hold now.
    pub fn state(&self) -> &BTreeMap<Var, i128> {
        &self.state
    }

    /// Where threads stand now.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Whether the letter can be taken with the numbers that variables hold, if it leaves nothing open.
    pub fn allows(&self, letter: usize) -> bool {
        let holds = |fact: &Linear| evaluated(fact, &self.state).is_some_and(|value| value >= 0);
        self.system.letters[letter].guard.iter().all(holds)
    }

    /// Whether the numbers that were chosen tell if the letter can be taken.
    fn is_told(&self, letter: &Letter) -> bool {
        let is_chosen = |fact: &Linear| fact.terms().iter().all(|(variable, _)| !self.unchosen.contains(variable));
        letter.is_sure && letter.asks.iter().all(is_chosen)
    }

    /// Whether no running thread can take a letter, whatever it leaves open, and whatever variables hold that nobody has chosen. Steps that
    /// need not happen are no way on.
    fn nobody_can_step(&self) -> bool {
        let chosen = self.state.iter().filter(|(variable, _)| !self.unchosen.contains(variable));
        let numbers: BTreeMap<Var, Linear> =
            chosen.map(|(variable, value)| (*variable, Linear::constant(*value))).collect();
        let cannot = |letter: &Letter| {
            let guard = letter.guard.iter().map(|fact| fact.substituted(|variable| numbers.get(&variable)));
            let guard: Option<Vec<Linear>> = guard.collect();
            letter.spurious || guard.is_some_and(|guard| solver::farkas::contradiction(&guard).is_some())
        };
        self.system.running(&self.control).all(|thread| {
            let Some(node) = self.control.0[thread] else { return true };
            self.system.letters_at(thread, node).all(|letter| cannot(&self.system.letters[letter]))
        })
    }
}

/// How many numbers the letter leaves open.
pub fn chosen_in(letter: &Letter) -> u32 {
    let used = letter.guard.iter().chain(letter.updates.values()).flat_map(|expr| expr.terms().iter());
    let count = |variable: &Var| match variable {
        Var::Chosen(number) => number + 1,
        _ => 0,
    };
    used.map(|(variable, _)| count(variable)).max().unwrap_or_default()
}

fn evaluated(expr: &Linear, values: &BTreeMap<Var, i128>) -> Option<i128> {
    let mut sum = expr.constant_part();
    for (variable, factor) in expr.terms() {
        sum = sum.checked_add(values.get(variable)?.checked_mul(*factor)?)?;
    }
    Some(sum)
}
