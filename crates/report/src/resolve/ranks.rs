//! Ranking functions in the words of the source.

use evidence::modular::{Ends, Modular};
use evidence::ranked::Ranked;
use program::linear::expr::{Linear, Var};
use program::linear::system::{Subject, System};
use program::program::Program;

use crate::outcome::Proof;

/// The functions, each as an expression; a thread's own variable is told with its thread.
pub fn told(program: &Program, proof: &Ranked) -> Vec<String> {
    // What was accepted is about a system.
    let Ok(subject) = Subject::of(program, &|_| false) else { return Vec::new() };
    let (system, program) = (&subject.system, subject.program(program));
    let mut told: Vec<String> = proof.modules.iter().map(|module| expression(program, system, &module.rank)).collect();
    told.sort_unstable();
    told.dedup();
    told
}

/// The same for a proof that follows one thread at a time.
pub fn told_by_thread(program: &Program, proof: &Modular) -> Proof {
    let Ok(subject) = Subject::of(program, &|_| false) else {
        return Proof::Threads { ranks: Vec::new(), is_modular: false };
    };
    let (system, program) = (&subject.system, subject.program(program));
    let relations = proof.threads.iter().flat_map(|thread| &thread.heads).flat_map(|head| &head.relations);
    let ranks = relations.filter_map(|relation| match &relation.ends {
        Some(Ends::Ranked { rank, .. }) => Some(expression(program, system, rank)),
        _ => None,
    });
    let mut ranks: Vec<String> = ranks.collect();
    ranks.sort_unstable();
    ranks.dedup();
    let is_global = |number: u32| system.variables.get(number as usize).is_some_and(|it| it.thread.is_none());
    Proof::Threads { ranks, is_modular: proof.is_modular(is_global) }
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
        let name = name(program, system, variable);
        let size = factor.unsigned_abs();
        add(factor, if size == 1 { name } else { format!("{size} * {name}") });
    }
    match expr.constant_part() {
        0 if !expr.terms().is_empty() => {}
        number => add(number, number.unsigned_abs().to_string()),
    }
    text
}

fn name(program: &Program, system: &System, variable: Var) -> String {
    let Var::State(number) = variable else { return variable.to_string() };
    let Some(variable) = system.variables.get(number as usize) else { return variable.to_string() };
    match variable.thread {
        Some(thread) => {
            let procedure = &program.procedure(system.threads[thread].procedure).name;
            format!("{procedure}#{thread}.{}", variable.name)
        }
        None => variable.name.clone(),
    }
}
