//! Lassos that are walked with numbers: `while (true) g := !g`, and `for (unsigned i = 10; i >= 0; i--)`.
//!
//! To letters, a step may be several, such as one that wraps around and the same one where nothing does; and a lasso of letters that is left
//! over need not be what a run does turn by turn. Here its edges are followed, from numbers with which the stem can be taken, by whatever
//! letters these numbers allow. Perhaps the numbers come back after a few turns. Or machine integers count until they wrap around, and go on:
//! whether numbers that change by the same in each turn, modulo a power of two, always allow the next turn is for the checker to find out.
//!
//! Where a loop counts up to what was chosen, it goes on for ever if that is the largest number there is. So extremes are tried as well.

use std::collections::BTreeSet;

use evidence::counterexample::{Closing, Counterexample, Lasso};
use program::linear::expr::{Linear, Var};
use program::linear::system::System;
use program::program::Program;
use program::types::Type;
use solver::integers;

use crate::linear::followed::{Followed, ranges};
use crate::linear::run::Run;

/// So many turns are walked.
const MOST_TURNS: usize = 4;

/// So many steps are taken to bring others to where they wait or have finished.
const MOST_SETTLING: usize = 256;

/// Which numbers are chosen, where several will do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choose {
    Any,
    Largest,
    Least,
}

/// A run without end that takes the stem, and then the edges of the cycle again and again, if one is found that can be claimed.
pub fn of(
    (program, system): (&Program, &System),
    (stem, cycle): (&[usize], &[usize]),
    claimed: &dyn Fn(Counterexample) -> Option<Counterexample>,
) -> Option<Counterexample> {
    [Choose::Any, Choose::Largest, Choose::Least].into_iter().find_map(|choose| {
        let mut run = after((program, system), stem, choose)?;
        let (length, before) = (run.steps.len(), run.state().clone());
        (0..MOST_TURNS).find_map(|turn| {
            for letter in cycle {
                let possible = alike(system, *letter).find(|other| run.allows(*other))?;
                run.take(possible, &mut |_| 0)?;
            }
            let closing = match *run.state() == before {
                true => Closing::SameState,
                false if turn == 0 && has_machine_integers(program) => Closing::Growing(Vec::new()),
                false => return None,
            };
            let (stem, cycle) = run.steps.split_at(length);
            claimed(Counterexample::Lasso(Lasso { stem: stem.to_vec(), cycle: cycle.to_vec(), closing }))
        })
    })
}

/// The stem with steps of threads that do not step in the cycle, until none of them can go on; nothing if that does not come to an end.
pub fn settled((program, system): (&Program, &System), (stem, cycle): (&[usize], &[usize])) -> Option<Vec<usize>> {
    let stepping: BTreeSet<usize> = cycle.iter().map(|letter| system.letters[*letter].thread).collect();
    let mut run = after((program, system), stem, Choose::Any)?;
    let mut longer = stem.to_vec();
    for _ in 0..MOST_SETTLING {
        let Some(letter) = possible_of_others(system, &run, &stepping) else { return Some(longer) };
        run.take(letter, &mut |_| 0)?;
        longer.push(letter);
    }
    None
}

/// A step that a thread can take which is none of these.
fn possible_of_others(system: &System, run: &Run<'_>, stepping: &BTreeSet<usize>) -> Option<usize> {
    let standing = system.running(run.control()).filter(|thread| !stepping.contains(thread));
    let at = |thread: usize| run.control().0[thread].map(|node| system.letters_at(thread, node));
    let mut letters = standing.filter_map(at).flatten();
    letters.find(|letter| !system.letters[*letter].spurious && run.allows(*letter))
}

/// The run of the stem.
fn after<'a>((program, system): (&'a Program, &'a System), stem: &[usize], choose: Choose) -> Option<Run<'a>> {
    let mut facts: Vec<Linear> = Followed::word(system, stem)?.facts.into_iter().map(|(_, fact)| fact).collect();
    facts.extend(ranges(system));
    facts.extend(system.initial_facts());
    let extremes = extremes(&facts, choose);
    if choose != Choose::Any && extremes.is_empty() {
        return None;
    }
    facts.extend(extremes);
    let found = integers::values(&facts)?;
    let mut numbers = |variable: Var| found.get(&variable).copied().unwrap_or_default();
    let mut run = Run::at_start(program, system, &mut numbers);
    stem.iter().try_for_each(|letter| run.take(*letter, &mut numbers))?;
    Some(run)
}

fn has_machine_integers(program: &Program) -> bool {
    let locals = program.procedures.iter().flat_map(|procedure| &procedure.locals);
    let mut types = program.globals.iter().map(|global| &global.ty).chain(locals.map(|local| &local.ty));
    types.any(|ty| matches!(ty, Type::Bits(_)))
}

/// The letters of the same edge to the same place.
fn alike(system: &System, letter: usize) -> impl Iterator<Item = usize> + '_ {
    let wanted = &system.letters[letter];
    system.letters_at(wanted.thread, wanted.from).filter(move |other| {
        let other = &system.letters[*other];
        (other.edge, other.to, other.outcome) == (wanted.edge, wanted.to, wanted.outcome) && !other.spurious
    })
}

/// That what is chosen is at the end of its range, as far as a fact about it alone says where that is.
fn extremes(facts: &[Linear], choose: Choose) -> Vec<Linear> {
    let wanted_sign = match choose {
        Choose::Any => return Vec::new(),
        Choose::Largest => -1,
        Choose::Least => 1,
    };
    let mut known = BTreeSet::new();
    let bound = |fact: &Linear| match fact.terms() {
        [(Var::Chosen(number), factor)] if factor.signum() == wanted_sign => Some((*number, fact.times(-1)?)),
        _ => None,
    };
    // The last fact about a number is the sharpest as a rule: it was asked later than its range.
    let bounds = facts.iter().rev().filter_map(bound);
    bounds.filter(|(number, _)| known.insert(*number)).map(|(_, fact)| fact).collect()
}
