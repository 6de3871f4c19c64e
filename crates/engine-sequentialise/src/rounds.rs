//! Rounds: the sequential program of the paper's Figure 2 as one formula.
//!
//! In every round each thread has one context, in a fixed order. So many rounds are the stem, so many the cycle, and then
//! everything must be as it was before the cycle: the valuation of what is shared (`Lasso` in the paper), and of every thread its location
//! and variables (`Location`, `Local`). The paper runs one thread after the other through all its contexts and guesses the
//! valuations in between, which a sequential program has to; a formula does not care in which order it is written, so that the
//! guesses are the terms that the thread before has left.
//!
//! # Fairness
//!
//! The paper's threads wait for locks only, and a thread that takes no step in the cycle is shown to wait for a lock that is held
//! all the time. Here every guarded command can wait. A thread without a step in the cycle stays where it is, with the variables that it
//! has; so whether it is enabled depends on what is shared alone. That is what `waited` becomes: for every state that the cycle
//! comes to, also within contexts, the thread is disabled there (strong fairness), or it is so in at least one of them (weak).
//! A lock that is held throughout is the special case in which the guard is a lock's. Where enabledness cannot be told by a
//! formula without quantifiers, the thread counts as enabled; so a cycle may be missed, and none is made up.
//!
//! # Timeouts
//!
//! The paper's Figure 3c has a choice that must be taken at least once in the cycle. Here every edge can carry that mark
//! ([`program::procedure::Edge::eventually`]), and the condition is made precise: a thread that passes over the choice in the cycle, since it
//! takes another edge from a location at which one with the mark can be taken, takes one with the mark in the cycle, too. A thread that does
//! not come to the choice in the cycle is not concerned: nobody waits for a timeout of which he is not in want.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::slots::Slots;
use evidence::counterexample::{Lasso, Motion};
use program::ids::{ChoiceId, EdgeId, NodeId, ProcId};
use program::program::Program;
use program::property::Fairness;
use rustc_hash::FxHashMap;
use solver::terms::Term;

use crate::context::{Context, CopyStep, Order, Unrolling, Whereabouts};
use crate::heap::Renaming;
use crate::may_grow::MayGrow;
use crate::state::{Local, Shared, Unlike};
use crate::waiting::{Wait, wait_at};

/// How much is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Rounds in the stem.
    pub stem: u32,
    /// Rounds in the cycle.
    pub cycle: u32,
    /// How often a thread may go back to an earlier location in one context.
    pub unrolling: u32,
}

impl Bounds {
    /// What it takes to find the lasso of the program, whose locations are unrolled in these orders; nothing if it is none.
    pub fn needed(program: &Program, orders: &[Order], lasso: &Lasso) -> Option<Bounds> {
        let mut slots = Slots::at_start(program);
        let mut at: Vec<NodeId> = program.procedures.iter().map(|procedure| procedure.entry).collect();
        let mut bounds = Bounds { stem: 0, cycle: 0, unrolling: 0 };
        for (steps, rounds) in [(&lasso.stem, &mut bounds.stem), (&lasso.cycle, &mut bounds.cycle)] {
            let mut running: Option<(ProcId, u32)> = None;
            for step in steps {
                let thread = slots.procedure(step.thread)?;
                let Motion::Edge(edge) = step.motion else { return None };
                let (from, to) = (at[thread.index()], program.procedure(thread).edges.get(edge.index())?.to);
                let back = match running {
                    Some((same, back)) if same == thread => back,
                    Some((earlier, _)) if earlier < thread => 0,
                    _ => {
                        *rounds += 1;
                        0
                    }
                };
                let back = back + u32::from(orders[thread.index()].goes_back(from, to));
                bounds.unrolling = bounds.unrolling.max(back);
                running = Some((thread, back));
                at[thread.index()] = to;
                slots.follow(program, step)?;
            }
        }
        Some(bounds)
    }
}

/// Who has to step in the cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Somebody.
    Anybody,
    /// A thread that runs one of these procedures of the program that was given, and does not return from it.
    Running(BTreeSet<ProcId>),
}

/// The contexts of a run, in order.
pub struct Rounds {
    /// Those before the cycle.
    pub stem: Vec<Context>,
    /// Those of the cycle.
    pub cycle: Vec<Context>,
    /// What all threads see at the cycle's head.
    pub shared: Shared,
    /// Where each thread may be there.
    pub head: Vec<Whereabouts>,
}

/// Where every thread may be. A thread that does not exist yet is nowhere.
struct Threads {
    whereabouts: Vec<Whereabouts>,
    /// Whether a thread has not begun: it is at its entry as soon as it is started.
    waiting: Vec<Term>,
}

