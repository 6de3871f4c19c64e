//! Traps: points of no return.
//!
//! The reduced graph of all that can follow is explored; [`crate::reduction`] says why that is enough.
//! What follows in discarded runs only does not count.

use evidence::counterexample::{Lost, SectionInstance, Trap};
use program::program::Program;
use program::property::{Property, Question};

use crate::explore::{Graph, Spurious};
use crate::reduction::Label;
use crate::rules::discarded::void_states;
use crate::rules::{Rejection, broken, no_graph, replayed_to_end};
use crate::sections;
use crate::semantics::state::{State, initial};
use crate::watch::Interrupt;

/// Accepts the trap if what it says is lost cannot be reached any more.
pub fn check(program: &Program, question: &Question, trap: &Trap, interrupt: Interrupt<'_>) -> Result<(), Rejection> {
    let fits = match trap.lost {
        Lost::End => question.property == Property::Exit,
        Lost::Section(_) => question.property == Property::Sections,
    };
    if !fits {
        return Err(broken("kind", format!("the trap does not refute `{}`", question.property)));
    }
    let start = initial(program);
    let run = replayed_to_end(program, "run", &start, &trap.steps)?;
    if run.failure.is_some() {
        return Err(broken("trap", "the last step fails"));
    }
    let from = &run.state;
    stays_lost(program, trap, from)?;
    let graph =
        Graph::explore(program, from, Spurious::LeftOut, interrupt).map_err(|why| no_graph(program, "trap", why))?;
    let is_void = void_states(program, &graph);
    let counts = |number: u32| !is_void[number as usize];
    if !graph.roots.iter().any(|(_, root)| counts(*root)) {
        return Err(broken("trap", "the run is discarded: it does not meet an assumption about the input"));
    }
    for (label, _) in graph.roots.iter().filter(|(_, root)| counts(*root)) {
        not_left(trap, label)?;
    }
    for number in (0..graph.len() as u32).filter(|number| counts(*number)) {
        stays_lost(program, trap, &graph.state(number))?;
        for (label, target) in graph.edges(number).map_err(|why| no_graph(program, "trap", why))? {
            if counts(target) {
                not_left(trap, &label)?;
            }
        }
    }
    Ok(())
}

fn stays_lost(program: &Program, trap: &Trap, state: &State) -> Result<(), Rejection> {
    if state.has_ended() {
        return Err(broken("trap", "the program can still end"));
    }
    match &trap.lost {
        Lost::Section(section) if !sections::open(program, state).contains(section) => {
            Err(broken("trap", "the section is not open"))
        }
        _ => Ok(()),
    }
}

fn not_left(trap: &Trap, label: &Label) -> Result<(), Rejection> {
    let is_left = |section: &SectionInstance| label.left.contains(section);
    match &trap.lost {
        Lost::Section(section) if is_left(section) => Err(broken("trap", "the section can still be left")),
        _ => Ok(()),
    }
}
