//! One step of a thread as terms: when it can be taken, and what comes of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use program::command::{Action, Callee, Command};
use program::expr::{Expr, VarRef};
use program::ids::{EdgeId, ProcId, SectionKindId};
use program::procedure::{Edge, Procedure};
use program::program::{EndRule, Program};
use program::span::Span;
use program::types::Type;
use solver::sort::Sort;
use solver::terms::{Term, Terms};

use crate::addresses;
use crate::contents::{Cell, Contents, Shape, global_shapes, shape};
use crate::expressions::{Evaluated, NoTerm, Scope};
use crate::growth::Growth;
use crate::laws::Laws;
use crate::state::{Local, Shared, Status};
use crate::universe::Universe;
use crate::waiting::guards;

/// The program and what is known about it before it is unrolled.
pub struct Facts<'a> {
    /// The program: its procedures are its threads, each of which is started at most once.
    pub program: &'a Program,
    /// How the global variables are kept.
    pub shapes: Vec<Shape>,
    /// How the local variables of each thread are kept.
    pub local_shapes: Vec<Vec<Shape>>,
    /// Which values there are.
    pub universe: Universe,
    /// How they grow in the cycle.
    pub growth: Growth,
    /// Whether there are pointers, so that numbers may be addresses.
    pub has_pointers: bool,
}

/// A step.
pub struct Stepped {
    /// When it can be taken without an error.
    pub condition: Term,
    /// What all threads see then.
    pub shared: Shared,
    /// What the thread has then.
    pub local: Local,
    /// What it chooses, in order.
    pub choices: Vec<Chosen>,
}

/// What a step chooses.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// What a variable of the type gets.
    Value(Contents, Type),
    /// One of these threads: the first one whose condition holds.
    Thread(Vec<(ProcId, Term)>),
}

/// A step that has no terms: what it uses, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Beyond {
    /// What, in words that go before "is not supported".
    pub what: String,
    /// Where.
    pub span: Span,
}

