//! Where a thread is in the text of its procedures, and how it gets from one place to another without a step.

use crate::interpret::{Mode, State};
use crate::shape::{Kind, Place, Shape};
use crate::syntax::Statement;

impl State {
    /// Goes on over everything that is no step.
    pub fn settle(&mut self, shape: &Shape<'_>, slot: usize) {
        let mut seen = Vec::new();
        loop {
            let frame = self.frame(slot);
            let procedure = frame.procedure;
            let Some(place) = frame.control.last().copied() else { break };
            if seen.contains(&frame.control) {
                return;
            }
            seen.push(frame.control.clone());
            match shape.statement(place) {
                None => self.leave(slot, frame.control.len() - 1),
                Some(Statement::Label(_)) => self.advance(slot),
                Some(Statement::Goto(labels)) if labels.len() == 1 => {
                    self.jump(shape.label(procedure, labels[0]), slot)
                }
                Some(Statement::Return) => self.leave(slot, 0),
                Some(Statement::Break(label)) => self.break_out(shape, slot, *label),
                Some(_) => return,
            }
        }
        if self.thread(slot).frames.len() == 1 {
            self.finish(shape, slot);
        }
    }

    pub fn finish(&mut self, shape: &Shape<'_>, slot: usize) {
        let thread = self.thread_mut(slot);
        let declared = &shape.program.procedures[thread.procedure];
        let results = thread.frames[0].locals[declared.parameters..][..declared.results].to_vec();
        thread.frames.clear();
        thread.finished = Some(results);
        thread.held = 0;
        if thread.id.is_none() && thread.arm_of.is_none() {
            self.remove(slot);
        }
    }

    pub fn advance(&mut self, slot: usize) {
        self.frame_mut(slot).control.last_mut().expect("control is somewhere").next += 1;
    }

    /// Cuts control to so many places, and gives back the scheduler where that leaves a block that holds it.
    pub fn leave(&mut self, slot: usize, places: usize) {
        let left = self.frame_mut(slot).control.split_off(places);
        let given_back = left.iter().filter(|place| place.kind == Kind::Hold).count();
        let thread = self.thread_mut(slot);
        thread.held = thread.held.saturating_sub(given_back as u32);
    }

    pub fn jump(&mut self, to: &[Place], slot: usize) {
        let holds = |control: &[Place]| control.iter().filter(|place| place.kind == Kind::Hold).count() as u32;
        let given_back = holds(&self.frame(slot).control) - holds(to);
        self.frame_mut(slot).control = to.to_vec();
        let thread = self.thread_mut(slot);
        thread.held = thread.held.saturating_sub(given_back);
    }

    pub fn break_out(&mut self, shape: &Shape<'_>, slot: usize, label: Option<u32>) {
        let control = &self.frame(slot).control;
        let is_target = |position: &usize| match label {
            None => control[*position].kind == Kind::Loop,
            Some(label) => shape.has_label(control[*position - 1], control[*position], label),
        };
        let position = (1..control.len()).rev().find(is_target).expect("a break has a target");
        let was_loop = control[position].kind == Kind::Loop;
        self.leave(slot, position);
        if was_loop {
            self.advance(slot);
        }
    }

    /// Control inside one of the statement's blocks.
    pub fn entered(&self, shape: &Shape<'_>, slot: usize, which: usize, mode: Mode) -> State {
        let mut state = self.clone();
        shape.enter(&mut state.frame_mut(slot).control, which, mode == Mode::Part);
        state.settle(shape, slot);
        state
    }
}
