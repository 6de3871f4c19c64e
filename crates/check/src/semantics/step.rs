//! Steps: the heart of the semantics.

use std::sync::Arc;

use evidence::counterexample::{Choice, Motion, SectionIdentity, Step};
use program::command::{Action, Call, Callee, Command, Section};
use program::expr::{Expr, VarRef};
use program::ids::{EdgeId, ProcId, ThreadSlot};
use program::procedure::Procedure;
use program::program::Program;
use program::span::Span;
use program::types::Type;
use program::typing::type_of;
use program::value::{Base, Pointer, Value};
use thiserror::Error;

use crate::sections;
use crate::semantics::access::{Log, note_ends, note_read, note_write};
use crate::semantics::domain;
use crate::semantics::eval::{Scope, has_form};
use crate::semantics::fault::{Failure, Fault};
use crate::semantics::state::{OpenSection, Phase, State, Thread, arbitrary, new_frame};

/// Why a step does not lead to a state.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Stop {
    /// With these choices the step cannot be taken now.
    #[error("it has to wait")]
    Blocked,
    /// It can be taken, and something goes wrong at the place.
    #[error("{0}")]
    Fault(Fault, Span),
    /// The step is none of the program's: the thread is not there, the edge is not there, a choice does not fit.
    #[error("{0}")]
    NoSuchStep(&'static str),
}

/// Where a step leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The next state.
    pub state: State,
    /// The sections of the stepping thread that the step left, even if it entered the like of them again.
    pub left: Vec<SectionIdentity>,
}

/// Executes a step, which leaves nothing open.
pub fn step(program: &Program, state: &State, step: &Step) -> Result<Reached, Stop> {
    let mut given = Given { program, choices: step.choices.iter() };
    let next = execute(program, state, step.thread, step.motion, &mut given, &Log::default())?;
    if given.choices.next().is_some() {
        return Err(Stop::NoSuchStep("the evidence makes more choices than there are in it"));
    }
    Ok(next)
}

/// All steps that the thread can take, each with the state it leads to or the failure it ends with.
///
/// Fails if the outcome of one of them depends on an arbitrary value of which there are too many to try.
pub fn steps(program: &Program, state: &State, slot: ThreadSlot) -> Result<Vec<Taken>, (Fault, Span)> {
    let mut taken = Vec::new();
    for_each_step(program, state, slot, &Log::default(), |attempt| {
        taken.extend(attempt);
        Ok::<(), (Fault, Span)>(())
    })?;
    Ok(taken)
}

/// The same one by one: `visit` is told of every attempt, which is a step unless it is blocked, and may end the enumeration.
/// What the attempts do with the memory is noted down.
pub fn for_each_step<E: From<(Fault, Span)>>(
    program: &Program,
    state: &State,
    slot: ThreadSlot,
    log: &Log,
    mut visit: impl FnMut(Option<Taken>) -> Result<(), E>,
) -> Result<(), E> {
    for motion in motions(program, state, slot) {
        let mut tree = Tree { path: Vec::new(), next: 0 };
        loop {
            let outcome = execute(program, state, slot, motion, &mut tree, log);
            let step = || Step { thread: slot, motion, choices: tree.choices() };
            visit(match outcome {
                Ok(next) => Some(Taken { step: step(), outcome: Ok(next) }),
                Err(Stop::Blocked) => None,
                Err(Stop::Fault(Fault::Failure(failure), span)) => {
                    Some(Taken { step: step(), outcome: Err((failure, span)) })
                }
                Err(Stop::Fault(fault, span)) => return Err((fault, span).into()),
                Err(Stop::NoSuchStep(why)) => unreachable!("enumerated steps exist: {why}"),
            })?;
            if !tree.advance() {
                break;
            }
        }
    }
    Ok(())
}

/// A step that a thread can take and what comes of it.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The step.
    pub step: Step,
    /// The next state, or what goes wrong and where.
    pub outcome: Result<Reached, (Failure, Span)>,
}

