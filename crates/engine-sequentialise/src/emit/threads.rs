//! Threads and what they call, one procedure each: the right half of the paper's Figure 2.
//!
//! Every location of the program becomes two. At the first one the thread looks whether the context that it is in has just
//! begun and is the one with which its cycle begins: then it notes where it is and what its variables hold (lines 78 to 84); or the one with which
//! it ends: then everything must be as it was noted, and the thread is through (lines 90 to 96). At the second one it steps, or its
//! context ends and the next one begins (lines 73 to 76).
//!
//! A procedure that is called has a parameter `bottom`: whether this call is never returned from (lines 35 to 45). The cycle can
//! begin only in such a call, or in what the thread was started with, so that what is below on the stack does not matter. There may be more
//! on the stack when it ends: then the stack grows each time around, and the run can go on all the same.

use std::collections::BTreeSet;

use program::command::Action;
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::{EdgeId, GlobalId, LocalId, NodeId, ProcId};
use program::procedure::{Edge, Procedure, Variable};
use program::program::EndRule;
use program::property::Fairness;
use program::span::Span;
use program::types::Type;

use crate::emit::Options;
use crate::emit::body::{Body, call};
use crate::emit::formula::{all, and, any, bool, equal, is, not, or};
use crate::emit::guards::{AllWaits, can_choose, may_run};
use crate::emit::layout::{Layout, first_value, slot};
use crate::emit::source::Source;
use crate::emit::steps::{Stepper, Way};

/// The numbers of the procedures of the sequential program.
pub struct Numbers {
    /// Puts what is shared where it belongs at the end of a context.
    pub store: ProcId,
    /// Ends a context and begins the next one.
    pub advance: ProcId,
    /// Looks whether threads that wait are enabled; there only if some may wait.
    pub observe: Option<ProcId>,
    /// What each thread runs; nothing if it takes no step.
    pub roots: Vec<Option<ProcId>>,
    /// What is called, in the order of the program's procedures.
    pub called: Vec<Option<ProcId>>,
}

/// What the translation of procedures needs to know.
pub struct Translation<'a> {
    /// The program.
    pub source: &'a Source,
    /// How much is looked at.
    pub options: &'a Options,
    /// The variables.
    pub layout: &'a Layout,
    /// Who may wait.
    pub waits: &'a AllWaits,
    /// The procedures.
    pub numbers: &'a Numbers,
}

/// What a procedure is translated as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What this thread was started with.
    Root(usize),
    /// What is called.
    Called,
}

