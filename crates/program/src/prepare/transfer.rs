//! What the edges at a location do, and where they lead.

use std::collections::BTreeSet;

use crate::command::{Action, Call, Callee, Command, Section};
use crate::expr::{BinaryOp, Expr, VarRef};
use crate::ids::{ChoiceId, EdgeId, LocalId, NodeId, ProcId};
use crate::procedure::Edge;
use crate::procedure::Motion;
use crate::span::Span;
use crate::types::Type;
use crate::typing::type_of;
use crate::value::{Base, Pointer, Value};

use crate::prepare::Recursion;
use crate::prepare::cells::{CellId, literal};
use crate::prepare::explore::Explorer;
use crate::prepare::known::{Known, Nature};
use crate::prepare::points::{CallFacts, CallId, Facts, Others, PointId};
use crate::prepare::walker::{Place, Stop, Term, Walker};

/// One edge of the prepared program.
pub struct Passage {
    /// What it does.
    pub commands: Vec<Command>,
    /// Whether it may end in an error.
    pub may_fail: bool,
    /// Where it leads, and what holds there; nowhere if the run ends on the way.
    pub reaches: Option<(PointId, Facts)>,
    /// What it is in the program that was given.
    pub motion: Motion,
    /// Whether it may happen but cannot be counted on.
    pub spurious: bool,
    /// The choice of which it is a way that is taken eventually.
    pub eventually: Option<ChoiceId>,
    /// Where it is written.
    pub span: Span,
}

/// The ways on from the location.
pub fn passages(explorer: &mut Explorer<'_>, point: PointId) -> Vec<Passage> {
    let Some(facts) = explorer.facts[point.0 as usize].clone() else { return Vec::new() };
    let program = explorer.program;
    let (call, node) = (explorer.points.point(point).call, explorer.points.point(point).node);
    let procedure = program.procedure(explorer.points.call(call).procedure);
    if node == procedure.exit {
        let Some((caller, edge)) = explorer.points.call(call).caller else { return Vec::new() };
        return return_to(explorer, point, facts, caller, edge).into_iter().collect();
    }
    let mut passages = Vec::new();
    for index in procedure.edges_from(node) {
        let (id, edge) = (EdgeId::new(index), &procedure.edges[index]);
        let pool = explorer.pool_at(point, id);
        for turn in 0..=pool.unwrap_or(0) {
            let threads = explorer.points.threads.len();
            let mut walker = walker(explorer, point, facts.clone(), edge.span);
            let taken = pool.map_or(Ok(()), |most| walker.take_turn(id, turn, most));
            let outcome = taken.and_then(|()| walker.commands_of(edge, id));
            let begun = walker.begun();
            let ends = match outcome {
                Err(Stop::Blocked | Stop::Obstacle) => {
                    explorer.forget_threads_after(threads);
                    continue;
                }
                Err(Stop::Over) => vec![(begun, None)],
                Ok(()) => ends(explorer, point, id, edge, begun),
            };
            passages.extend(ends.into_iter().map(|(begun, reaches)| Passage {
                commands: begun.commands,
                may_fail: begun.may_fail,
                reaches: reaches.map(|point| (point, begun.facts)),
                motion: Motion::Edge(id),
                spurious: edge.spurious,
                eventually: edge.eventually,
                span: edge.span,
            }));
        }
    }
    passages
}

/// A procedure that may be called.
struct MayCall {
    /// If this holds; if there are others.
    condition: Option<Expr>,
    /// None if it is an error to call what the pointer points to.
    procedure: Option<ProcId>,
}

/// What was done of an edge so far.
#[derive(Clone)]
struct Begun {
    commands: Vec<Command>,
    may_fail: bool,
    facts: Facts,
}

impl Begun {
    fn go_on<'e, 'a>(self, explorer: &'e mut Explorer<'a>, point: PointId, span: Span) -> Walker<'e, 'a> {
        Walker { commands: self.commands, may_fail: self.may_fail, ..walker(explorer, point, self.facts, span) }
    }
}

