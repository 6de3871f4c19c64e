//! Random statements: what programmers of concurrent programs write, and some things that they should not.
//! Which kind comes next is decided here; what each looks like, in the modules that follow.

use super::Role;
use super::writer::Writer;
use crate::ids::NodeId;

/// Kinds of statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Statement {
    Simple,
    Toggle,
    Critical,
    Spin,
    Branch,
    Loop,
    Atomic,
    Fork,
    ForkAndJoin,
    Join,
    Relay,
    Twins,
    Detach,
    Call,
    Section,
    Memory,
    Open,
    Halt,
    Stuck,
}

impl Writer<'_> {
    /// So many statements, one after the other.
    pub fn sequence(&mut self, from: NodeId, to: NodeId, count: usize, depth: usize) {
        let mut from = from;
        for left in (0..count).rev() {
            let next = if left == 0 { to } else { self.fresh() };
            self.statement(from, next, depth);
            from = next;
        }
        if count == 0 {
            self.edge(from, to, Vec::new());
        }
    }

    pub fn statement(&mut self, from: NodeId, to: NodeId, depth: usize) {
        let nested = usize::from(depth > 0);
        let if_used = |used: bool, weight: usize| if used { weight } else { 0 };
        let tame = self.flavour.tame;
        let waits = self.flavour.done.is_some_and(|(_, setter)| setter != self.index);
        let has_workers = !self.procedures(Role::Worker).is_empty();
        let may_fork = has_workers && self.loops == 0;
        let often = if self.flavour.restless { 3 } else { 1 };
        let statement = self.random.weighted(&[
            (35, Statement::Simple),
            (if_used(self.flavour.signal.is_some(), 10) + 8, Statement::Toggle),
            (10 * nested, Statement::Critical),
            (if_used(!tame || waits, 12), Statement::Spin),
            (8 * nested, Statement::Branch),
            (20 * nested, Statement::Loop),
            (if_used(self.flavour.atomic_blocks, 15 * nested), Statement::Atomic),
            (if_used(may_fork, 3), Statement::Fork),
            (if_used(has_workers, 4 * often), Statement::ForkAndJoin),
            (if_used(has_workers && (!tame || self.flavour.numbered), 5 * often), Statement::Join),
            (if_used(may_fork, 2 * often), Statement::Relay),
            (if_used(may_fork, 4 * often), Statement::Twins),
            (if_used(may_fork, 2 * often), Statement::Detach),
            (if_used(self.flavour.calls, 20), Statement::Call),
            (if_used(self.flavour.sections, 15 * nested), Statement::Section),
            (if_used(self.flavour.memory, 25), Statement::Memory),
            (if_used(!self.flavour.open.is_empty(), 20), Statement::Open),
            (if_used(self.flavour.halt, 8), Statement::Halt),
            (if_used(!tame, 1), Statement::Stuck),
        ]);
        match statement {
            Statement::Simple => self.simple(from, to),
            Statement::Toggle => self.toggle(from, to),
            Statement::Critical => self.critical(from, to, depth),
            Statement::Spin => self.spin(from, to),
            Statement::Branch => self.branch(from, to, depth),
            Statement::Loop => self.repeat(from, to, depth),
            Statement::Atomic => self.atomic(from, to, depth),
            Statement::Fork => self.fork(from, to),
            Statement::ForkAndJoin => self.fork_and_join(from, to),
            Statement::Join => self.join(from, to),
            Statement::Relay => self.relay(from, to),
            Statement::Twins => self.twins(from, to),
            Statement::Detach => self.detach(from, to),
            Statement::Call => self.call(from, to),
            Statement::Section => self.section(from, to, depth),
            Statement::Memory => self.memory_statement(from, to),
            Statement::Open => self.open(from, to),
            Statement::Halt => self.halt(from, to),
            Statement::Stuck => {}
        }
    }
}