impl Translation<'_> {
    /// What the thread runs. Locations get numbers from the counter.
    pub fn root(&self, thread: usize, locations: &mut i64) -> Procedure {
        let root = self.source.program.procedure(self.source.threads[thread].root);
        let mut body = Body::new(format!("thread_{thread}_{}", root.name), root.span);
        body = body.with_locals(root.locals.clone(), 0, Vec::new());
        let choice = (!self.source.called.is_empty()).then(|| body.local("choice", Type::Bool));
        let mut nodes = Nodes::new(&mut body, root);
        let begin = self.begin(&mut body, thread);
        let same = (0..root.locals.len()).map(LocalId::new).collect();
        let writer = Writer {
            all: self,
            role: Role::Root(thread),
            id: self.source.threads[thread].root,
            same,
            bottom: None,
            choice,
        };
        self.enter(&mut body, &writer, begin, nodes.head[root.entry.index()]);
        writer.procedure(&mut body, &mut nodes, locations);
        body.finish()
    }

    /// What is called, with the parameter `bottom` behind the others.
    pub fn called(&self, id: ProcId, locations: &mut i64) -> Procedure {
        let procedure = self.source.program.procedure(id);
        let parameters = procedure.parameters;
        let bottom = LocalId::new(parameters);
        let is_copied = assigns_parameters(procedure);
        let mut locals: Vec<Variable> = procedure.locals.clone();
        let mut given: Vec<Variable> =
            if is_copied { locals[..parameters].to_vec() } else { locals.drain(..parameters).collect() };
        if is_copied {
            given.iter_mut().for_each(|parameter| parameter.name = format!("in_{}", parameter.name));
        }
        given.push(Variable { name: "bottom".to_owned(), ty: Type::Bool, span: Span::NOWHERE });
        given.append(&mut locals);
        let place = |local: usize| match local {
            _ if is_copied => parameters + 1 + local,
            _ if local < parameters => local,
            _ => local + 1,
        };
        let same: Vec<LocalId> = (0..procedure.locals.len()).map(|local| LocalId::new(place(local))).collect();
        let results = procedure.results.iter().map(|result| same[result.index()]).collect();
        let mut body = Body::new(format!("call_{}", procedure.name), procedure.span);
        body = body.with_locals(given, parameters + 1, results);
        let choice = body.local("choice", Type::Bool);
        let mut nodes = Nodes::new(&mut body, procedure);
        let writer = Writer { all: self, role: Role::Called, id, same, bottom: Some(bottom), choice: Some(choice) };
        let mut first = writer.first_values(parameters..procedure.locals.len());
        let mut assigned = vec![(VarRef::Local(choice), bool(false))];
        if is_copied {
            let copy = |parameter: usize| (VarRef::Local(writer.same[parameter]), Expr::local(LocalId::new(parameter)));
            assigned.extend((0..parameters).map(copy));
        }
        first.push(Action::Assign(assigned));
        body.edge(Body::ENTRY, nodes.head[procedure.entry.index()], first, None);
        writer.procedure(&mut body, &mut nodes, locations);
        body.finish()
    }

    /// The way from the beginning of a thread's procedure into its first context.
    fn begin(&self, body: &mut Body, thread: usize) -> NodeId {
        let waiting = body.node();
        body.edge(Body::ENTRY, waiting, Vec::new(), call(self.numbers.advance, Vec::new()));
        if self.layout.status[thread].started.is_some() {
            // It may be started in a later context.
            let not_due = equal(Expr::global(self.layout.due), Expr::int(0));
            body.edge(waiting, waiting, vec![Action::Assume(not_due)], call(self.numbers.advance, Vec::new()));
        }
        waiting
    }

    fn enter(&self, body: &mut Body, writer: &Writer<'_>, begin: NodeId, head: NodeId) {
        let Role::Root(thread) = writer.role else { return };
        let status = &self.layout.status[thread];
        let mut way = Way::default();
        if let Some(started) = status.started {
            way.assume(Expr::global(started));
        }
        let procedure = writer.procedure_of();
        way.actions.extend(writer.first_values(0..procedure.locals.len()));
        let given = status.arguments.iter().enumerate().filter_map(|(parameter, content)| {
            Some((VarRef::Local(LocalId::new(parameter)), content.as_ref()?.expr()))
        });
        way.assign(given.collect());
        if let Some(choice) = writer.choice {
            way.assign(vec![(VarRef::Local(choice), bool(false))]);
        }
        body.edge(begin, head, way.actions, None);
    }
}

/// Whether a parameter is assigned or is a result, which other tools do not take.
fn assigns_parameters(procedure: &Procedure) -> bool {
    let is_parameter = |local: LocalId| local.index() < procedure.parameters;
    let mut found = procedure.results.iter().any(|result| is_parameter(*result));
    let mut note = |variable: VarRef| found |= matches!(variable, VarRef::Local(local) if is_parameter(local));
    for edge in &procedure.edges {
        edge.for_each_write(&mut note);
        edge.call.iter().flat_map(|call| &call.results).for_each(|result| note(*result));
    }
    found
}

/// The locations of a procedure in its translation.
struct Nodes {
    head: Vec<NodeId>,
    go: Vec<NodeId>,
}

impl Nodes {
    fn new(body: &mut Body, procedure: &Procedure) -> Nodes {
        let mut head = Vec::new();
        let mut go = Vec::new();
        for _ in &procedure.nodes {
            head.push(body.node());
            go.push(body.node());
        }
        Nodes { head, go }
    }
}