/// The ways out of where the thread stands, enabled or not.
///
/// There are none if it has finished, if the program has ended, or if another thread holds the scheduler.
pub fn motions(program: &Program, state: &State, slot: ThreadSlot) -> Vec<Motion> {
    let held_by_another = state.holder().is_some_and(|holder| holder != slot);
    let Some(frame) = state.top(slot) else { return Vec::new() };
    if state.halted || held_by_another {
        return Vec::new();
    }
    let procedure = program.procedure(frame.procedure);
    if frame.node == procedure.exit {
        return vec![Motion::Return];
    }
    procedure.edges_from(frame.node).map(|edge| Motion::Edge(EdgeId::new(edge))).collect()
}

/// Where what the program leaves open is decided.
trait Chooser {
    /// One value for each of several variables of these types; `candidates` computes what to try.
    fn values(&mut self, types: &[Type], candidates: &dyn Fn() -> Vec<Vec<Value>>) -> Result<Vec<Value>, Stop>;

    /// One of these threads; there is at least one.
    fn thread(&mut self, finished: &[ThreadSlot]) -> Result<ThreadSlot, Stop>;
}

/// Choices that are given.
struct Given<'a> {
    program: &'a Program,
    choices: std::slice::Iter<'a, Choice>,
}

impl Chooser for Given<'_> {
    fn values(&mut self, types: &[Type], _: &dyn Fn() -> Vec<Vec<Value>>) -> Result<Vec<Value>, Stop> {
        let next = |ty: &Type| match self.choices.next() {
            Some(Choice::Value(Value::Any)) => Ok(arbitrary(ty)),
            Some(Choice::Value(value)) if value.has_type(ty) && can_be_chosen(self.program, value) => Ok(value.clone()),
            _ => Err(Stop::NoSuchStep("the evidence chooses no value of the variable's type")),
        };
        types.iter().map(next).collect()
    }

    fn thread(&mut self, finished: &[ThreadSlot]) -> Result<ThreadSlot, Stop> {
        match self.choices.next() {
            Some(Choice::Thread(slot)) if finished.contains(slot) => Ok(*slot),
            _ => Err(Stop::NoSuchStep("the evidence chooses no finished thread that can be joined")),
        }
    }
}

/// Whether there is such a value, as far as its type does not tell. Evidence comes from anywhere.
///
/// Addresses of dynamic objects are not for the choosing: an object could be named before it exists.
/// Elements of maps may stay arbitrary; keys may not, since no two of them are the same.
fn can_be_chosen(program: &Program, value: &Value) -> bool {
    match value {
        Value::Pointer(pointer) => match pointer.base {
            Base::Address => true,
            Base::Static(object) => object.index() < program.objects.len(),
            Base::Procedure(procedure) => procedure.index() < program.procedures.len(),
            Base::Dynamic(_) => false,
        },
        // Whatever has no value yet is not for the choosing either.
        Value::Vague(_) | Value::Parts(_) => false,
        Value::Map(map) => {
            let is_key = |key: &Value| *key != Value::Any && !has_form(key) && can_be_chosen(program, key);
            let is_fine = |(keys, value): (&[Value], &Value)| keys.iter().all(is_key) && can_be_chosen(program, value);
            can_be_chosen(program, map.default_value()) && map.entries().all(is_fine)
        }
        _ => true,
    }
}

/// All choices, one path through the tree of them at a time.
struct Tree {
    /// The alternatives met on the current path, and which of them is taken.
    path: Vec<(Vec<Choice>, usize)>,
    next: usize,
}

impl Tree {
    fn choices(&self) -> Vec<Choice> {
        self.path.iter().map(|(alternatives, taken)| alternatives[*taken].clone()).collect()
    }