impl Unrolling<'_, '_> {
    /// Unrolls the rounds and asserts that they are a fair lasso in which somebody steps who is asked about; nothing if time is up.
    pub fn lasso(&mut self, bounds: Bounds, fairness: Fairness, asked: &Asked) -> Option<Rounds> {
        let count = self.facts.program.procedures.len();
        let mut shared = self.facts.initial(&mut self.terms);
        let yes = self.terms.bool(true);
        let mut threads = Threads { whereabouts: vec![Whereabouts::new(); count], waiting: vec![yes; count] };
        let (mut stem, mut cycle) = (Vec::new(), Vec::new());
        for _ in 0..bounds.stem {
            for thread in (0..count).map(ProcId::new) {
                self.begin(&mut threads, thread, &shared);
                stem.push(self.turn(&mut threads, thread, &mut shared, false)?);
            }
        }
        // Whoever was started begins now, so that where threads are tells all before the cycle and after it.
        for thread in (0..count).map(ProcId::new) {
            self.begin(&mut threads, thread, &shared);
        }
        self.let_grow(&mut threads, &mut shared);
        let (head, first) = (threads.whereabouts.clone(), shared.clone());
        for _ in 0..bounds.cycle {
            for thread in (0..count).map(ProcId::new) {
                cycle.push(self.turn(&mut threads, thread, &mut shared, true)?);
            }
        }
        self.closes(&cycle, &head, &first, &threads.whereabouts, &shared);
        self.is_fair(&cycle, &head, &first, fairness)?;
        self.takes_eventually(&cycle);
        let somebody_steps = match asked {
            Asked::Anybody => self.terms.any(cycle.iter().flat_map(taken_in).collect::<Vec<_>>()),
            Asked::Running(procedures) => self.somebody_stays_in(&cycle, procedures),
        };
        self.assertions.push(somebody_steps);
        Some(Rounds { stem, cycle, shared: first, head })
    }

    /// From here on, at the cycle's head, numbers grow.
    fn let_grow(&mut self, threads: &mut Threads, shared: &mut Shared) {
        let growth = &self.facts.growth;
        growth.begin();
        let may_grow = MayGrow::of(self.facts.program);
        for contents in may_grow.of_globals(&mut Arc::make_mut(&mut shared.globals)[..]) {
            growth.at_head(&mut self.terms, &mut self.assertions, contents);
        }
        for (thread, whereabouts) in threads.whereabouts.iter_mut().enumerate() {
            for (_, local) in whereabouts.values_mut() {
                for contents in may_grow.of_locals(ProcId::new(thread), &mut Arc::make_mut(local).variables) {
                    growth.at_head(&mut self.terms, &mut self.assertions, contents);
                }
            }
        }
    }

    /// A thread that was started and has not begun is at its entry.
    fn begin(&mut self, threads: &mut Threads, thread: ProcId, shared: &Shared) {
        let waiting = threads.waiting[thread.index()];
        let started = shared.threads[thread.index()].started;
        let begins = self.terms.and(waiting, started);
        if self.terms.as_bool(begins) == Some(false) {
            return;
        }
        let begins = self.named("begins", begins);
        let not_started = self.terms.not(started);
        let still_waiting = self.terms.and(waiting, not_started);
        threads.waiting[thread.index()] = self.named("missing", still_waiting);
        let local = Arc::new(self.facts.entered(&mut self.terms, thread, shared));
        let entry = self.facts.program.procedure(thread).entry;
        let there = match threads.whereabouts[thread.index()].remove(&entry) {
            None => (begins, local),
            Some((condition, other)) => {
                let either = self.terms.or(begins, condition);
                match self.merge().local(&[(begins, &local), (condition, &other)]) {
                    Ok(merged) => (either, merged),
                    Err(Unlike) => {
                        self.only_first(std::iter::once(condition));
                        (begins, local)
                    }
                }
            }
        };
        threads.whereabouts[thread.index()].insert(entry, there);
    }

    fn turn(&mut self, threads: &mut Threads, thread: ProcId, shared: &mut Shared, in_cycle: bool) -> Option<Context> {
        if self.is_out_of_budget() {
            return None;
        }
        let from = std::mem::take(&mut threads.whereabouts[thread.index()]);
        let missing = threads.waiting[thread.index()];
        let (context, after, whereabouts) = self.context(thread, shared, &from, missing, in_cycle);
        threads.whereabouts[thread.index()] = whereabouts;
        *shared = after;
        Some(context)
    }

    /// Whether the time is over, or the terms take all the memory that there is.
    fn is_out_of_budget(&self) -> bool {
        self.budget.exhausted_within(0, self.terms.bytes()).is_some()
    }

