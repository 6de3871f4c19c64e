//! Ranking functions in the words of the source.

use std::collections::{BTreeMap, BTreeSet};

use evidence::modular::{Ends, Modular};
use evidence::ranked::{Effect, Module, Move, Ranked};
use program::linear::classes::Shared;
use program::linear::expr::{Linear, Var};
use program::linear::system::System;
use program::program::Program;
use program::span::Span;

use crate::lens::is_own;
use crate::name;
use crate::outcome::{Place, Proof, Rank, RankedAt};

/// The functions, each with the lines of the steps that it ranks; a thread's own variable is told with its thread.
pub fn told(program: &Program, proof: &Ranked) -> Vec<Rank> {
    // What was accepted is about a system.
    let Ok(subject) = proof.subject(program, &|_| false) else { return Vec::new() };
    let (system, program) = (&subject.system, subject.program(program));
    let rank = |module: &Module| {
        let is_taken = |step: &&Move| matches!(step.effect, Effect::To(..));
        let letters =
            module.annotation.moves.iter().filter(is_taken).filter_map(|step| system.letters.get(step.letter));
        let at = letters.map(|letter| at(program, system, letter.thread, letter.span));
        Rank { function: expression(program, system, &module.rank), at: at.collect() }
    };
    merged(proof.modules.iter().map(rank))
}

/// The same for a proof that follows one thread at a time, where each function belongs to a place of a thread.
pub fn told_by_thread(program: &Program, proof: &Modular) -> Proof {
    let Ok(subject) = proof.subject(program, &|_| false) else {
        return Proof::Threads { ranks: Vec::new(), is_modular: false };
    };
    let (system, program) = (&subject.system, subject.program(program));
    let shared = if proof.is_shared { Shared::of(system) } else { None };
    let mut ranks = Vec::new();
    for (thread, known) in proof.threads.iter().enumerate() {
        let classes = shared.iter().flat_map(|shared| &shared.classes);
        let class = classes.into_iter().find(|class| class.members[0] == thread);
        let members = class.map_or(std::slice::from_ref(&thread), |class| &class.members);
        for head in &known.heads {
            let node = known.places.get(head.place).map(|place| place.node);
            let ends = head.relations.iter().filter_map(|relation| relation.ends.as_ref());
            for ends in ends {
                let Ends::Ranked { rank, .. } = ends else { continue };
                // What is said of one is said of all that are alike, with their own numbers.
                ranks.extend(members.iter().enumerate().map(|(place, member)| {
                    let read = class.and_then(|class| class.read(place, rank));
                    let letter = system.letters.iter().find(|it| it.thread == *member && Some(it.from) == node);
                    let at = at(program, system, *member, letter.map_or(Span::NOWHERE, |letter| letter.span));
                    Rank { function: expression(program, system, read.as_ref().unwrap_or(rank)), at: vec![at] }
                }));
            }
        }
    }
    Proof::Threads { ranks: merged(ranks.into_iter()), is_modular: proof.is_modular(system) }
}

fn at(program: &Program, system: &System, thread: usize, span: Span) -> RankedAt {
    let place = name::place(program, span).filter(|_| is_own(program, span));
    RankedAt { thread: thread_name(program, system, thread), place: place.map(|place| Place { column: 0, ..place }) }
}

/// Each function once, in the order of the alphabet, with all that it ranks.
fn merged(ranks: impl Iterator<Item = Rank>) -> Vec<Rank> {
    let mut all: BTreeMap<String, BTreeSet<RankedAt>> = BTreeMap::new();
    for Rank { function, at } in ranks {
        all.entry(function).or_default().extend(at);
    }
    all.into_iter().map(|(function, at)| Rank { function, at: at.into_iter().collect() }).collect()
}

fn thread_name(program: &Program, system: &System, thread: usize) -> String {
    format!("{}#{thread}", system.name_of(program, thread))
}

fn expression(program: &Program, system: &System, expr: &Linear) -> String {
    let (positive, negative): (Vec<_>, Vec<_>) = expr.terms().iter().partition(|(_, factor)| *factor > 0);
    let mut text = String::new();
    let mut add = |factor: i128, what: String| {
        let sign = match (text.is_empty(), factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        text.push_str(&what);
    };
    for (variable, factor) in positive.into_iter().chain(negative) {
        let name = variable_name(program, system, variable);
        let size = factor.unsigned_abs();
        add(factor, if size == 1 { name } else { format!("{size} * {name}") });
    }
    match expr.constant_part() {
        0 if !expr.terms().is_empty() => {}
        number => add(number, number.unsigned_abs().to_string()),
    }
    text
}

fn variable_name(program: &Program, system: &System, variable: Var) -> String {
    let Var::State(number) = variable else { return variable.to_string() };
    let Some(variable) = system.variables.get(number as usize) else { return variable.to_string() };
    match variable.thread {
        Some(thread) => format!("{}.{}", thread_name(program, system, thread), variable.name),
        None => variable.name.clone(),
    }
}