fn walker<'e, 'a>(explorer: &'e mut Explorer<'a>, point: PointId, facts: Facts, span: Span) -> Walker<'e, 'a> {
    let call = explorer.points.point(point).call;
    let thread = explorer.points.thread_of(point);
    let (commands, conditions, needs) = (Vec::new(), Vec::new(), Vec::new());
    let (may_fail, assumed, turn) = (false, None, 0);
    Walker { explorer, thread, call, from: point, facts, commands, may_fail, span, conditions, needs, assumed, turn }
}

/// Where the edge leads after its commands: to its target, or into what it calls, of which there may be several;
/// nowhere if the run ends there.
fn ends(
    explorer: &mut Explorer<'_>,
    from: PointId,
    id: EdgeId,
    edge: &Edge,
    begun: Begun,
) -> Vec<(Begun, Option<PointId>)> {
    let mut walker = begun.clone().go_on(explorer, from, edge.span);
    let Some(call) = &edge.call else {
        let at_work = walker.explorer.points.call(walker.call);
        let is_end = at_work.caller.is_none() && edge.to == walker.program().procedure(at_work.procedure).exit;
        if is_end && walker.end_stack_objects().is_err() {
            return Vec::new();
        }
        let (call, begun) = (walker.call, walker.begun());
        let to = point_at(explorer, call, edge.to, &begun.facts);
        return vec![(begun, Some(to))];
    };
    let callees = match walker.callees(&call.callee) {
        Ok(callees) => callees,
        Err(Stop::Over) => return vec![(walker.begun(), None)],
        Err(_) => return Vec::new(),
    };
    let mut ends = Vec::new();
    for MayCall { condition, procedure } in callees {
        let mut walker = begun.clone().go_on(explorer, from, edge.span);
        if let Some(condition) = condition {
            walker.emit(Action::Assume(condition));
        }
        let entered = match procedure {
            Some(callee) => walker.enter(call, id, callee),
            None => Err(walker.bad_callee()),
        };
        match entered {
            Ok(to) => ends.push((walker.begun(), Some(to))),
            Err(Stop::Over) => ends.push((walker.begun(), None)),
            Err(_) => {}
        }
    }
    ends
}

fn point_at(explorer: &mut Explorer<'_>, call: CallId, node: NodeId, facts: &Facts) -> PointId {
    let constants = explorer.constants(call, facts);
    explorer.points.point_number(call, node, constants)
}

/// The way back to the caller.
fn return_to(
    explorer: &mut Explorer<'_>,
    point: PointId,
    facts: Facts,
    caller: PointId,
    edge: EdgeId,
) -> Option<Passage> {
    let program = explorer.program;
    let callee = program.procedure(explorer.points.procedure_of(point));
    let calling = program.procedure(explorer.points.procedure_of(caller)).edge(edge);
    let call = calling.call.as_ref().expect("a procedure returns to the edge that has called it");
    let mut walker = walker(explorer, point, facts, calling.span);
    let results: Vec<Term> = callee.results.iter().map(|result| walker.read(Place::Local(*result))).collect();
    walker.end_stack_objects().ok()?;
    let gone = (0..callee.locals.len()).map(|index| walker.local(walker.call, LocalId::new(index))).collect();
    walker.facts.frames.pop();
    walker.call = walker.explorer.points.point(caller).call;
    let targets = call.results.iter().copied();
    walker.assign(targets.zip(results).collect()).ok()?;
    walker.emit(Action::Forget(gone));
    let (call, Begun { commands, may_fail, facts }) = (walker.call, walker.begun());
    let to = point_at(explorer, call, calling.to, &facts);
    let (motion, reaches) = (Motion::Return, Some((to, facts)));
    Some(Passage { commands, may_fail, reaches, motion, spurious: false, eventually: None, span: calling.span })
}

impl Walker<'_, '_> {
    fn begun(self) -> Begun {
        Begun { commands: self.commands, may_fail: self.may_fail, facts: self.facts }
    }

    fn commands_of(&mut self, edge: &Edge, id: EdgeId) -> Result<(), Stop> {
        for (position, command) in edge.commands.iter().enumerate() {
            self.span = if command.span.line > 0 { command.span } else { edge.span };
            self.action(&command.action, (id, position))?;
        }
        self.span = edge.span;
        Ok(())
    }