impl<'a> Facts<'a> {
    /// What is known about the program.
    pub fn of(program: &'a Program, universe: Universe, laws: Laws) -> Facts<'a> {
        let locals = |procedure: &Procedure| procedure.locals.iter().map(|it| shape(&universe, &it.ty)).collect();
        Facts {
            program,
            shapes: global_shapes(program, &universe),
            local_shapes: program.procedures.iter().map(locals).collect(),
            universe,
            growth: Growth::by(laws),
            has_pointers: has_pointers(program),
        }
    }

    /// How the variable is kept.
    fn shape(&self, thread: ProcId, variable: VarRef) -> &Shape {
        match variable {
            VarRef::Global(global) => &self.shapes[global.index()],
            VarRef::Local(local) => &self.local_shapes[thread.index()][local.index()],
        }
    }

    fn variable_type(&self, thread: ProcId, variable: VarRef) -> (&'a str, &'a Type) {
        let variable = match variable {
            VarRef::Global(global) => self.program.global(global),
            VarRef::Local(local) => self.program.procedure(thread).local(local),
        };
        (&variable.name, &variable.ty)
    }

    /// The first state of what all threads see.
    pub fn initial(&self, terms: &mut Terms) -> Shared {
        let (yes, no) = (terms.bool(true), terms.bool(false));
        let globals = self.shapes.iter().map(|shape| Contents::undefined(terms, shape)).collect();
        let status = |(index, _): (usize, _)| {
            let started = if self.program.start.contains(&ProcId::new(index)) { yes } else { no };
            Status { started, finished: no, joined: no, id: None, arguments: Vec::new(), results: Vec::new() }
        };
        let threads = self.program.procedures.iter().enumerate().map(status).collect();
        Shared { globals: Arc::new(globals), holder: terms.int(0), threads: Arc::new(threads) }
    }

    /// What the thread has for itself when it starts.
    pub fn entered(&self, terms: &mut Terms, thread: ProcId, shared: &Shared) -> Local {
        let mut variables = shared.threads[thread.index()].arguments.clone();
        let shapes = &self.local_shapes[thread.index()];
        for shape in shapes.iter().skip(variables.len()) {
            variables.push(Contents::undefined(terms, shape));
        }
        Local { variables, sections: Vec::new(), atomic_depth: 0 }
    }

    /// Whether nobody else holds the scheduler.
    pub fn may_run(&self, terms: &mut Terms, thread: ProcId, shared: &Shared) -> Term {
        let (nobody, me) = (terms.int(0), terms.int(thread.0 + 1));
        let (free, mine) = (terms.equal(shared.holder, nobody), terms.equal(shared.holder, me));
        terms.or(free, mine)
    }

    /// The step along the edge, from these states; nothing if it ends the program.
    pub fn step(
        &self,
        terms: &mut Terms,
        thread: ProcId,
        edge: EdgeId,
        shared: &Shared,
        local: &Local,
    ) -> Result<Option<Stepped>, Beyond> {
        let mut under_way = self.under_way(terms, thread, shared, local);
        let edge = self.program.procedure(thread).edge(edge);
        if !under_way.edge(terms, edge)? {
            return Ok(None);
        }
        let condition = terms.and(under_way.condition, under_way.succeeds);
        let UnderWay { shared, local, choices, .. } = under_way;
        Ok(Some(Stepped { condition, shared, local, choices }))
    }

    /// Whether the thread can take the step along the edge, ending in an error or not.
    ///
    /// Not exact where it depends on values that are chosen, or on what there are no terms for: then it counts as possible.
    pub fn may_step(&self, terms: &mut Terms, thread: ProcId, edge: EdgeId, shared: &Shared, local: &Local) -> MayStep {
        let may_run = self.may_run(terms, thread, shared);
        let before = terms.symbols();
        let mut under_way = self.under_way(terms, thread, shared, local);
        let edge = self.program.procedure(thread).edge(edge);
        if under_way.commands(terms, guards(edge)).is_err() {
            return MayStep { condition: may_run, is_exact: false };
        }
        if waits_for_choice(edge) || terms.has_symbol_since(under_way.condition, before) {
            // Whether some value will do is a question with a quantifier. Where there is none left since the terms are smaller than
            // the expressions, as for `x < x`, whoever checks the answer would still ask.
            return MayStep { condition: may_run, is_exact: false };
        }
        let fails = terms.not(under_way.succeeds);
        let with_error = terms.and(fails, may_run);
        MayStep { condition: terms.or(under_way.condition, with_error), is_exact: true }
    }

    fn under_way(&self, terms: &mut Terms, thread: ProcId, shared: &Shared, local: &Local) -> UnderWay<'_, 'a> {
        UnderWay {
            facts: self,
            thread,
            shared: shared.clone(),
            local: local.clone(),
            condition: self.may_run(terms, thread, shared),
            succeeds: terms.bool(true),
            choices: Vec::new(),
        }
    }
}

/// All sections but one.
fn without(sections: &[(SectionKindId, Option<Cell>)], position: usize) -> Vec<(SectionKindId, Option<Cell>)> {
    [&sections[..position], &sections[position + 1..]].concat()
}

/// Whether what the step waits for depends on what it chooses.
fn waits_for_choice(edge: &Edge) -> bool {
    let mut chosen: BTreeSet<VarRef> = BTreeSet::new();
    for command in &edge.commands {
        let depends = |expr: &Expr| {
            let mut depends = false;
            expr.for_each_variable(&mut |variable| depends |= chosen.contains(&variable));
            depends
        };
        match &command.action {
            Action::Havoc(variables) => chosen.extend(variables),
            Action::Assume(condition) if depends(condition) => return true,
            Action::Assign(assignments) => {
                let (more, less): (Vec<_>, Vec<_>) = assignments.iter().partition(|(_, value)| depends(value));
                chosen.retain(|variable| less.iter().all(|(target, _)| target != variable));
                chosen.extend(more.iter().map(|(target, _)| *target));
            }
            _ => {}
        }
    }
    false
}

/// Whether a step can be taken.
pub struct MayStep {
    /// If this does not hold, it cannot.
    pub condition: Term,
    /// If this holds, it can; else it is not known.
    pub is_exact: bool,
}

/// Whether there are pointers in the program's variables.
fn has_pointers(program: &Program) -> bool {
    let locals = program.procedures.iter().flat_map(|procedure| &procedure.locals);
    program.globals.iter().chain(locals).any(|variable| points(&variable.ty))
}

/// Whether values of the type are pointers, or have some.
fn points(ty: &Type) -> bool {
    match ty {
        Type::Map(map) => points(&map.value) || map.keys.iter().any(points),
        ty => *ty == Type::Pointer,
    }
}

/// A step under way.
struct UnderWay<'f, 'a> {
    facts: &'f Facts<'a>,
    thread: ProcId,
    shared: Shared,
    local: Local,
    /// Every guard so far holds.
    condition: Term,
    /// Nothing has failed so far, and nothing was looked at that has no value.
    succeeds: Term,
    choices: Vec<Chosen>,
}

impl UnderWay<'_, '_> {
    /// Takes the edge; false if the program ends.
    fn edge(&mut self, terms: &mut Terms, edge: &Edge) -> Result<bool, Beyond> {
        if edge.call.is_some() {
            return Err(Beyond { what: "a call".to_owned(), span: edge.span });
        }
        if !self.commands(terms, &edge.commands)? {
            return Ok(false);
        }
        let procedure = self.facts.program.procedure(self.thread);
        if edge.to == procedure.exit {
            if self.facts.program.end == EndRule::MainThread && self.thread == self.facts.program.start[0] {
                return Ok(false);
            }
            self.finish(terms);
        }
        Ok(true)
    }