    /// Asserts that everything is as it was.
    fn closes(
        &mut self,
        cycle: &[Context],
        head: &[Whereabouts],
        first: &Shared,
        last: &[Whereabouts],
        shared: &Shared,
    ) {
        let renaming = Renaming::chosen(&mut self.terms, &mut self.assertions, self.pools);
        let same = first.same(&mut self.terms, &self.facts.growth, &renaming, shared);
        self.assertions.push(same);
        let no = self.terms.bool(false);
        for (index, (before, after)) in head.iter().zip(last).enumerate() {
            if !self.threads[index].stacks.is_empty() {
                self.closes_on_stack(cycle, &renaming, ProcId::new(index), before, after);
                continue;
            }
            let nodes: BTreeSet<NodeId> = before.keys().chain(after.keys()).copied().collect();
            for node in nodes {
                let at = |whereabouts: &Whereabouts| whereabouts.get(&node).map_or(no, |(condition, _)| *condition);
                let (was, is) = (at(before), at(after));
                let same = self.terms.equal(was, is);
                self.assertions.push(same);
                if let (Some((_, was_local)), Some((_, is_local))) = (before.get(&node), after.get(&node)) {
                    let same = match was_local.same(&mut self.terms, &self.facts.growth, &renaming, is_local) {
                        Ok(same) => same,
                        Err(Unlike) => no,
                    };
                    let if_there = self.terms.implies(was, same);
                    self.assertions.push(if_there);
                }
            }
        }
    }

    /// Asserts that every thread steps in the cycle, or may be left out of it.
    fn is_fair(&mut self, cycle: &[Context], head: &[Whereabouts], first: &Shared, fairness: Fairness) -> Option<()> {
        if fairness == Fairness::None {
            return Some(());
        }
        for (index, whereabouts) in head.iter().enumerate() {
            if self.is_out_of_budget() {
                return None;
            }
            let thread = ProcId::new(index);
            let own = cycle.iter().filter(|context| context.thread == thread).flat_map(taken_in);
            let steps = self.terms.any(own.collect::<Vec<_>>());
            let steps = self.named("steps", steps);
            // The states that the cycle comes to while the thread does not step.
            let mut moments = vec![(self.terms.bool(true), first)];
            for context in cycle.iter().filter(|context| context.thread != thread) {
                moments.extend(context.copies.values().map(|copy| (copy.reached, &copy.shared)));
            }
            match fairness {
                Fairness::Strong => self.is_disabled_throughout(thread, whereabouts, steps, &moments),
                _ => self.is_disabled_somewhere(thread, whereabouts, steps, &moments),
            }
        }
        Some(())
    }

    /// Asserts that the thread steps, or is disabled in all of these states.
    ///
    /// What makes it enabled changes seldom, so that most states say nothing new.
    fn is_disabled_throughout(
        &mut self,
        thread: ProcId,
        whereabouts: &Whereabouts,
        steps: Term,
        moments: &[(Term, &Shared)],
    ) {
        for (node, (there, local)) in whereabouts {
            let mut reached_with: BTreeMap<Term, Vec<Term>> = BTreeMap::new();
            for ((reached, _), enabled) in moments.iter().zip(self.enabled(thread, *node, local, moments)) {
                reached_with.entry(enabled).or_default().push(*reached);
            }
            let elsewhere = self.terms.not(*there);
            for (enabled, reached) in reached_with {
                let disabled = self.terms.not(enabled);
                let reached = self.terms.any(reached);
                let not_reached = self.terms.not(reached);
                let fair = self.terms.any([steps, elsewhere, disabled, not_reached]);
                self.assertions.push(fair);
            }
        }
    }

    /// Asserts that the thread steps, or is disabled in at least one of these states.
    fn is_disabled_somewhere(
        &mut self,
        thread: ProcId,
        whereabouts: &Whereabouts,
        steps: Term,
        moments: &[(Term, &Shared)],
    ) {
        for (node, (there, local)) in whereabouts {
            let mut disabled_at = BTreeSet::new();
            for ((reached, _), enabled) in moments.iter().zip(self.enabled(thread, *node, local, moments)) {
                let disabled = self.terms.not(enabled);
                disabled_at.insert(self.terms.and(*reached, disabled));
            }
            let elsewhere = self.terms.not(*there);
            let fair = self.terms.any([steps, elsewhere].into_iter().chain(disabled_at));
            self.assertions.push(fair);
        }
    }