    fn action(&mut self, action: &Action, place: (EdgeId, usize)) -> Result<(), Stop> {
        match action {
            Action::Assume(condition) => self.assume(condition, Action::Assume, Stop::Blocked),
            Action::Assert(condition, message) => {
                let assert = |condition| Action::Assert(condition, message.clone());
                self.assume(condition, assert, Stop::Over)
            }
            Action::Assign(assignments) => self.assign_all(assignments),
            Action::Havoc(targets) => self.havoc(targets),
            Action::Forget(targets) => self.forget(targets),
            Action::Store { pointer, value } => {
                let ty = self.type_of(value);
                let (pointer, value) = (self.term(pointer)?, self.term(value)?);
                self.store(&pointer, value, &ty)
            }
            Action::Copy { to, from, size } => self.copy(to, from, size),
            Action::Fill { to, byte, size } => self.fill(to, byte, size),
            Action::Allocate { target, size, storage } => self.allocate(*target, size, *storage, place),
            Action::Free(pointer) => self.free(pointer),
            Action::Fork { id, callee, arguments } => self.fork(id.as_deref(), callee, arguments, place),
            Action::Join { id, results } => self.join(id, results),
            Action::Enter(section) => self.section(section, Action::Enter),
            Action::Leave(section) => self.section(section, Action::Leave),
            Action::BeginAtomic | Action::EndAtomic => {
                self.emit(action.clone());
                Ok(())
            }
            Action::Halt | Action::Unsupported(_) => {
                self.emit(action.clone());
                Err(Stop::Over)
            }
            // Nobody reads it there; it is told from the program that was given.
            Action::Output(_) => Ok(()),
        }
    }

    fn type_of(&self, expr: &Expr) -> Type {
        let procedure = self.program().procedure(self.explorer.points.call(self.call).procedure);
        type_of(self.program(), procedure, expr).expect("validity: expressions are well typed")
    }

    /// Goes on only if the condition holds.
    fn assume(&mut self, condition: &Expr, action: impl FnOnce(Expr) -> Action, otherwise: Stop) -> Result<(), Stop> {
        let term = self.term(condition)?;
        self.emit_needs();
        match term.truth() {
            Some(true) => return Ok(()),
            Some(false) if otherwise == Stop::Blocked => return Err(otherwise),
            _ => {}
        }
        let is_false = term.truth() == Some(false);
        self.emit(action(term.expr));
        if is_false {
            return Err(otherwise);
        }
        self.suppose(condition);
        Ok(())
    }

    /// Learns from a condition that holds.
    fn suppose(&mut self, condition: &Expr) {
        self.suppose_equal(condition);
        for place in self.places(condition) {
            let known = self.known_at(place);
            let Some(values @ [_, _, ..]) = known.values() else { continue };
            let mut possible = Vec::new();
            for value in values {
                self.assumed = Some((place, value.clone()));
                if self.known(condition).truth() != Some(false) {
                    possible.push(value.clone());
                }
            }
            self.assumed = None;
            if possible.len() < values.len() && !possible.is_empty() {
                self.narrow(place, Known::among(possible));
            }
        }
    }

    /// A place that equals a constant is a constant.
    fn suppose_equal(&mut self, condition: &Expr) {
        match condition {
            Expr::Binary(BinaryOp::And, left, right) => {
                self.suppose_equal(left);
                self.suppose_equal(right);
            }
            Expr::Binary(BinaryOp::Equal, left, right) => {
                for (place, value) in [(left, right), (right, left)] {
                    let Some(value) = self.known(value).constant().cloned() else { continue };
                    let is_plain = matches!(value, Value::Bits(_) | Value::Int(_) | Value::Bool(_));
                    if let Some(place) = self.place(place).filter(|_| is_plain) {
                        self.narrow(place, Known::one(value));
                    }
                }
            }
            _ => {}
        }
    }