    fn choose(&mut self, alternatives: impl FnOnce() -> Vec<Choice>) -> Result<Choice, Stop> {
        if self.next == self.path.len() {
            let alternatives = alternatives();
            if alternatives.is_empty() {
                return Err(Stop::Blocked);
            }
            self.path.push((alternatives, 0));
        }
        let (alternatives, taken) = &self.path[self.next];
        self.next += 1;
        Ok(alternatives[*taken].clone())
    }

    /// Goes on to the next path, if there is one.
    fn advance(&mut self) -> bool {
        self.next = 0;
        while let Some((alternatives, taken)) = self.path.last_mut() {
            *taken += 1;
            if *taken < alternatives.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Chooser for Tree {
    fn values(&mut self, types: &[Type], candidates: &dyn Fn() -> Vec<Vec<Value>>) -> Result<Vec<Value>, Stop> {
        let already_on_the_path = self.next + types.len() <= self.path.len();
        let mut candidates = if already_on_the_path { Vec::new() } else { candidates() }.into_iter();
        let mut chosen = Vec::new();
        for _ in types {
            // The part of the path that was visited before keeps its alternatives:
            // the candidates for one variable do not depend on what is chosen for another.
            let alternatives = candidates.next().unwrap_or_default();
            let choice = self.choose(|| alternatives.into_iter().map(Choice::Value).collect())?;
            let Choice::Value(value) = choice else { unreachable!("values were offered") };
            chosen.push(value);
        }
        Ok(chosen)
    }

    fn thread(&mut self, finished: &[ThreadSlot]) -> Result<ThreadSlot, Stop> {
        let choice = self.choose(|| finished.iter().copied().map(Choice::Thread).collect())?;
        let Choice::Thread(slot) = choice else { unreachable!("threads were offered") };
        Ok(slot)
    }
}

/// Why the thread cannot go a certain way.
fn no_motion(state: &State, slot: ThreadSlot) -> &'static str {
    match state.thread(slot) {
        _ if state.halted => "the program has ended",
        None => "there is no such thread",
        Some(thread) if thread.has_finished() => "the thread has finished",
        Some(_) if state.holder().is_some_and(|holder| holder != slot) => "another thread is in an atomic block",
        Some(_) => "the thread does not stand where the step begins",
    }
}

fn execute(
    program: &Program,
    state: &State,
    slot: ThreadSlot,
    motion: Motion,
    chooser: &mut dyn Chooser,
    log: &Log,
) -> Result<Reached, Stop> {
    if !motions(program, state, slot).contains(&motion) {
        return Err(Stop::NoSuchStep(no_motion(state, slot)));
    }
    let left = sections::at_node(program, state, slot).into_iter().collect();
    let mut execution = Execution { program, state: state.clone(), slot, left, log };
    match motion {
        Motion::Return => execution.return_to_caller(),
        Motion::Edge(edge) => execution.edge(edge, chooser)?,
    }
    Ok(Reached { state: execution.state, left: execution.left })
}

/// A step under way.
struct Execution<'a> {
    program: &'a Program,
    state: State,
    slot: ThreadSlot,
    left: Vec<SectionIdentity>,
    log: &'a Log,
}

impl<'a> Execution<'a> {
    fn scope(&self) -> Scope<'_> {
        Scope { program: self.program, state: &self.state, slot: self.slot, log: self.log }
    }

