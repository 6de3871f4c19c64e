//! What goes around the threads: the left half of the paper's Figure 2.
//!
//! `main` guesses the valuations at the beginning of every round, lets one thread after the other run through all its contexts,
//! and compares what they have left with what was guessed for the rounds behind. What a thread leaves of a variable that no later
//! thread changes is compared at once, so that wrong guesses do not live long. `advance` is the switch from one context to the
//! next, `store` its first half, `observe` the look at threads that wait.

use program::command::Action;
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::{GlobalId, NodeId};
use program::procedure::Procedure;
use program::property::Fairness;
use program::span::Span;
use program::types::Type;
use program::value::Value;

use crate::emit::body::{Body, call};
use crate::emit::formula::{all, and, bool, equal, not, or};
use crate::emit::layout::Shared;
use crate::emit::steps::Way;
use crate::emit::threads::{Translation, nobody_enabled, waits_disabled};

/// What the assertion says that fails.
const FOUND: &str = "a fair run that never ends";

impl Translation<'_> {
    fn stem_rounds(&self) -> usize {
        self.options.bounds.stem_rounds(!self.source.called.is_empty()) as usize
    }

    fn lasso_rounds(&self) -> usize {
        self.options.bounds.cycle as usize
    }

    fn stem_round(&self) -> Expr {
        Expr::global(self.layout.stem_round)
    }

    fn lasso_round(&self) -> Expr {
        Expr::global(self.layout.lasso_round)
    }

    fn shift(&self) -> Expr {
        self.layout.shift.map_or(Expr::int(0), Expr::global)
    }

    /// Puts what is shared into the copies for the rounds that the thread is in.
    pub fn store(&self) -> Procedure {
        let mut body = Body::new("store", Span::NOWHERE);
        let after_stem = body.node();
        let copies = |pick: &dyn Fn(&Shared) -> GlobalId| -> Vec<(VarRef, Expr)> {
            self.layout.shared.iter().map(|shared| (VarRef::Global(pick(shared)), Expr::global(shared.now))).collect()
        };
        for round in 0..self.stem_rounds() {
            let mut way = Way::default();
            way.assume(equal(self.stem_round(), Expr::int(round as i64)));
            way.assign(copies(&|shared| shared.stem[round]));
            body.edge(Body::ENTRY, after_stem, way.actions, None);
        }
        let before = Expr::binary(BinaryOp::Less, self.stem_round(), Expr::int(0));
        let behind = Expr::binary(BinaryOp::GreaterEqual, self.stem_round(), Expr::int(self.stem_rounds() as i64));
        body.edge(Body::ENTRY, after_stem, vec![Action::Assume(or(before, behind))], None);
        for round in 0..self.lasso_rounds() {
            let mut way = Way::default();
            way.assume(equal(self.lasso_round(), Expr::int(round as i64)));
            way.assign(copies(&|shared| shared.lasso[round]));
            body.edge(after_stem, Body::EXIT, way.actions, None);
        }
        let none = Expr::binary(BinaryOp::Less, self.lasso_round(), Expr::int(0));
        body.edge(after_stem, Body::EXIT, vec![Action::Assume(none)], None);
        body.finish()
    }

    /// Ends a context and begins the next one of the same thread.
    pub fn advance(&self) -> Procedure {
        let mut body = Body::new("advance", Span::NOWHERE);
        let (stored, moved) = (body.node(), body.node());
        body.edge(Body::ENTRY, stored, Vec::new(), call(self.numbers.store, Vec::new()));
        self.count(&mut body, stored, moved);
        self.load(&mut body, moved);
        body.finish()
    }

    /// From the numbers of one round to those of the next.
    fn count(&self, body: &mut Body, from: NodeId, to: NodeId) {
        let layout = self.layout;
        let next_stem = || Expr::binary(BinaryOp::Add, self.stem_round(), Expr::int(1));
        let no_lasso = || Expr::binary(BinaryOp::Less, self.lasso_round(), Expr::int(0));
        let lasso = || Expr::binary(BinaryOp::GreaterEqual, self.lasso_round(), Expr::int(0));
        let keyframe = match layout.shift {
            Some(shift) => {
                Expr::binary(BinaryOp::Add, Expr::global(shift), Expr::int(i64::from(self.options.bounds.stem)))
            }
            None => Expr::int(i64::from(self.options.bounds.stem)),
        };
        let begins = || equal(next_stem(), keyframe.clone());
        // The cycle begins.
        let mut way = Way::default();
        way.assume(and(no_lasso(), begins()));
        way.assign(vec![
            (VarRef::Global(layout.stem_round), next_stem()),
            (VarRef::Global(layout.lasso_round), self.shift()),
            (VarRef::Global(layout.due), Expr::int(1)),
        ]);
        body.edge(from, to, way.actions, None);
        // Another round of the stem.
        let there_is = Expr::binary(BinaryOp::Less, next_stem(), Expr::int(self.stem_rounds() as i64));
        let mut way = Way::default();
        way.assume(all([no_lasso(), not(begins()), there_is]));
        way.assign(vec![(VarRef::Global(layout.stem_round), next_stem())]);
        body.edge(from, to, way.actions, None);
        // Once around: the cycle ends, and there is nothing to begin.
        let is_last = equal(self.lasso_round(), Expr::int(self.lasso_rounds() as i64 - 1));
        let later = Expr::binary(BinaryOp::Add, self.lasso_round(), Expr::int(1));
        let next_lasso = || match self.lasso_rounds() {
            1 => Expr::int(0),
            _ => Expr::If(Box::new(is_last.clone()), Box::new(Expr::int(0)), Box::new(later.clone())),
        };
        let is_around = || equal(next_lasso(), self.shift());
        let mut way = Way::default();
        way.assume(and(lasso(), is_around()));
        way.assign(vec![(VarRef::Global(layout.due), Expr::int(2))]);
        body.edge(from, Body::EXIT, way.actions, None);
        // Another round of the cycle.
        if self.lasso_rounds() > 1 {
            let stem_ends = Expr::binary(BinaryOp::GreaterEqual, next_stem(), Expr::int(self.stem_rounds() as i64));
            let none = Expr::int(self.stem_rounds() as i64);
            let stem = Expr::If(Box::new(stem_ends), Box::new(none), Box::new(next_stem()));
            let mut way = Way::default();
            way.assume(and(lasso(), not(is_around())));
            way.assign(vec![
                (VarRef::Global(layout.stem_round), stem),
                (VarRef::Global(layout.lasso_round), next_lasso()),
            ]);
            body.edge(from, to, way.actions, None);
        }
    }

    /// What the round begins with. In a round of both the stem and the lasso it is the same in both.
    fn load(&self, body: &mut Body, from: NodeId) {
        let shared = &self.layout.shared;
        let stems = self.stem_rounds();
        for round in 0..stems {
            let mut way = Way::default();
            let in_stem = equal(self.stem_round(), Expr::int(round as i64));
            way.assume(and(in_stem, Expr::binary(BinaryOp::Less, self.lasso_round(), Expr::int(0))));
            way.assign(shared.iter().map(|it| (VarRef::Global(it.now), Expr::global(it.stem[round]))).collect());
            body.edge(from, Body::EXIT, way.actions, None);
        }
        for lasso in 0..self.lasso_rounds() {
            let in_lasso = || equal(self.lasso_round(), Expr::int(lasso as i64));
            let loaded = || shared.iter().map(|it| (VarRef::Global(it.now), Expr::global(it.lasso[lasso]))).collect();
            // The stem goes on while the cycle of some thread has begun.
            let overlap = self.options.bounds.stem as usize + lasso;
            if overlap < stems {
                let mut way = Way::default();
                way.assume(and(equal(self.stem_round(), Expr::int(overlap as i64)), in_lasso()));
                let same = |it: &Shared| equal(Expr::global(it.stem[overlap]), Expr::global(it.lasso[lasso]));
                way.assume(all(shared.iter().map(same)));
                way.assign(loaded());
                body.edge(from, Body::EXIT, way.actions, None);
            }
            let mut way = Way::default();
            let behind = Expr::binary(BinaryOp::GreaterEqual, self.stem_round(), Expr::int(stems as i64));
            way.assume(and(behind, in_lasso()));
            way.assign(loaded());
            body.edge(from, Body::EXIT, way.actions, None);
        }
    }

    /// In the lasso, those who wait cannot step (strong fairness), or it is noted who cannot (weak).
    pub fn observe(&self, seen: &[Option<GlobalId>]) -> Procedure {
        let mut body = Body::new("observe", Span::NOWHERE);
        let none = Expr::binary(BinaryOp::Less, self.lasso_round(), Expr::int(0));
        body.edge(Body::ENTRY, Body::EXIT, vec![Action::Assume(none)], None);
        let mut way = Way::default();
        way.assume(Expr::binary(BinaryOp::GreaterEqual, self.lasso_round(), Expr::int(0)));
        if self.options.fairness == Fairness::Strong {
            way.assume(nobody_enabled(self.source, self.waits));
        } else {
            let noted = seen.iter().zip(&self.waits.threads).filter_map(|(seen, waits)| {
                let disabled = waits_disabled(self.source, waits.as_ref()?);
                Some((VarRef::Global((*seen)?), or(Expr::global((*seen)?), disabled)))
            });
            way.assign(noted.collect());
        }
        body.edge(Body::ENTRY, Body::EXIT, way.actions, None);
        body.finish()
    }

    /// The whole.
    pub fn main(&self, seen: &[Option<GlobalId>]) -> Procedure {
        let mut body = Body::new("main", Span::NOWHERE);
        let mut at = self.guess(&mut body, Body::ENTRY, seen);
        for (thread, root) in self.numbers.roots.iter().enumerate() {
            if let Some(root) = root {
                let after = body.node();
                self.leave_out(&mut body, at, after, thread);
                body.edge(at, after, self.reset(thread), call(*root, Vec::new()));
                at = after;
            }
            at = self.compare(&mut body, at, thread);
        }
        let mut way = Way::default();
        way.assume(Expr::global(self.layout.moved));
        for (seen, waits) in seen.iter().zip(&self.waits.threads) {
            if let (Some(seen), Some(waits)) = (seen, waits) {
                way.assume(or(equal(Expr::global(waits.at), Expr::int(0)), Expr::global(*seen)));
            }
        }
        way.actions.push(Action::Assert(bool(false), Some(FOUND.into())));
        body.edge(at, Body::EXIT, way.actions, None);
        body.finish()
    }

    /// The guesses.
    fn guess(&self, body: &mut Body, mut at: NodeId, seen: &[Option<GlobalId>]) -> NodeId {
        let mut then = |body: &mut Body, actions: Vec<Action>| {
            let next = body.node();
            body.edge(at, next, actions, None);
            at = next;
        };
        let mut first = vec![
            (VarRef::Global(self.layout.moved), bool(false)),
            (VarRef::Global(self.layout.lasso_round), Expr::int(0)),
        ];
        first.extend(self.private().map(|(global, value)| (VarRef::Global(global), Expr::Literal(value))));
        first.extend(seen.iter().flatten().map(|seen| (VarRef::Global(*seen), bool(false))));
        // What nobody changes keeps its first value.
        let changed = |global: GlobalId| self.layout.shared.iter().any(|shared| shared.now == global);
        for (index, variable) in self.layout.globals[..self.source.program.globals.len()].iter().enumerate() {
            let global = GlobalId::new(index);
            if !changed(global) && !matches!(variable.ty, Type::Map(_)) {
                first.push((VarRef::Global(global), Expr::Literal(Value::default_of(&variable.ty))));
            }
        }
        then(body, vec![Action::Assign(first)]);
        for shared in &self.layout.shared {
            for actions in self.guess_of(shared) {
                then(body, actions);
            }
        }
        for waits in self.waits.threads.iter().flatten() {
            let bound = Expr::int(waits.places.len() as i64);
            let number = || Expr::global(waits.at);
            let least = Expr::binary(BinaryOp::LessEqual, Expr::int(0), number());
            let most = Expr::binary(BinaryOp::LessEqual, number(), bound);
            then(body, vec![Action::Havoc(vec![VarRef::Global(waits.at)]), Action::Assume(and(least, most))]);
            for ((ty, _), value) in &waits.values {
                then(body, self.havoc(*value, ty));
            }
        }
        if let Some(observe) = self.numbers.observe {
            // Those who wait at the beginning of the cycle.
            let loaded = self.layout.shared.iter();
            let loaded = loaded.map(|it| (VarRef::Global(it.now), Expr::global(it.lasso_guess[0])));
            let mut way = Way::default();
            way.assign(loaded.collect());
            let next = body.node();
            body.edge(at, next, way.actions, call(observe, Vec::new()));
            at = next;
        }
        at
    }

    /// The variables that belong to the thread that runs, with their first values.
    fn private(&self) -> impl Iterator<Item = (GlobalId, Value)> {
        let layout = self.layout;
        let saved = layout.saved.iter().filter(|((ty, _), _)| !matches!(ty, Type::Map(_)));
        let saved = saved.map(|((ty, _), global)| (*global, Value::default_of(ty)));
        let numbers = layout.saved_private.iter().flat_map(|(now, saved)| [*now, *saved]);
        let numbers = numbers.chain([layout.stem_round, layout.due, layout.location]);
        let numbers = numbers.chain(layout.shift).chain(layout.current).map(|global| (global, Value::int(0)));
        let choices = layout.choices.values().flat_map(|(passed_over, chosen)| [*passed_over, *chosen]);
        let truths =
            [layout.done, layout.stepped].into_iter().chain(choices).map(|global| (global, Value::Bool(false)));
        saved.chain(numbers).chain(truths)
    }

    /// An arbitrary value, of an integer within the range if there is one.
    fn havoc(&self, global: GlobalId, ty: &Type) -> Vec<Action> {
        let mut actions = vec![Action::Havoc(vec![VarRef::Global(global)])];
        if let (Type::Int, Some((least, most))) = (ty, self.options.range) {
            let value = || Expr::global(global);
            let least = Expr::binary(BinaryOp::LessEqual, Expr::int(least), value());
            let most = Expr::binary(BinaryOp::LessEqual, value(), Expr::int(most));
            actions.push(Action::Assume(and(least, most)));
        }
        actions
    }

    /// The valuations of one variable at the beginning of all rounds.
    fn guess_of(&self, shared: &Shared) -> Vec<Vec<Action>> {
        let mut steps = Vec::new();
        let bounds = self.options.bounds;
        let initial = || match &shared.initial {
            Some(value) => vec![Action::Assign(vec![(VarRef::Global(shared.now), Expr::Literal(value.clone()))])],
            None => vec![Action::Havoc(vec![VarRef::Global(shared.now)])],
        };
        steps.push(initial());
        for (round, guess) in shared.lasso_guess.iter().enumerate() {
            if round == 0 && bounds.stem == 0 {
                steps.push(vec![Action::Assign(vec![(VarRef::Global(*guess), Expr::global(shared.now))])]);
            } else if round > 0 && shared.once {
                // It does not change in a cycle, since it cannot change back.
                steps.push(vec![Action::Assign(vec![(VarRef::Global(*guess), Expr::global(shared.lasso_guess[0]))])]);
            } else {
                steps.push(self.havoc(*guess, &shared.ty));
            }
        }
        for (round, guess) in shared.stem_guess.iter().enumerate() {
            let behind = round.checked_sub(bounds.stem as usize);
            steps.push(match behind {
                // The stem goes on with the first rounds of the lasso.
                Some(lasso) => {
                    vec![Action::Assign(vec![(VarRef::Global(*guess), Expr::global(shared.lasso_guess[lasso]))])]
                }
                None if round == 0 => vec![Action::Assign(vec![(VarRef::Global(*guess), Expr::global(shared.now))])],
                None => self.havoc(*guess, &shared.ty),
            });
        }
        let pairs = shared.stem.iter().zip(&shared.stem_guess).chain(shared.lasso.iter().zip(&shared.lasso_guess));
        steps.push(vec![Action::Assign(
            pairs.map(|(now, guess)| (VarRef::Global(*now), Expr::global(*guess))).collect(),
        )]);
        steps
    }

    /// A thread that is never started is left out.
    fn leave_out(&self, body: &mut Body, at: NodeId, after: NodeId, thread: usize) {
        let Some(started) = self.layout.status[thread].started else { return };
        let never = match self.layout.shared.iter().find(|shared| shared.now == started) {
            Some(shared) => not(Expr::global(shared.lasso_guess[0])),
            None => bool(true),
        };
        let no_wait = match self.options.fairness {
            Fairness::None => bool(true),
            _ => self.waits.no_wait(thread),
        };
        let mut way = Way::default();
        way.assume(and(never, no_wait));
        body.edge(at, after, way.actions, None);
    }

    /// What a thread begins with.
    fn reset(&self, thread: usize) -> Vec<Action> {
        let layout = self.layout;
        let mut way = Way::default();
        let special = |global: GlobalId| {
            Some(global) == layout.current || Some(global) == layout.shift || global == layout.stem_round
        };
        let private = self.private().filter(|(global, _)| !special(*global));
        let mut assigned: Vec<(VarRef, Expr)> =
            private.map(|(global, value)| (VarRef::Global(global), Expr::Literal(value))).collect();
        assigned.push((VarRef::Global(layout.stem_round), Expr::int(-1)));
        assigned.push((VarRef::Global(layout.lasso_round), Expr::int(-1)));
        assigned.extend(layout.current.map(|current| (VarRef::Global(current), Expr::int(thread as i64 + 1))));
        way.assign(assigned);
        if let Some(shift) = layout.shift {
            way.actions.push(Action::Havoc(vec![VarRef::Global(shift)]));
            let least = Expr::binary(BinaryOp::LessEqual, Expr::int(0), Expr::global(shift));
            let most =
                Expr::binary(BinaryOp::Less, Expr::global(shift), Expr::int(i64::from(self.options.bounds.cycle)));
            way.assume(and(least, most));
        }
        way.actions
    }

    /// Compares what the threads have left with what was guessed, of the variables that no later thread changes.
    fn compare(&self, body: &mut Body, at: NodeId, thread: usize) -> NodeId {
        let mut same = Vec::new();
        let equals = |left: GlobalId, right: GlobalId| equal(Expr::global(left), Expr::global(right));
        for shared in self.layout.shared.iter().filter(|shared| shared.last_writer == thread) {
            for (round, left) in shared.stem.iter().enumerate() {
                let next = shared.stem_guess.get(round + 1).copied();
                // Behind the stem comes the lasso, where the stem has not gone through its first rounds already.
                let behind = shared.stem.len() - self.options.bounds.stem as usize;
                same.push(equals(*left, next.unwrap_or(shared.lasso_guess[behind])));
            }
            for (round, left) in shared.lasso.iter().enumerate() {
                same.push(equals(*left, shared.lasso_guess[(round + 1) % shared.lasso.len()]));
            }
        }
        if same.is_empty() {
            return at;
        }
        let next = body.node();
        body.edge(at, next, same.into_iter().map(Action::Assume).collect(), None);
        next
    }
}