    /// The places that the expression reads.
    fn places(&mut self, expr: &Expr) -> BTreeSet<Place> {
        let mut found: BTreeSet<Place> = self.place(expr).into_iter().collect();
        let mut operands = Vec::new();
        expr.for_each_operand(|operand| operands.push(operand));
        for operand in operands {
            found.extend(self.places(operand));
        }
        found
    }

    fn assign_all(&mut self, assignments: &[(VarRef, Expr)]) -> Result<(), Stop> {
        let (mut variables, mut elements) = (Vec::new(), Vec::new());
        for (target, expr) in assignments {
            match target {
                VarRef::Global(global) if self.explorer.learned.is_split(self.program(), *global) => {
                    self.updates(*global, expr, &mut elements)?;
                }
                _ => variables.push((*target, self.term(expr)?)),
            }
        }
        self.emit_needs();
        self.assign_with(variables, elements)
    }

    /// What an assignment to a split map changes: the map must be itself but for some elements.
    fn updates(
        &mut self,
        global: crate::ids::GlobalId,
        expr: &Expr,
        writes: &mut Vec<(Option<Expr>, CellId, Term)>,
    ) -> Result<(), Stop> {
        match expr {
            Expr::Variable(VarRef::Global(same)) if *same == global => Ok(()),
            Expr::Update(map, keys, value) => {
                self.updates(global, map, writes)?;
                let keys = keys.iter().map(|key| self.term(key)).collect::<Result<Vec<_>, Stop>>()?;
                let value = self.term(value)?;
                let elements = self.elements(global, &keys)?;
                let is_only_one = elements.len() == 1;
                for (condition, cell) in elements {
                    writes.push(((!is_only_one).then_some(condition), cell, value.clone()));
                }
                Ok(())
            }
            _ => {
                self.explorer.learned.keep_whole(global);
                Err(Stop::Obstacle)
            }
        }
    }

    /// Gives variables their values, all at once.
    pub fn assign(&mut self, values: Vec<(VarRef, Term)>) -> Result<(), Stop> {
        self.assign_with(values, Vec::new())
    }

    fn assign_with(
        &mut self,
        values: Vec<(VarRef, Term)>,
        elements: Vec<(Option<Expr>, CellId, Term)>,
    ) -> Result<(), Stop> {
        let (mut locals, mut writes) = (Vec::new(), elements);
        for (target, value) in values {
            match target {
                VarRef::Global(global) if self.explorer.learned.is_split(self.program(), global) => {
                    self.explorer.learned.keep_whole(global);
                    return Err(Stop::Obstacle);
                }
                _ => match self.place_of_variable(target) {
                    Place::Local(local) => locals.push((local, value)),
                    Place::Cell(cell) => writes.push((None, cell, value)),
                },
            }
        }
        let first = self.commands.len();
        self.write(writes)?;
        let assigned = locals.iter().map(|(local, value)| (self.local(self.call, *local), value.expr.clone()));
        let assigned: Vec<(VarRef, Expr)> = assigned.collect();
        match self.commands.get_mut(first) {
            Some(Command { action: Action::Assign(together), .. }) => together.extend(assigned),
            _ => self.emit_assignments(assigned),
        }
        for (local, value) in locals {
            self.set(Place::Local(local), value.known);
        }
        Ok(())
    }

    fn havoc(&mut self, targets: &[VarRef]) -> Result<(), Stop> {
        let mut variables = Vec::new();
        for target in targets {
            let ty = self.type_of(&Expr::Variable(*target));
            if let VarRef::Global(global) = target
                && self.explorer.learned.is_split(self.program(), *global)
            {
                self.explorer.learned.keep_whole(*global);
                return Err(Stop::Obstacle);
            }
            if ty == Type::Pointer {
                return self.obstacle("a pointer is chosen freely");
            }
            let known = match ty {
                Type::Bool => Known::either(),
                Type::Map(_) => Known::Nothing(Nature::ANYTHING),
                _ => Known::Nothing(Nature::PLAIN),
            };
            let place = self.place_of_variable(*target);
            variables.push(self.variable_at(place));
            self.set(place, known);
        }
        self.emit(Action::Havoc(variables));
        Ok(())
    }