    /// Does these things; false if the program ends.
    fn commands(&mut self, terms: &mut Terms, commands: &[Command]) -> Result<bool, Beyond> {
        for command in commands {
            let beyond = |NoTerm(what): NoTerm| Beyond { what: what.into_owned(), span: command.span };
            if !self.action(terms, &command.action).map_err(beyond)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn finish(&mut self, terms: &mut Terms) {
        let procedure = self.facts.program.procedure(self.thread);
        let results = procedure.results.iter().map(|result| self.local.variables[result.index()].clone()).collect();
        if self.local.atomic_depth > 0 {
            self.local.atomic_depth = 0;
            self.shared.holder = terms.int(0);
        }
        let finished = terms.bool(true);
        let thread = self.thread;
        (self.status(thread).finished, self.status(thread).results) = (finished, results);
        // A thread that is over has no variables, and sections only if it left some open.
        self.local.variables = self.local.variables.iter().map(|contents| contents.emptied(terms)).collect();
    }

    fn eval(&mut self, terms: &mut Terms, expr: &Expr) -> Result<Contents, NoTerm> {
        let scope = self.scope();
        let Evaluated { contents, fine } = scope.eval(terms, expr)?;
        self.succeeds = terms.and(self.succeeds, fine);
        Ok(contents)
    }

    fn term(&mut self, terms: &mut Terms, expr: &Expr) -> Result<Term, NoTerm> {
        let (value, fine) = self.scope().term(terms, expr)?;
        self.succeeds = terms.and(self.succeeds, fine);
        Ok(value)
    }

    fn steady(&mut self, terms: &mut Terms, expr: &Expr) -> Result<Term, NoTerm> {
        let (value, fine) = self.scope().steady(terms, expr)?;
        self.succeeds = terms.and(self.succeeds, fine);
        Ok(value)
    }

    fn scope(&self) -> Scope<'_> {
        Scope {
            globals: &self.shared.globals,
            locals: &self.local.variables,
            universe: &self.facts.universe,
            growth: &self.facts.growth,
            has_pointers: self.facts.has_pointers,
        }
    }

    fn status(&mut self, thread: ProcId) -> &mut Status {
        &mut Arc::make_mut(&mut self.shared.threads)[thread.index()]
    }

    fn assign(&mut self, target: VarRef, contents: Contents) {
        match target {
            VarRef::Global(global) => Arc::make_mut(&mut self.shared.globals)[global.index()] = contents,
            VarRef::Local(local) => self.local.variables[local.index()] = contents,
        }
    }

    /// Does one thing; false if the program ends.
    fn action(&mut self, terms: &mut Terms, action: &Action) -> Result<bool, NoTerm> {
        match action {
            Action::Assume(condition) => {
                let holds = self.term(terms, condition)?;
                self.condition = terms.and(self.condition, holds);
            }
            Action::Assert(condition, _) => {
                let holds = self.term(terms, condition)?;
                self.succeeds = terms.and(self.succeeds, holds);
            }
            Action::Assign(assignments) => {
                let mut values = Vec::new();
                for (target, expr) in assignments {
                    values.push((*target, self.eval(terms, expr)?));
                }
                values.into_iter().for_each(|(target, contents)| self.assign(target, contents));
            }
            Action::Havoc(variables) => variables.iter().try_for_each(|variable| self.havoc(terms, *variable))?,
            Action::Forget(variables) => {
                for variable in variables {
                    let contents = Contents::undefined(terms, self.facts.shape(self.thread, *variable));
                    self.assign(*variable, contents);
                }
            }
            Action::Fork { id, callee, arguments } => self.fork(terms, id.as_deref(), callee, arguments)?,
            Action::Join { id, results } => self.join(terms, id, results)?,
            Action::Enter(section) => {
                let object = self.object(terms, section.object.as_ref())?;
                self.local.sections.push((section.kind, object));
            }
            Action::Leave(section) => {
                let object = self.object(terms, section.object.as_ref())?;
                self.leave(terms, section.kind, object)?;
            }
            Action::BeginAtomic => {
                self.local.atomic_depth += 1;
                self.shared.holder = terms.int(self.thread.0 + 1);
            }
            Action::EndAtomic => match self.local.atomic_depth {
                0 => self.succeeds = terms.bool(false),
                depth => {
                    self.local.atomic_depth = depth - 1;
                    if depth == 1 {
                        self.shared.holder = terms.int(0);
                    }
                }
            },
            Action::Halt => return Ok(false),
            Action::Output(output) => {
                for argument in &output.arguments {
                    self.eval(terms, argument)?;
                }
            }
            Action::Unsupported(what) => return Err(NoTerm(what.to_string().into())),
            Action::Store { .. }
            | Action::Copy { .. }
            | Action::Fill { .. }
            | Action::Allocate { .. }
            | Action::Free(_) => return Err(NoTerm::of("memory that is no variable")),
        }
        Ok(true)
    }

    fn havoc(&mut self, terms: &mut Terms, variable: VarRef) -> Result<(), NoTerm> {
        let (name, ty) = self.facts.variable_type(self.thread, variable);
        if points(ty) {
            return Err(NoTerm::of("a pointer that is chosen"));
        }
        let contents = Contents::chosen(terms, self.facts.shape(self.thread, variable), name);
        for cell in contents.cells().iter().filter(|_| self.facts.has_pointers) {
            if addresses::may_be(terms, cell.value) {
                let is_address = addresses::is_address(terms, cell.value);
                let is_number = terms.not(is_address);
                self.succeeds = terms.and(self.succeeds, is_number);
            }
        }
        self.facts.growth.chosen(terms, &contents, ty);
        self.choices.push(Chosen::Value(contents.clone(), ty.clone()));
        self.assign(variable, contents);
        Ok(())
    }

    fn object(&mut self, terms: &mut Terms, object: Option<&Expr>) -> Result<Option<Cell>, NoTerm> {
        let Some(object) = object else { return Ok(None) };
        let value = self.steady(terms, object)?;
        Ok(Some(Cell::of(terms, value)))
    }

    /// By what a thread is found.
    fn id(&mut self, terms: &mut Terms, id: &[Expr]) -> Result<Vec<Cell>, NoTerm> {
        let mut cells = Vec::new();
        for part in id {
            let value = self.steady(terms, part)?;
            cells.push(Cell::of(terms, value));
        }
        Ok(cells)
    }

    /// Closes the most recently opened section of the kind and object.
    fn leave(&mut self, terms: &mut Terms, kind: SectionKindId, object: Option<Cell>) -> Result<(), NoTerm> {
        let sections = std::mem::take(&mut self.local.sections);
        let mut ways: Vec<(usize, Term)> = Vec::new();
        for (position, (open_kind, open_object)) in sections.iter().enumerate().rev() {
            if *open_kind != kind || open_object.is_some() != object.is_some() {
                continue;
            }
            let same = match (open_object, object) {
                (Some(open), Some(object)) => terms.equal(open.value, object.value),
                _ => terms.bool(true),
            };
            if terms.as_bool(same) != Some(false) {
                ways.push((position, same));
            }
            if terms.as_bool(same) == Some(true) {
                break;
            }
        }
        let some = terms.any(ways.iter().map(|(_, same)| *same));
        self.succeeds = terms.and(self.succeeds, some);
        let Some((earliest, _)) = ways.last().copied() else {
            self.local.sections = sections;
            return Ok(());
        };
        let latest = ways[0].0;
        if sections[earliest..=latest].iter().any(|(other, held)| *other != kind || held.is_some() != object.is_some())
        {
            return Err(NoTerm::of("the end of one of several sections"));
        }
        // Without the one that is left; the last one that may be meant decides first.
        let mut rest: Vec<_> = without(&sections, earliest);
        for (position, same) in ways.iter().rev().skip(1) {
            for (kept, other) in rest.iter_mut().zip(without(&sections, *position)) {
                if let (Some(kept), Some(other)) = (&mut kept.1, other.1) {
                    *kept = other.or_else(terms, *same, kept);
                }
            }
        }
        self.local.sections = rest;
        Ok(())
    }

    fn fork(
        &mut self,
        terms: &mut Terms,
        id: Option<&[Expr]>,
        callee: &Callee,
        arguments: &[Expr],
    ) -> Result<(), NoTerm> {
        let Callee::Procedure(procedure) = callee else { return Err(NoTerm::of("a thread started through a pointer")) };
        let id = id.map(|id| self.id(terms, id)).transpose()?;
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.eval(terms, argument)?);
        }
        let (yes, no) = (terms.bool(true), terms.bool(false));
        let again = std::mem::replace(&mut self.status(*procedure).started, yes);
        let status = self.status(*procedure);
        (status.finished, status.joined, status.id, status.arguments) = (no, no, id, values);
        let started = self.facts.program.procedure(*procedure);
        if started.entry == started.exit {
            let local = self.facts.entered(terms, *procedure, &self.shared);
            let results = started.results.iter().map(|result| local.variables[result.index()].clone()).collect();
            (self.status(*procedure).finished, self.status(*procedure).results) = (yes, results);
        }
        // Each thread is started once; a second start is not followed.
        let first = terms.not(again);
        self.succeeds = terms.and(self.succeeds, first);
        Ok(())
    }

