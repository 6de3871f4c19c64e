//! Traps: points of no return.
//!
//! The reduced graph of all that can follow is explored; [`crate::reduction`] says why that is enough.

use evidence::counterexample::{Lost, SectionInstance, Trap};
use program::program::Program;
use program::property::{Property, Question};

use crate::explore::{Graph, Interrupt};
use crate::reduction::Label;
use crate::rules::{Rejection, broken, no_graph, replayed};
use crate::sections;
use crate::semantics::state::{State, initial};

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
    let run = replayed(program, &start, &trap.steps)?;
    if run.failure.is_some() {
        return Err(broken("trap", "the last step fails"));
    }
    let from = run.last_state(&start);
    stays_lost(program, trap, from)?;
    let graph = Graph::explore(program, from, interrupt).map_err(|why| no_graph("trap", why))?;
    for (label, _) in &graph.roots {
        not_left(trap, label)?;
    }
    for number in 0..graph.len() as u32 {
        let state = graph.state(number);
        stays_lost(program, trap, &state)?;
        if graph.successors(number).is_empty() && state.waits_for_input_only(program) {
            return Err(broken("trap", "the run is discarded: it does not meet an assumption about the input"));
        }
        for (label, _) in graph.edges(number).map_err(|why| no_graph("trap", why))? {
            not_left(trap, &label)?;
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