    fn variable_at(&self, place: Place) -> VarRef {
        match place {
            Place::Local(local) => self.local(self.call, local),
            Place::Cell(cell) => self.cell(cell),
        }
    }

    fn forget(&mut self, targets: &[VarRef]) -> Result<(), Stop> {
        let mut places = Vec::new();
        for target in targets {
            match target {
                VarRef::Global(global) if self.explorer.learned.is_split(self.program(), *global) => {
                    places.extend(self.explorer.cells.elements_of(*global).into_iter().map(Place::Cell));
                }
                _ => places.push(self.place_of_variable(*target)),
            }
        }
        for place in &places {
            self.set(*place, Known::unchosen());
        }
        let variables = places.into_iter().map(|place| self.variable_at(place)).collect();
        self.emit(Action::Forget(variables));
        Ok(())
    }

    fn section(&mut self, section: &Section, action: impl FnOnce(Section) -> Action) -> Result<(), Stop> {
        let object = section.object.as_ref().map(|object| self.term(object)).transpose()?;
        self.emit_needs();
        self.emit(action(Section { kind: section.kind, object: object.map(|object| object.expr) }));
        Ok(())
    }

    fn terms(&mut self, exprs: &[Expr]) -> Result<Vec<Term>, Stop> {
        exprs.iter().map(|expr| self.term(expr)).collect()
    }

    fn fork(
        &mut self,
        id: Option<&[Expr]>,
        callee: &Callee,
        arguments: &[Expr],
        place: (EdgeId, usize),
    ) -> Result<(), Stop> {
        let id = id.map(|id| self.terms(id)).transpose()?;
        let callees = self.callees(callee)?;
        let [MayCall { condition: None, procedure: Some(procedure) }] = callees[..] else {
            return self.obstacle("which function a thread is to run is not known before the program runs");
        };
        let arguments = self.fitting(callee, procedure, arguments, &[])?;
        self.emit_needs();
        let knowns = arguments.iter().map(|argument| argument.known.clone()).collect();
        let forked = Some((self.from, place.0, place.1));
        let written = self.facts.written.clone();
        let thread = self.explorer.start_thread(procedure, knowns, written, Others::All, forked, self.span);
        let Some(thread) = thread else { return self.obstacle("the program has more than 128 threads") };
        self.facts.others = self.facts.others.and(thread);
        let exprs = |terms: Vec<Term>| terms.into_iter().map(|term| term.expr).collect();
        self.emit(Action::Fork {
            id: id.map(exprs),
            callee: Callee::Procedure(ProcId(thread.0)),
            arguments: exprs(arguments),
        });
        Ok(())
    }

    fn join(&mut self, id: &[Expr], results: &[VarRef]) -> Result<(), Stop> {
        let id = self.terms(id)?.into_iter().map(|term| term.expr).collect();
        self.emit_needs();
        let mut variables = Vec::new();
        for target in results {
            if let VarRef::Global(global) = target
                && self.explorer.learned.is_split(self.program(), *global)
            {
                self.explorer.learned.keep_whole(*global);
                return Err(Stop::Obstacle);
            }
            let place = self.place_of_variable(*target);
            variables.push(self.variable_at(place));
            self.set(place, Known::Nothing(Nature::ANYTHING));
        }
        self.emit(Action::Join { id, results: variables });
        Ok(())
    }

    /// What may be called.
    fn callees(&mut self, callee: &Callee) -> Result<Vec<MayCall>, Stop> {
        let pointer = match callee {
            Callee::Procedure(procedure) => return Ok(vec![MayCall { condition: None, procedure: Some(*procedure) }]),
            Callee::Pointer(pointer) => self.term(pointer)?,
        };
        let Some(values) = pointer.known.values() else {
            return self.obstacle("which function is called is not known before the program runs");
        };
        let mut callees = Vec::new();
        for value in values {
            let is_called = Expr::binary(BinaryOp::Equal, pointer.expr.clone(), literal(self.program(), value));
            let condition = (values.len() > 1).then_some(is_called);
            let procedure = match value {
                Value::Pointer(Pointer { base: Base::Procedure(procedure), offset: 0 }) => Some(*procedure),
                Value::Pointer(_) => None,
                // If it was not written or chosen, to compare it with the others is the error already.
                _ => continue,
            };
            callees.push(MayCall { condition, procedure });
        }
        if callees.is_empty() {
            return self.obstacle("a function is called through a pointer that was not written");
        }
        Ok(callees)
    }