    fn join(&mut self, terms: &mut Terms, id: &[Expr], results: &[VarRef]) -> Result<(), NoTerm> {
        let wanted = self.id(terms, id)?;
        let program = self.facts.program;
        let types: Vec<&Type> = results.iter().map(|target| self.facts.variable_type(self.thread, *target).1).collect();
        let mut candidates = Vec::new();
        for (index, procedure) in program.procedures.iter().enumerate() {
            let declared = procedure.results.iter().map(|result| &procedure.local(*result).ty);
            let status = &self.shared.threads[index];
            let Some(given) = &status.id else { continue };
            let fits = given.len() == wanted.len()
                && given.iter().zip(&wanted).all(|(a, b)| terms.sort(a.value) == terms.sort(b.value))
                && (types.is_empty() || types.iter().copied().eq(declared));
            if !fits {
                continue;
            }
            let status = status.clone();
            let gone = terms.not(status.joined);
            let mut can_be = vec![status.started, status.finished, gone];
            for (a, b) in status.id.iter().flatten().zip(&wanted) {
                can_be.push(terms.equal(a.value, b.value));
            }
            let can_be = terms.all(can_be);
            if terms.as_bool(can_be) != Some(false) {
                candidates.push((ProcId::new(index), can_be));
            }
        }
        self.joined(terms, candidates, results);
        Ok(())
    }