/// Writes one procedure.
struct Writer<'a> {
    all: &'a Translation<'a>,
    role: Role,
    id: ProcId,
    /// Where the program's local variables are.
    same: Vec<LocalId>,
    bottom: Option<LocalId>,
    /// What is chosen for the `bottom` of the next call.
    choice: Option<LocalId>,
}

impl Writer<'_> {
    fn procedure_of(&self) -> &Procedure {
        self.all.source.program.procedure(self.id)
    }

    fn layout(&self) -> &Layout {
        self.all.layout
    }

    /// The number of the thread that runs, plus one.
    fn me(&self) -> Expr {
        match (self.role, self.layout().current) {
            (Role::Root(thread), _) => Expr::int(thread as i64 + 1),
            (Role::Called, Some(current)) => Expr::global(current),
            (Role::Called, None) => Expr::int(0),
        }
    }

    /// The threads that may be running.
    fn threads(&self) -> Vec<usize> {
        match self.role {
            Role::Root(thread) => vec![thread],
            Role::Called => self.all.source.called[&self.id].iter().copied().collect(),
        }
    }

    /// That this thread is running.
    fn is_running(&self, thread: usize) -> Expr {
        match self.role {
            Role::Root(_) => bool(true),
            Role::Called => equal(self.me(), Expr::int(thread as i64 + 1)),
        }
    }

    /// Gives local variables their first values.
    fn first_values(&self, locals: std::ops::Range<usize>) -> Vec<Action> {
        let procedure = self.procedure_of();
        let mut assigned = Vec::new();
        let mut open = Vec::new();
        for local in locals {
            let target = VarRef::Local(self.same[local]);
            match first_value(&procedure.locals[local].ty) {
                Some(value) => assigned.push((target, Expr::Literal(value))),
                None => open.push(target),
            }
        }
        let assign = (!assigned.is_empty()).then_some(Action::Assign(assigned));
        let havoc = (!open.is_empty()).then_some(Action::Havoc(open));
        assign.into_iter().chain(havoc).collect()
    }

    fn procedure(&self, body: &mut Body, nodes: &mut Nodes, locations: &mut i64) {
        let procedure = self.procedure_of();
        for node in (0..procedure.nodes.len()).map(NodeId::new) {
            let is_exit = node == procedure.exit;
            if is_exit && self.role != Role::Called {
                continue;
            }
            *locations += 1;
            let (head, go) = (nodes.head[node.index()], nodes.go[node.index()]);
            self.head(body, node, head, go, *locations);
            body.edge(go, head, Vec::new(), call(self.all.numbers.advance, Vec::new()));
            if is_exit {
                self.return_step(body, go);
            }
            for edge in procedure.edges_from(node) {
                self.edge(body, nodes, go, edge);
            }
        }
    }

    /// What happens at the beginning of a context, and otherwise nothing.
    fn head(&self, body: &mut Body, node: NodeId, head: NodeId, go: NodeId, location: i64) {
        let layout = self.layout();
        let due = |number: i64| equal(Expr::global(layout.due), Expr::int(number));
        body.edge(head, go, vec![Action::Assume(due(0))], None);
        body.edge(head, go, self.cycle_begins(due(1), location), None);
        body.edge(head, Body::EXIT, self.cycle_ends(due(2), location), None);
        for condition in self.waits_here(node) {
            let not_in_cycle = Expr::binary(BinaryOp::Less, Expr::global(layout.lasso_round), Expr::int(0));
            let may_end = or(due(1), and(due(0), not_in_cycle));
            let mut way = Way::default();
            way.assume(and(may_end, condition));
            way.assign(vec![(VarRef::Global(layout.done), bool(true))]);
            body.edge(head, Body::EXIT, way.actions, call(self.all.numbers.store, Vec::new()));
        }
    }

    /// The thread notes where it is, and with what.
    fn cycle_begins(&self, due: Expr, location: i64) -> Vec<Action> {
        let layout = self.layout();
        let mut way = Way::default();
        let waits =
            self.threads().into_iter().map(|thread| or(not(self.is_running(thread)), self.all.waits.no_wait(thread)));
        let fits = if self.all.options.fairness == Fairness::None { bool(true) } else { all(waits) };
        let bottom = self.bottom.map_or(bool(true), Expr::local);
        way.assume(all([due, bottom, fits]));
        let mut noted = vec![
            (VarRef::Global(layout.due), Expr::int(0)),
            (VarRef::Global(layout.stepped), bool(false)),
            (VarRef::Global(layout.location), Expr::int(location)),
        ];
        for (passed_over, chosen) in layout.choices.values() {
            noted.extend([(VarRef::Global(*passed_over), bool(false)), (VarRef::Global(*chosen), bool(false))]);
        }
        noted.extend(self.saved().map(|(saved, local)| (VarRef::Global(saved), local)));
        noted.extend(layout.saved_private.iter().map(|(now, saved)| (VarRef::Global(*saved), Expr::global(*now))));
        way.assign(noted);
        way.actions
    }

    /// Everything is as it was noted. Sections may have been entered, which nobody who leaves them later can notice.
    fn cycle_ends(&self, due: Expr, location: i64) -> Vec<Action> {
        let layout = self.layout();
        let mut way = Way::default();
        way.assume(due);
        let same_place = equal(Expr::global(layout.location), Expr::int(location));
        let same_values = self.saved().map(|(saved, local)| equal(Expr::global(saved), local));
        let no_less = layout.saved_private.iter().map(|(now, saved)| {
            let op = if layout.depth == Some(*now) { BinaryOp::Equal } else { BinaryOp::GreaterEqual };
            Expr::binary(op, Expr::global(*now), Expr::global(*saved))
        });
        way.assume(all([Expr::global(layout.stepped), same_place].into_iter().chain(same_values).chain(no_less)));
        for (passed_over, chosen) in layout.choices.values() {
            way.assume(or(not(Expr::global(*passed_over)), Expr::global(*chosen)));
        }
        way.assign(vec![(VarRef::Global(layout.moved), bool(true)), (VarRef::Global(layout.done), bool(true))]);
        way.actions
    }

    /// The variables in which locals are noted, and the locals.
    fn saved(&self) -> impl Iterator<Item = (GlobalId, Expr)> {
        let procedure = self.procedure_of();
        (0..procedure.locals.len()).map(move |local| {
            (self.layout().saved[&slot(procedure, LocalId::new(local))], Expr::local(self.same[local]))
        })
    }

    /// The conditions under which a thread may take no further step from here on.
    fn waits_here(&self, node: NodeId) -> Vec<Expr> {
        if self.all.options.fairness == Fairness::None {
            return vec![bool(true)];
        }
        let mut conditions = Vec::new();
        for thread in self.threads() {
            let in_root = matches!(self.role, Role::Root(_));
            for (waits, number) in self.all.waits.places(thread, in_root, (self.id, node)) {
                let guessed = waits.places[number].locals.iter().map(|local| {
                    equal(waits.value(self.procedure_of(), *local), Expr::local(self.same[local.index()]))
                });
                let here = [self.is_running(thread), waits.is_at(number)];
                conditions.push(all(here.into_iter().chain(guessed)));
            }
        }
        conditions
    }

    /// Back to the caller, which is a step.
    fn return_step(&self, body: &mut Body, go: NodeId) {
        let mut way = Way::default();
        way.assume(not(self.bottom.map_or(bool(false), Expr::local)));
        way.assume(may_run(self.layout(), self.me()));
        way.assign(vec![(VarRef::Global(self.layout().stepped), bool(true))]);
        body.step(go, Body::EXIT, way.actions, None, self.procedure_of().span);
    }

    /// A step of the program.
    fn edge(&self, body: &mut Body, nodes: &Nodes, go: NodeId, edge: usize) {
        let stepper = Stepper { source: self.all.source, layout: self.layout(), procedure: self.id, me: self.me() };
        let taken = &self.procedure_of().edges[edge];
        for steps in stepper.ways(edge) {
            let mut way = Way::default();
            if taken.spurious {
                // It may happen finitely often, so not in the cycle.
                way.assume(Expr::binary(BinaryOp::Less, Expr::global(self.layout().lasso_round), Expr::int(0)));
            }
            way.assume(may_run(self.layout(), self.me()));
            self.pass_over(&mut way, EdgeId::new(edge));
            way.actions.extend(steps.actions.into_iter().map(|action| self.renamed(action)));
            way.written.extend(steps.written);
            let mut noted = vec![(VarRef::Global(self.layout().stepped), bool(true))];
            let chosen = taken.eventually.and_then(|choice| self.layout().choices.get(&choice));
            noted.extend(chosen.map(|(_, chosen)| (VarRef::Global(*chosen), bool(true))));
            way.assign(noted);
            self.step(body, nodes, go, taken, way);
        }
    }

    /// Before a step is taken, it is noted which choices the thread could take instead.
    fn pass_over(&self, way: &mut Way, edge: EdgeId) {
        let procedure = self.procedure_of();
        let mut noted = Vec::new();
        for choice in procedure.alternatives(edge) {
            let Some((passed_over, _)) = self.layout().choices.get(&choice) else { continue };
            let node = procedure.edge(edge).from;
            let mut open = BTreeSet::new();
            let can = can_choose(self.all.source, self.layout(), procedure, node, choice, &mut open);
            let can = self.renamed_expr(&can);
            let before = Expr::global(*passed_over);
            noted.push((VarRef::Global(*passed_over), if is(&can, true) { can } else { or(before, can) }));
        }
        way.assign(noted);
    }

    fn step(&self, body: &mut Body, nodes: &Nodes, go: NodeId, taken: &Edge, way: Way) {
        let Some(called) = &taken.call else {
            return self.arrive(body, nodes, go, taken, way, Arrival::Step);
        };
        let program::command::Callee::Procedure(callee) = called.callee else { return };
        let (Some(callee), Some(choice)) = (self.all.numbers.called[callee.index()], self.choice) else { return };
        // What is shared has changed before the callee begins.
        let before = body.node();
        body.step(go, before, way.actions.clone(), self.observe(&way), taken.span);
        let after = body.node();
        let mut arguments: Vec<Expr> = called.arguments.iter().map(|argument| self.renamed_expr(argument)).collect();
        let fine = all(arguments.iter().map(crate::emit::formula::has_value));
        arguments.push(Expr::local(choice));
        let mut entering = Way::default();
        entering.assume(fine);
        entering.actions.push(Action::Havoc(vec![VarRef::Local(choice)]));
        let results: Vec<VarRef> = called.results.iter().map(|result| self.renamed_variable(*result)).collect();
        let call = program::command::Call {
            callee: program::command::Callee::Procedure(callee),
            arguments,
            results: results.clone(),
        };
        body.edge(before, after, entering.actions, Some(call));
        body.edge(after, Body::EXIT, vec![Action::Assume(Expr::global(self.layout().done))], None);
        let mut back = Way::default();
        back.assume(not(Expr::global(self.layout().done)));
        back.assign(vec![(VarRef::Local(choice), bool(false))]);
        back.written.extend(results.into_iter().filter_map(|result| match result {
            VarRef::Global(global) => Some(global),
            VarRef::Local(_) => None,
        }));
        self.arrive(body, nodes, after, taken, back, Arrival::Return);
    }

    /// The end of a step: the next location, or the end of the thread.
    fn arrive(&self, body: &mut Body, nodes: &Nodes, from: NodeId, taken: &Edge, mut way: Way, arrival: Arrival) {
        let procedure = self.procedure_of();
        let (to, call) = match self.role {
            Role::Root(thread) if taken.to == procedure.exit => {
                if self.all.source.program.end == EndRule::MainThread && thread == 0 {
                    // The run ends.
                    return;
                }
                self.finish(&mut way, thread);
                (Body::EXIT, call(self.all.numbers.store, Vec::new()))
            }
            _ => (nodes.head[taken.to.index()], self.observe(&way)),
        };
        match arrival {
            Arrival::Step => body.step(from, to, way.actions, call, taken.span),
            Arrival::Return => body.edge(from, to, way.actions, call),
        }
    }

    /// The thread has finished, in the stem.
    fn finish(&self, way: &mut Way, thread: usize) {
        let layout = self.layout();
        let procedure = self.procedure_of();
        let in_stem = Expr::binary(BinaryOp::Less, Expr::global(layout.lasso_round), Expr::int(0));
        let fits = match self.all.options.fairness {
            Fairness::None => bool(true),
            _ => self.all.waits.no_wait(thread),
        };
        way.assume(and(in_stem, fits));
        let status = &layout.status[thread];
        let mut left: Vec<(VarRef, Expr)> = Vec::new();
        left.extend(status.finished.map(|finished| (VarRef::Global(finished), bool(true))));
        for (global, local) in status.results.iter().zip(&procedure.results) {
            left.push((VarRef::Global(*global), Expr::local(self.same[local.index()])));
        }
        if let (Some(holder), Some(depth)) = (layout.holder, layout.depth) {
            let is_held = Expr::binary(BinaryOp::Greater, Expr::global(depth), Expr::int(0));
            let after = Expr::If(Box::new(is_held), Box::new(Expr::int(0)), Box::new(Expr::global(holder)));
            left.push((VarRef::Global(holder), after));
        }
        left.push((VarRef::Global(layout.done), bool(true)));
        way.assign(left);
    }

    /// A look at those who wait, if something has changed that matters to them.
    fn observe(&self, way: &Way) -> Option<program::command::Call> {
        let matters = way.written.iter().any(|global| self.all.waits.footprint.contains(global));
        self.all.numbers.observe.filter(|_| matters).and_then(|observe| call(observe, Vec::new()))
    }

    fn renamed_variable(&self, variable: VarRef) -> VarRef {
        match variable {
            VarRef::Local(local) => VarRef::Local(self.same[local.index()]),
            VarRef::Global(_) => variable,
        }
    }

    fn renamed_expr(&self, expr: &Expr) -> Expr {
        crate::emit::formula::with(expr, &|variable| Some(Expr::Variable(self.renamed_variable(variable))))
    }

    /// The action with the variables of the translation.
    fn renamed(&self, action: Action) -> Action {
        match action {
            Action::Assume(condition) => Action::Assume(self.renamed_expr(&condition)),
            Action::Assign(assignments) => {
                let renamed =
                    |(target, value): (VarRef, Expr)| (self.renamed_variable(target), self.renamed_expr(&value));
                Action::Assign(assignments.into_iter().map(renamed).collect())
            }
            Action::Havoc(variables) => {
                Action::Havoc(variables.into_iter().map(|variable| self.renamed_variable(variable)).collect())
            }
            other => other,
        }
    }
}

/// How a location is come to.
enum Arrival {
    /// By a step that was not counted yet.
    Step,
    /// By a return, which the callee has counted.
    Return,
}

/// That one of the threads that may wait is enabled where it waits.
pub fn nobody_enabled(source: &Source, waits: &AllWaits) -> Expr {
    let mut conditions = Vec::new();
    for thread in waits.threads.iter().flatten() {
        for (number, place) in thread.places.iter().enumerate() {
            let enabled = thread.enabled(source, place);
            conditions.push(or(not(thread.is_at(number)), not(enabled)));
        }
    }
    all(conditions)
}

/// That the thread waits, and cannot step now.
pub fn waits_disabled(source: &Source, waits: &crate::emit::guards::Waits) -> Expr {
    let places = waits.places.iter().enumerate();
    let disabled = places.map(|(number, place)| {
        let enabled = waits.enabled(source, place);
        if is(&enabled, false) { waits.is_at(number) } else { and(waits.is_at(number), not(enabled)) }
    });
    any(disabled.collect::<Vec<_>>())
}
