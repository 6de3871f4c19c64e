//! A place in a run, and the ways from one to another.
//!
//! The position is the number of steps that were taken. A run with a cycle has no end: from its last step one comes back to
//! where the cycle begins, one turn later.

use crate::course::{Course, End, Snapshot, Stage};

/// A run and a place in it.
pub(super) struct Position {
    course: Course,
    /// How many steps were taken, those of a cycle once.
    taken: usize,
    /// How often the cycle was gone round before.
    turns: usize,
}

impl Position {
    /// The beginning of the run.
    pub(super) fn at_start(course: Course) -> Position {
        Position { course, taken: 0, turns: 0 }
    }

    /// The run.
    pub(super) fn course(&self) -> &Course {
        &self.course
    }

    /// How many steps there are.
    pub(super) fn total(&self) -> usize {
        self.course.stages().count()
    }

    /// How many steps were taken.
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// Where the cycle begins, if there is one.
    pub(super) fn head(&self) -> Option<usize> {
        matches!(self.course.end, End::Cycle { .. }).then_some(self.course.way.len())
    }

    /// In which turn of the cycle we are, counted from one.
    pub(super) fn turn(&self) -> Option<usize> {
        self.head().filter(|head| self.taken >= *head).map(|_| self.turns + 1)
    }

    /// The step that was taken last.
    pub(super) fn last(&self) -> Option<&Stage> {
        self.stage(self.taken.checked_sub(1)?)
    }

    /// The step that comes next.
    pub(super) fn coming(&self) -> Option<&Stage> {
        self.stage(self.taken).or_else(|| self.stage(self.head()?))
    }

    fn stage(&self, index: usize) -> Option<&Stage> {
        self.course.stages().nth(index)
    }

    /// The state here; nothing after a step that fails.
    pub(super) fn state(&self) -> Option<&Snapshot> {
        match &self.course.end {
            End::Deadlock(last) | End::NoReturn(last) if self.taken == self.total() => Some(last),
            _ if self.taken == 0 => Some(&self.course.first),
            _ => self.last()?.after.as_ref(),
        }
    }

    /// Takes a step; false if there is none.
    pub(super) fn forward(&mut self) -> bool {
        let total = self.total();
        if self.taken == total {
            let Some(head) = self.head().filter(|head| *head < total) else { return false };
            self.taken = head;
            self.turns += 1;
        }
        self.taken += 1;
        true
    }

    /// Takes a step back; false if there is none.
    pub(super) fn backward(&mut self) -> bool {
        if self.head() == Some(self.taken) && self.turns > 0 {
            self.turns -= 1;
            self.taken = self.total();
        }
        // What comes before the first step of a later turn is the last one of the turn before.
        if self.turns > 0 && self.head().is_some_and(|head| self.taken == head + 1) {
            self.turns -= 1;
            self.taken = self.total();
            return true;
        }
        let moves = self.taken > 0;
        self.taken = self.taken.saturating_sub(1);
        moves
    }

    /// Goes to where so many steps were taken, in the first turn of the cycle; false if there are not so many.
    pub(super) fn go(&mut self, taken: usize) -> bool {
        let exists = taken <= self.total();
        if exists {
            (self.taken, self.turns) = (taken, 0);
        }
        exists
    }
}