    fn procedure(&self) -> &'a Procedure {
        let frame = self.state.top(self.slot).expect("only running threads step");
        self.program.procedure(frame.procedure)
    }

    fn edge(&mut self, edge: EdgeId, chooser: &mut dyn Chooser) -> Result<(), Stop> {
        let procedure = self.procedure();
        let taken = procedure.edge(edge);
        for (position, command) in taken.commands.iter().enumerate() {
            self.action(&command.action, &taken.commands[position + 1..], command.span, chooser)?;
            if self.state.halted {
                return Ok(());
            }
        }
        let call = taken.call.as_ref();
        let callee_frame = call.map(|call| self.callee_frame(call, edge)).transpose();
        let callee_frame = callee_frame.map_err(|fault| Stop::Fault(fault, taken.span))?;
        let frames = self.state.thread_mut(self.slot).frames_mut();
        frames.last_mut().expect("running threads have frames").node = taken.to;
        frames.extend(callee_frame);
        self.state.finish_if_at_exit(self.program, self.slot, self.log);
        Ok(())
    }

    fn callee_frame(&self, call: &Call, edge: EdgeId) -> Result<crate::semantics::state::Frame, Fault> {
        let results = call.results.iter().map(|target| self.type_of_variable(*target)).collect();
        let (callee, arguments) = self.callee(&call.callee, &call.arguments, results)?;
        Ok(new_frame(self.program, callee, arguments, Some(edge)))
    }

    fn return_to_caller(&mut self) {
        let callee = self.procedure();
        let frames = self.state.thread_mut(self.slot).frames_mut();
        let frame = frames.pop().expect("a frame at its exit is there");
        if callee.section.is_some() {
            let depth = frames.len() as u32;
            self.left.push(SectionIdentity::Call { depth, procedure: frame.procedure });
        }
        let edge = frame.called_by.expect("the bottom-most frame does not return: it finishes");
        if !frame.objects.is_empty() {
            note_ends(self.log, &frame.objects);
            let memory = Arc::make_mut(&mut self.state.memory);
            frame.objects.iter().for_each(|&object| memory.remove(object));
        }
        let caller = self.procedure();
        let call = caller.edge(edge).call.as_ref().expect("frames are made by calls");
        for (target, result) in call.results.iter().zip(&callee.results) {
            self.assign(*target, frame.locals[result.index()].clone());
        }
        self.state.finish_if_at_exit(self.program, self.slot, self.log);
    }

    fn action(
        &mut self,
        action: &Action,
        following: &[Command],
        span: Span,
        chooser: &mut dyn Chooser,
    ) -> Result<(), Stop> {
        let at = |fault: Fault| Stop::Fault(fault, span);
        match action {
            Action::Assume(condition) => match self.scope().condition(condition).map_err(at)? {
                true => Ok(()),
                false => Err(Stop::Blocked),
            },
            Action::Havoc(variables) => {
                let types: Vec<Type> = variables.iter().map(|variable| self.type_of_variable(*variable)).collect();
                let candidates = || domain::candidates(self.scope(), variables, &types, following);
                let values = chooser.values(&types, &candidates)?;
                for (variable, value) in variables.iter().zip(values) {
                    self.assign(*variable, value);
                }
                Ok(())
            }
            Action::Join { id, results } => self.join(id, results, span, chooser),
            _ => self.determined(action).map_err(at),
        }
    }

    /// Actions that neither wait nor leave anything open.
    fn determined(&mut self, action: &Action) -> Result<(), Fault> {
        match action {
            Action::Assume(_) | Action::Havoc(_) | Action::Join { .. } => unreachable!("these can wait or choose"),
            Action::Assert(condition, message) => match (self.scope().condition(condition)?, message) {
                (true, _) => Ok(()),
                (false, None) => Err(Failure::Assertion.into()),
                (false, Some(message)) => Err(Failure::Named(message.to_string()).into()),
            },
            Action::Assign(assignments) => {
                let value = |(target, expr): &(VarRef, Expr)| Ok((*target, self.scope().eval(expr)?));
                let values = assignments.iter().map(value).collect::<Result<Vec<_>, Fault>>()?;
                values.into_iter().for_each(|(target, value)| self.assign(target, value));
                Ok(())
            }
            Action::Forget(variables) => {
                for variable in variables {
                    self.assign(*variable, arbitrary(&self.type_of_variable(*variable)));
                }
                Ok(())
            }
            Action::Store { pointer, value } => {
                let pointer = self.scope().pointer(pointer)?;
                let bytes = self.scope().bytes(value)?;
                note_write(self.log, pointer);
                Ok(Arc::make_mut(&mut self.state.memory).store(pointer, &bytes)?)
            }
            Action::Copy { to, from, size } => {
                let (to, from) = (self.scope().pointer(to)?, self.scope().pointer(from)?);
                let size = self.scope().size(size)?;
                note_read(self.log, from);
                note_write(self.log, to);
                Ok(Arc::make_mut(&mut self.state.memory).copy(to, from, size)?)
            }
            Action::Fill { to, byte, size } => {
                let to = self.scope().pointer(to)?;
                let bytes = self.scope().bytes(byte)?;
                let size = self.scope().size(size)?;
                note_write(self.log, to);
                Ok(Arc::make_mut(&mut self.state.memory).fill(to, bytes[0], size)?)
            }
            Action::Output(output) => {
                output.arguments.iter().try_for_each(|argument| self.scope().eval(argument).map(drop))
            }
            Action::Unsupported(what) => Err(Fault::Unsupported { what: what.to_string() }),
            Action::Allocate { target, size, storage } => {
                let size = self.scope().size(size)?;
                let number = Arc::make_mut(&mut self.state.memory).allocate(size, *storage)?;
                if *storage == program::command::Storage::Stack {
                    let frames = self.state.thread_mut(self.slot).frames_mut();
                    frames.last_mut().expect("running threads have frames").objects.push(number);
                }
                self.assign(*target, Value::Pointer(Pointer { base: Base::Dynamic(number), offset: 0 }));
                Ok(())
            }
            Action::Free(pointer) => {
                let pointer = self.scope().pointer(pointer)?;
                note_write(self.log, pointer);
                Ok(Arc::make_mut(&mut self.state.memory).free(pointer)?)
            }
            Action::Fork { id, callee, arguments } => self.fork(id.as_deref(), callee, arguments),
            Action::Enter(section) => {
                let section = self.open_section(section)?;
                self.state.thread_mut(self.slot).sections.push(section);
                Ok(())
            }
            Action::Leave(section) => {
                let section = self.open_section(section)?;
                let open = &mut self.state.thread_mut(self.slot).sections;
                let position = open.iter().rposition(|other| *other == section).ok_or(Failure::SectionNotOpen)?;
                open.remove(position);
                self.left.push(SectionIdentity::Opened { kind: section.kind, place: position as u32 });
                Ok(())
            }
            Action::BeginAtomic => {
                self.state.thread_mut(self.slot).atomic_depth += 1;
                Ok(())
            }
            Action::EndAtomic => {
                let thread = self.state.thread_mut(self.slot);
                thread.atomic_depth = thread.atomic_depth.checked_sub(1).ok_or(Failure::NotAtomic)?;
                Ok(())
            }
            Action::Halt => {
                self.state.halted = true;
                Ok(())
            }
        }
    }

    fn fork(&mut self, id: Option<&[Expr]>, callee: &Callee, arguments: &[Expr]) -> Result<(), Fault> {
        let settled = |ids: &[Expr]| ids.iter().map(|expr| self.scope().settled(expr)).collect();
        let id = id.map(settled).transpose()?;
        let (procedure, arguments) = self.callee(callee, arguments, Vec::new())?;
        let frame = new_frame(self.program, procedure, arguments, None);
        let phase = Phase::Running(vec![frame]);
        let thread = Thread { root: procedure, id, phase, sections: Vec::new(), atomic_depth: 0 };
        let slot = self.state.add_thread(thread);
        self.state.finish_if_at_exit(self.program, slot, self.log);
        Ok(())
    }

    fn join(&mut self, id: &[Expr], targets: &[VarRef], span: Span, chooser: &mut dyn Chooser) -> Result<(), Stop> {
        let at = |fault: Fault| Stop::Fault(fault, span);
        let settled = |expr: &Expr| self.scope().settled(expr);
        let id = id.iter().map(settled).collect::<Result<Vec<_>, Fault>>().map_err(at)?;
        let fits = |slot: &ThreadSlot| {
            let is_asked_for = |thread: &Thread| thread.has_finished() && thread.id.as_ref() == Some(&id);
            self.state.thread(*slot).is_some_and(|thread| is_asked_for(thread) && self.results_fit(thread, targets))
        };
        let finished: Vec<ThreadSlot> = self.state.slots().filter(fits).collect();
        if finished.is_empty() {
            return Err(Stop::Blocked);
        }
        let slot = chooser.thread(&finished)?;
        let Some(Phase::Finished(results)) = self.state.thread(slot).map(|thread| thread.phase.clone()) else {
            unreachable!("a finished thread was chosen")
        };
        self.state.remove_thread(slot);
        for (target, result) in targets.iter().zip(results) {
            self.assign(*target, result);
        }
        Ok(())
    }

    /// Whether the variables can take the thread's results; a join without variables leaves any results.
    fn results_fit(&self, thread: &Thread, targets: &[VarRef]) -> bool {
        let procedure = self.program.procedure(thread.root);
        let declared = procedure.results.iter().map(|result| procedure.local(*result).ty.clone());
        targets.is_empty() || targets.iter().map(|target| self.type_of_variable(*target)).eq(declared)
    }

    /// The procedure and the values of its arguments, which fit its parameters; results of these types must fit, too.
    ///
    /// Through a pointer, more arguments may be given than there are parameters, and other numbers of results may be wanted
    /// than there are: variables without a result keep what they hold. Old C programs do that.
    fn callee(&self, callee: &Callee, arguments: &[Expr], results: Vec<Type>) -> Result<(ProcId, Vec<Value>), Fault> {
        let mut values =
            arguments.iter().map(|argument| self.scope().eval(argument)).collect::<Result<Vec<_>, Fault>>()?;
        let pointer = match callee {
            Callee::Procedure(procedure) => return Ok((*procedure, values)),
            Callee::Pointer(pointer) => self.scope().pointer(pointer)?,
        };
        let Pointer { base: Base::Procedure(target), offset: 0 } = pointer else {
            return Err(Failure::BadCallee.into());
        };
        let procedure = self.program.procedure(target);
        let parameters = &procedure.locals[..procedure.parameters];
        let has_type =
            |argument: &Expr, ty: &Type| type_of(self.program, self.procedure(), argument).as_ref() == Ok(ty);
        let arguments_fit = parameters.len() <= arguments.len()
            && arguments.iter().zip(parameters).all(|(argument, parameter)| has_type(argument, &parameter.ty));
        let declared = procedure.results.iter().map(|result| &procedure.local(*result).ty);
        let results_fit = results.iter().zip(declared).all(|(wanted, declared)| wanted == declared);
        values.truncate(parameters.len());
        if arguments_fit && results_fit { Ok((target, values)) } else { Err(Failure::BadCallee.into()) }
    }

    fn open_section(&self, section: &Section) -> Result<OpenSection, Fault> {
        let object = section.object.as_ref().map(|object| self.scope().settled(object)).transpose()?;
        Ok(OpenSection { kind: section.kind, object })
    }

    fn type_of_variable(&self, variable: VarRef) -> Type {
        match variable {
            VarRef::Global(global) => self.program.global(global).ty.clone(),
            VarRef::Local(local) => self.procedure().local(local).ty.clone(),
        }
    }

    fn assign(&mut self, target: VarRef, value: Value) {
        match target {
            VarRef::Global(global) => Arc::make_mut(&mut self.state.globals)[global.index()] = value,
            VarRef::Local(local) => {
                let frames = self.state.thread_mut(self.slot).frames_mut();
                let top = frames.last_mut().expect("running threads have frames");
                Arc::make_mut(&mut top.locals)[local.index()] = value;
            }
        }
    }
}