    /// Takes one of the candidates, all of which have finished where their conditions hold.
    fn joined(&mut self, terms: &mut Terms, candidates: Vec<(ProcId, Term)>, results: &[VarRef]) {
        let mut taken = Vec::new();
        let mut earlier = terms.bool(false);
        for (position, (thread, can_be)) in candidates.iter().enumerate() {
            let later = terms.any(candidates[position + 1..].iter().map(|(_, can_be)| *can_be));
            let none_later = terms.not(later);
            let is_wanted = match terms.as_bool(none_later) {
                Some(true) => none_later,
                _ => {
                    let wanted = terms.symbol("join", Sort::Bool);
                    terms.or(wanted, none_later)
                }
            };
            let none_earlier = terms.not(earlier);
            let this = terms.all([is_wanted, *can_be, none_earlier]);
            earlier = terms.or(earlier, this);
            taken.push((*thread, this));
        }
        let some = terms.any(candidates.iter().map(|(_, can_be)| *can_be));
        self.condition = terms.and(self.condition, some);
        for (thread, this) in &taken {
            let status = self.shared.threads[thread.index()].clone();
            let joined = terms.or(status.joined, *this);
            self.status(*thread).joined = joined;
            for (target, result) in results.iter().zip(&status.results) {
                let before = match target {
                    VarRef::Global(global) => self.shared.globals[global.index()].clone(),
                    VarRef::Local(local) => self.local.variables[local.index()].clone(),
                };
                self.assign(*target, result.or_else(terms, *this, &before));
            }
        }
        self.choices.push(Chosen::Thread(taken));
    }
}