    /// Asserts that every choice which a thread passes over, and of which a way is taken eventually, is taken.
    fn takes_eventually(&mut self, cycle: &[Context]) {
        let program = self.facts.program;
        let mut passed_over: BTreeMap<(ProcId, ChoiceId), Vec<Term>> = BTreeMap::new();
        let mut chosen: BTreeMap<(ProcId, ChoiceId), Vec<Term>> = BTreeMap::new();
        for context in cycle {
            let procedure = program.procedure(context.thread);
            for ((_, node), copy) in &context.copies {
                for step in &copy.steps {
                    if let Some(choice) = procedure.edge(step.edge).eventually {
                        chosen.entry((context.thread, choice)).or_default().push(step.taken);
                    }
                    for choice in procedure.alternatives(step.edge) {
                        let is_marked = |edge: &usize| procedure.edges[*edge].eventually == Some(choice);
                        let marked: Vec<EdgeId> =
                            procedure.edges_from(*node).filter(is_marked).map(EdgeId::new).collect();
                        let can = self.can_take(context.thread, &marked, &copy.local, &copy.shared);
                        let passes = self.terms.and(step.taken, can);
                        passed_over.entry((context.thread, choice)).or_default().push(passes);
                    }
                }
            }
        }
        for (who, passes) in passed_over {
            let passes = self.terms.any(passes);
            let takes = self.terms.any(chosen.remove(&who).unwrap_or_default());
            let eventually = self.terms.implies(passes, takes);
            self.assertions.push(eventually);
        }
    }

    /// Whether some thread steps in the cycle and stays in one of the procedures all the time.
    ///
    /// A thread that returned from the procedure and called it again would have steps along which it does not run it.
    fn somebody_stays_in(&mut self, cycle: &[Context], procedures: &BTreeSet<ProcId>) -> Term {
        let mut ways = Vec::new();
        for (index, thread) in self.threads.iter().enumerate() {
            let own = cycle.iter().filter(|context| context.thread.index() == index);
            let steps = own.flat_map(|context| context.copies.values()).flat_map(|copy| &copy.steps);
            for procedure in procedures {
                let stays_in = |step: &CopyStep| thread.edges[step.edge.index()].runs.contains(procedure);
                let (inside, outside): (Vec<&CopyStep>, Vec<&CopyStep>) =
                    steps.clone().partition(|step| stays_in(step));
                let steps_inside = self.terms.any(inside.iter().map(|step| step.taken).collect::<Vec<_>>());
                let steps_outside = self.terms.any(outside.iter().map(|step| step.taken).collect::<Vec<_>>());
                let stays = self.terms.not(steps_outside);
                ways.push(self.terms.and(steps_inside, stays));
            }
        }
        self.terms.any(ways)
    }

    /// Whether the thread can take a step at the location that can be counted on, in each of these states.
    fn enabled(&mut self, thread: ProcId, node: NodeId, local: &Local, moments: &[(Term, &Shared)]) -> Vec<Term> {
        let wait = wait_at(self.facts.program.procedure(thread), node);
        let mut known: FxHashMap<Vec<Term>, Term> = FxHashMap::default();
        let mut all = Vec::new();
        for (_, shared) in moments {
            let Some(wait) = &wait else {
                all.push(self.facts.may_run(&mut self.terms, thread, shared));
                continue;
            };
            // What it looks at seldom changes.
            let seen = seen_by(wait, shared);
            let enabled = match known.get(&seen) {
                Some(enabled) => *enabled,
                None => {
                    let enabled = self.can_take(thread, &wait.edges, local, shared);
                    known.insert(seen, enabled);
                    enabled
                }
            };
            all.push(enabled);
        }
        all
    }

    /// Whether the thread can take one of these steps.
    fn can_take(&mut self, thread: ProcId, edges: &[EdgeId], local: &Local, shared: &Shared) -> Term {
        let mut enabled = Vec::new();
        for edge in edges {
            let may_step = self.facts.may_step(&mut self.terms, thread, *edge, shared, local);
            self.losses.open_choices |= !may_step.is_exact;
            enabled.push(may_step.condition);
        }
        self.terms.any(enabled)
    }
}

/// The terms that say what a thread sees that waits.
fn seen_by(wait: &Wait, shared: &Shared) -> Vec<Term> {
    let mut seen = vec![shared.holder];
    for global in &wait.reads {
        seen.extend(shared.globals[global.index()].cells().iter().flat_map(|cell| [cell.value, cell.defined]));
    }
    for status in shared.threads.iter().filter(|_| wait.joins) {
        seen.extend([status.started, status.finished, status.joined]);
        seen.extend(status.id.iter().flatten().map(|cell| cell.value));
    }
    seen
}

/// The steps that may be taken in the context.
fn taken_in(context: &Context) -> impl Iterator<Item = Term> + '_ {
    context.copies.values().flat_map(|copy| copy.steps.iter().map(|step| step.taken))
}