    fn bad_callee(&mut self) -> Stop {
        let never = Expr::Literal(Value::Bool(false));
        self.emit(Action::Assert(never, Some("the pointer does not point to a procedure that fits the call".into())));
        Stop::Over
    }

    /// The arguments that the procedure takes. Through a pointer, there may be more of them than it takes.
    fn fitting(
        &mut self,
        callee: &Callee,
        procedure: ProcId,
        arguments: &[Expr],
        results: &[VarRef],
    ) -> Result<Vec<Term>, Stop> {
        let mut terms = self.terms(arguments)?;
        if let Callee::Pointer(_) = callee {
            let procedure = self.program().procedure(procedure);
            let parameters = &procedure.locals[..procedure.parameters];
            let declared = procedure.results.iter().map(|result| &procedure.local(*result).ty);
            let wanted = results.iter().map(|target| self.type_of(&Expr::Variable(*target)));
            let fit = parameters.len() <= arguments.len()
                && arguments.iter().zip(parameters).all(|(argument, parameter)| self.type_of(argument) == parameter.ty)
                && wanted.zip(declared).all(|(wanted, declared)| wanted == *declared);
            if !fit {
                return Err(self.bad_callee());
            }
            terms.truncate(parameters.len());
        }
        Ok(terms)
    }

    /// What integers all threads see is not known any more, for whoever looks for some that grow with the stack.
    fn forget_numbers(&mut self) {
        let cells: Vec<CellId> = self.explorer.cells.numbers().collect();
        for cell in cells {
            let place = Place::Cell(cell);
            if let Some(Value::Int(_)) = self.known_at(place).constant() {
                self.narrow(place, Known::Nothing(Nature::PLAIN));
            }
        }
    }

    /// Enters the procedure.
    fn enter(&mut self, call: &Call, edge: EdgeId, callee: ProcId) -> Result<PointId, Stop> {
        let arguments = self.fitting(&call.callee, callee, &call.arguments, &call.results)?;
        self.emit_needs();
        let at_work = self.explorer.points.stack(self.call);
        let same = at_work.iter().filter(|call| self.explorer.points.call(**call).procedure == callee).count();
        let name = &self.program().procedure(callee).name;
        match self.explorer.limits.recursion {
            Recursion::Within(deepest) if same >= deepest => return self.obstacle(format!("`{name}` calls itself")),
            Recursion::CutAt(deepest) if same >= deepest => {
                let what = format!("`{name}` at work more than {deepest} times in one thread");
                self.emit(Action::Unsupported(what.into()));
                return Err(Stop::Over);
            }
            _ => {}
        }
        let caller = Some((self.from, edge));
        let entered = CallFacts { thread: self.thread, caller, procedure: callee };
        let entered = self.explorer.points.call_number(self.program(), entered);
        let procedure = self.program().procedure(callee);
        let parameters = (0..procedure.parameters).map(|index| self.local(entered, LocalId::new(index)));
        let passed = parameters.zip(arguments.iter().map(|argument| argument.expr.clone())).collect();
        self.emit_assignments(passed);
        let mut frame: Vec<Known> = arguments.into_iter().map(|argument| argument.known).collect();
        if self.explorer.is_cut(callee) {
            // Numbers may grow with the stack, which they do not show where each call has numbers of its own.
            for (known, local) in frame.iter_mut().zip(&procedure.locals) {
                if local.ty == Type::Int && known.constant().is_some() {
                    *known = Known::Nothing(Nature::PLAIN);
                }
            }
            self.forget_numbers();
        }
        frame.resize(procedure.locals.len(), Known::unchosen());
        self.facts.frames.push(frame);
        Ok(point_at(self.explorer, entered, procedure.entry, &self.facts))
    }
}
