//! Words that a prover could not rule out, as runs of the program that was given, if they are such.
//!
//! Letters leave open what is not linear, and know neither values that nobody has assigned nor sections; so a word, and numbers that satisfy
//! all that it asks, may still be no run. The checker knows. No engine uses it; so whoever lets a prover work hands it a function that asks
//! it, and what the checker would reject is not claimed.

use evidence::counterexample::Counterexample;
use program::linear::expr::Linear;
use program::linear::system::Subject;

use crate::Task;
use crate::budget::Budget;
use crate::linear::run::{self, Badness};
use crate::linear::{nontermination, walked};
use crate::prepare::lifted;

/// Whether the run may be one that answers the question, within the budget. Who does not find out says yes.
pub type MayHold = fn(Task<'_>, &Counterexample, &Budget) -> bool;

/// What a prover knows who looks for runs.
#[derive(Clone, Copy)]
pub struct Seeker<'a> {
    /// What is asked.
    pub task: Task<'a>,
    /// The program in letters.
    pub subject: &'a Subject,
    /// Who knows whether a run is one.
    pub may_hold: MayHold,
    /// How much may be used.
    pub budget: &'a Budget,
}

impl Seeker<'_> {
    /// The run that takes the word, if there is one that ends badly, with these facts at its end.
    pub fn bad_end(&self, word: &[usize], then: &[Linear], badness: Badness) -> Option<Counterexample> {
        let program = self.subject.program(self.task.program);
        self.claimed(run::of(program, &self.subject.system, word, then, badness)?)
    }

    /// A run without end that takes the stem and then the cycle again and again, if there is one that the property forbids.
    pub fn lasso(&self, stem: &[usize], cycle: &[usize]) -> Option<Counterexample> {
        if !self.may_be_told(cycle) {
            return None;
        }
        let (program, system) = (self.subject.program(self.task.program), &self.subject.system);
        let fairness = self.task.question.fairness;
        let (claimed, is_over) = (|found| self.claimed(found), || self.budget.is_over());
        let lasso = |stem: &[usize]| nontermination::of((program, system), fairness, (stem, cycle), &claimed, &is_over);
        // In its first turn the loop may assign what nobody has assigned before.
        lasso(stem).or_else(|| lasso(&[stem, cycle].concat())).or_else(|| self.walked(stem, cycle))
    }

    /// The same, if some numbers show it that are walked with: less is found, and soon.
    pub fn walked(&self, stem: &[usize], cycle: &[usize]) -> Option<Counterexample> {
        let program = self.subject.program(self.task.program);
        let claimed = |found| self.claimed(found);
        self.may_be_told(cycle).then(|| walked::of((program, &self.subject.system), (stem, cycle), &claimed))?
    }

    /// Whether the cycle is asked about, and letters say what it does.
    fn may_be_told(&self, cycle: &[usize]) -> bool {
        let letters = &self.subject.system.letters;
        let is_known = |letter: &usize| letters[*letter].is_followed && !letters[*letter].spurious;
        self.is_asked_about(cycle) && cycle.iter().all(is_known)
    }

    /// Whether nobody may take the cycle for ever, or not the thread that is asked about, which does not return from what it runs there.
    fn is_asked_about(&self, cycle: &[usize]) -> bool {
        let Task { program, question } = self.task;
        let thread_of = |letter: usize| self.subject.system.letters[letter].thread;
        let runs = |letter: &usize| self.subject.runs(program, *letter, &question.property);
        let runs_throughout = |thread: usize| cycle.iter().filter(|it| thread_of(**it) == thread).all(runs);
        cycle.iter().any(|letter| runs_throughout(thread_of(*letter)))
    }

    /// The run of the program that was given, unless it is none.
    fn claimed(&self, found: Counterexample) -> Option<Counterexample> {
        let found = match &self.subject.prepared {
            Some(prepared) => lifted(prepared, &found)?,
            None => found,
        };
        (self.may_hold)(self.task, &found, self.budget).then_some(found)
    }
}
