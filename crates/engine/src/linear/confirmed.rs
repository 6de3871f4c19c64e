//! Words that a prover could not rule out, as runs of the program that was given, if they are such.

use evidence::counterexample::Counterexample;
use program::linear::expr::Linear;
use program::linear::system::Subject;

use crate::Task;
use crate::linear::run::{self, Badness};
use crate::linear::{nontermination, values};
use crate::prepare::lifted;

/// The run that takes the word, if there is one that ends badly, with these facts at its end.
pub fn bad_end(
    task: Task<'_>,
    subject: &Subject,
    word: &[usize],
    then: &[Linear],
    badness: Badness,
) -> Option<Counterexample> {
    let (program, system) = (subject.program(task.program), &subject.system);
    let found = run::of(program, system, word, then, badness)?;
    if !values::waits_for_values_only(program, system, word) {
        return None;
    }
    as_given(subject, found)
}

/// A run without end that takes the stem and then the cycle again and again, if there is one that the property forbids.
pub fn lasso(task: Task<'_>, subject: &Subject, stem: &[usize], cycle: &[usize]) -> Option<Counterexample> {
    let (program, system) = (subject.program(task.program), &subject.system);
    let can_be = is_asked_about(task, subject, cycle)
        && cycle.iter().all(|letter| system.letters[*letter].is_followed && !system.letters[*letter].spurious)
        && values::leaves_what_it_enters(program, system, cycle)
        && values::looks_at_values_only(program, system, &[stem, cycle].concat());
    if !can_be {
        return None;
    }
    let forgotten = nontermination::forgotten(program, system, cycle);
    let lasso =
        |stem: &[usize]| nontermination::of((program, system), task.question.fairness, (stem, cycle), forgotten);
    // In its first turn the loop may assign what nobody has assigned before.
    let found = lasso(stem).or_else(|| lasso(&[stem, cycle].concat()))?;
    as_given(subject, found)
}

/// Whether nobody may take the cycle for ever, or not the thread that is asked about, which does not return from what it runs there.
fn is_asked_about(Task { program, question }: Task<'_>, subject: &Subject, cycle: &[usize]) -> bool {
    let thread_of = |letter: usize| subject.system.letters[letter].thread;
    let runs = |letter: &usize| subject.runs(program, *letter, &question.property);
    let runs_throughout = |thread: usize| cycle.iter().filter(|it| thread_of(**it) == thread).all(runs);
    cycle.iter().any(|letter| runs_throughout(thread_of(*letter)))
}

fn as_given(subject: &Subject, found: Counterexample) -> Option<Counterexample> {
    match &subject.prepared {
        Some(prepared) => lifted(prepared, &found),
        None => Some(found),
    }
}
