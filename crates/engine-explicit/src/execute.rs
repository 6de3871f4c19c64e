//! Execution of one step of one thread: the engine's own successor function.

use smallvec::SmallVec;

use crate::code::{Code, Fault, Names, Scope};
use crate::compile::{
    CalleeCode, Compiled, CompiledEdge, CompiledProcedure, Operation, OperationKind, SectionCode, Target,
};
use crate::components::{BLOCK, spilled};
use crate::domain::{Open, candidates};
use crate::meter::Meter;
use crate::objects::Wrong;
use crate::odd::is_odd;
use crate::tables::Tables;
use crate::thread::{NOBODY, Object, OpenSection, Thread, ThreadMut};
use crate::words::{ANY, Word};
use evidence::reason::Reason;
use program::bytes::LARGEST_OBJECT;
use program::command::Storage;
use program::span::Span;
use program::types::Type;
use program::value::{Base, Pointer, Value};

/// What one way of taking a step does.
#[derive(Clone)]
pub struct Outcome {
    /// The global variables, and then whether the program was halted.
    globals: SmallVec<[Word; 16]>,
    /// The memory.
    pub memory: Vec<Word>,
    /// The global variables that were written, with what was written last.
    pub writes: SmallVec<[(u32, Word); 2]>,
    /// The thread afterwards; nothing is left of it if it finished and nobody can ask for it.
    pub thread: Option<ThreadMut>,
    /// Whether the step fails.
    pub fails: bool,
    /// What was chosen, in order.
    pub choices: SmallVec<[ChosenWord; 2]>,
    /// What happened to other slots, in order.
    pub slots: SmallVec<[SlotChange; 1]>,
    /// The sections that ended, in the slot given or else in that of the stepping thread.
    pub left: SmallVec<[(Option<u32>, SectionKey); 1]>,
}

impl Outcome {
    /// What it takes besides its place in a list.
    pub fn bytes(&self) -> usize {
        let thread = self.thread.as_ref().map_or(0, |thread| size_of_val(thread.words()) + BLOCK);
        let lists = self.memory.capacity() * size_of::<Word>()
            + spilled(&self.globals)
            + spilled(&self.writes)
            + spilled(&self.choices);
        thread + lists + spilled(&self.slots) + spilled(&self.left)
    }

    fn write(&mut self, global: u32, value: Word) {
        self.globals[global as usize] = value;
        match self.writes.iter_mut().find(|(other, _)| *other == global) {
            Some(write) => write.1 = value,
            None => self.writes.push((global, value)),
        }
    }
}

/// What was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChosenWord {
    /// A value, with the variable's type.
    Value(Type, Word),
    /// The thread in a slot.
    Thread(u32),
}

/// What happens to a slot other than the stepping thread's.
#[derive(Clone)]
pub enum SlotChange {
    /// A thread is put into the lowest free one.
    Start(ThreadMut),
    /// The thread in it is taken away.
    Free(u32),
}

/// A section of a thread, without its slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SectionKey {
    /// Opened by a command: kind, place in the list of the thread's sections.
    Opened(u32, u32),
    /// Standing at a node: depth, procedure, node.
    Node(u32, u32, u32),
    /// A call under way: depth, procedure.
    Call(u32, u32),
}

/// Why a step cannot be looked at.
#[derive(Debug)]
pub enum Unknown {
    /// What the matter is, and where.
    Fault(Fault, Span),
    /// The budget is used up.
    Limit(Reason),
}

/// The outcomes of a step so far.
pub struct Outcomes<'m, 'a> {
    /// The outcomes.
    pub list: Vec<Outcome>,
    bytes: usize,
    meter: &'m mut Meter<'a>,
}

impl<'m, 'a> Outcomes<'m, 'a> {
    /// None yet.
    pub fn new(meter: &'m mut Meter<'a>) -> Outcomes<'m, 'a> {
        Outcomes { list: Vec::new(), bytes: 0, meter }
    }

    fn push(&mut self, outcome: Outcome) {
        self.bytes += outcome.bytes();
        self.list.push(outcome);
    }

    /// Looks at the budget, now and then, whether or not anything came of the last choice.
    fn look(&mut self, maps: &Tables) -> Result<(), Unknown> {
        if !self.meter.tick() {
            return Ok(());
        }
        let bytes = self.bytes + self.list.capacity() * size_of::<Outcome>();
        self.meter.look_with_maps(maps.bytes(), bytes as u64).map_err(Unknown::Limit)
    }
}

/// Other threads as a join sees them.
pub trait Others {
    /// The slots of finished threads with the id after the changes, and the words of each.
    fn finished(&self, id: &[Word], changes: &[SlotChange]) -> Vec<(u32, Vec<Word>)>;
}

/// Who executes.
pub struct Executor<'a> {
    /// The program.
    pub compiled: &'a Compiled,
    /// What words stand for.
    pub tables: &'a mut Tables,
    /// The types of the objects of sections and of thread ids, as far as they were met.
    pub object_types: &'a mut Vec<Type>,
    /// What becomes of values that are not confined to few.
    pub open: Open,
}

impl Executor<'_> {
    /// The words of a new thread, or nothing if it finishes at once and nobody can ask for it.
    pub fn start_thread(&mut self, procedure: usize, id: Option<&[Word]>, arguments: &[Word]) -> Option<ThreadMut> {
        let mut thread = ThreadMut::started(procedure, id);
        self.push_frame(&mut thread, procedure, arguments, NOBODY);
        self.finish_if_at_exit(thread, &mut [])
    }

    /// The memory objects of the topmost frame come to their end.
    fn end_objects(&mut self, thread: &ThreadMut, memory: &mut [Word]) {
        for number in thread.objects().iter().map(|number| *number as u32) {
            self.tables.note_write(Pointer { base: Base::Dynamic(number), offset: 0 });
            self.tables.objects.end(memory, number);
        }
    }

    /// An arbitrary value of the type; maps are arbitrary key by key.
    pub fn arbitrary(&mut self, ty: &Type) -> Word {
        if matches!(ty, Type::Map(_)) { self.tables.maps.constant(ANY) } else { ANY }
    }

    /// All ways in which the thread can take the edge, or the return if there is none.
    pub fn run(
        &mut self,
        globals: &[Word],
        memory: &[Word],
        thread: &[Word],
        edge: Option<u32>,
        others: &dyn Others,
        outcomes: &mut Outcomes<'_, '_>,
    ) -> Result<(), Unknown> {
        let view = Thread::new(thread);
        let (procedure, node) = view.position();
        let depth = || view.frames(|procedure| self.compiled.procedures[procedure].locals.len()).len() as u32 - 1;
        let declaration = &self.compiled.procedures[procedure];
        let mut left = SmallVec::new();
        if declaration.section_nodes[node as usize] {
            left.push((None, SectionKey::Node(depth(), procedure as u32, node)));
        }
        let work = Outcome {
            globals: SmallVec::from_slice(globals),
            memory: memory.to_vec(),
            writes: SmallVec::new(),
            thread: Some(ThreadMut::of(thread)),
            fails: false,
            choices: SmallVec::new(),
            slots: SmallVec::new(),
            left,
        };
        match edge {
            None => outcomes.push(self.return_to_caller(work, depth())),
            Some(edge) => {
                let compiled: &Compiled = self.compiled;
                let step = Step { procedure: &compiled.procedures[procedure], edge, thread, others };
                self.operations(&step, 0, work, outcomes)
                    .map_err(|unknown| compiled.told_at_own_line(unknown, view))?;
            }
        }
        Ok(())
    }

    fn push_frame(&mut self, thread: &mut ThreadMut, procedure: usize, arguments: &[Word], called_by: Word) {
        let compiled = self.compiled;
        let declaration = &compiled.procedures[procedure];
        let mut locals: SmallVec<[Word; 16]> = arguments.into();
        for ty in &declaration.locals[arguments.len()..] {
            locals.push(self.arbitrary(ty));
        }
        thread.push_frame(&locals, procedure, declaration.entry, called_by);
    }

    /// A thread whose bottom-most frame is at its exit has finished.
    fn finish_if_at_exit(&mut self, mut thread: ThreadMut, memory: &mut [Word]) -> Option<ThreadMut> {
        let (procedure, node) = thread.read().position();
        let declaration = &self.compiled.procedures[procedure];
        if node != declaration.exit {
            return Some(thread);
        }
        let locals_of = |procedure: usize| self.compiled.procedures[procedure].locals.len();
        let is_bottom = thread.read().frames(locals_of).len() == 1;
        if !is_bottom {
            return Some(thread);
        }
        let locals = thread.locals(declaration.locals.len());
        let results: Vec<Word> = declaration.results.iter().map(|result| locals[*result as usize]).collect();
        self.end_objects(&thread, memory);
        thread.finish(&results);
        let is_forgotten = thread.read().id().is_none() && thread.read().sections().next().is_none();
        (!is_forgotten).then_some(thread)
    }

    fn return_to_caller(&mut self, mut work: Outcome, depth: u32) -> Outcome {
        let mut thread = work.thread.take().expect("a step starts with its thread");
        let compiled = self.compiled;
        let (callee, _) = thread.read().position();
        let declaration = &compiled.procedures[callee];
        if declaration.is_section {
            work.left.push((None, SectionKey::Call(depth, callee as u32)));
        }
        let called_by = *thread.words().last().expect("a frame has words");
        let locals: Vec<Word> = thread.locals(declaration.locals.len()).to_vec();
        self.end_objects(&thread, &mut work.memory);
        thread.pop_frame(declaration.locals.len());
        let (caller, _) = thread.read().position();
        let call = compiled.procedures[caller].edges[called_by as usize].call.as_ref();
        let call = call.expect("frames are made by calls");
        let caller_locals = compiled.procedures[caller].locals.len();
        for ((target, _), result) in call.results.iter().zip(&declaration.results) {
            match *target {
                Target::Global(global) => work.write(global, locals[*result as usize]),
                Target::Local(local) => thread.locals_mut(caller_locals)[local as usize] = locals[*result as usize],
            }
        }
        self.arrive(&mut work, thread);
        work
    }

    /// The thread has taken its step; it may have been its last.
    fn arrive(&mut self, work: &mut Outcome, thread: ThreadMut) {
        let root = thread.read().root();
        work.thread = self.finish_if_at_exit(thread, &mut work.memory);
        let is_over = work.thread.as_ref().is_none_or(|thread| thread.read().has_finished());
        if is_over && self.compiled.procedures[root].is_section {
            work.left.push((None, SectionKey::Call(0, root as u32)));
        }
    }

    /// Executes the operations from the given one on, once for each way of choosing.
    fn operations(
        &mut self,
        step: &Step<'_>,
        from: usize,
        mut work: Outcome,
        outcomes: &mut Outcomes<'_, '_>,
    ) -> Result<(), Unknown> {
        let edge = step.edge();
        for position in from..edge.operations.len() {
            let operation = &edge.operations[position];
            match &operation.kind {
                OperationKind::Havoc(targets, conditions) => {
                    let types: SmallVec<[&Type; 4]> = targets.iter().map(|(_, ty)| ty).collect();
                    let scope = step.scope(self.compiled, &work);
                    let is_number = |word: &Word| *word != ANY && !is_odd(*word);
                    let eval = |code: &_| scope.eval(self.tables, code).ok().filter(is_number);
                    let candidates = candidates(&types, conditions, eval);
                    if self.open == Open::Sampled
                        && let Some(samples) = candidates.samples(&types, &mut self.tables.maps)
                    {
                        let before = outcomes.list.len();
                        self.havoc(step, position, targets, &samples, work.clone(), outcomes)?;
                        // If none of them will do, another value might.
                        if outcomes.list.len() > before {
                            return Ok(());
                        }
                    }
                    return self.havoc(step, position, targets, &candidates.values, work, outcomes);
                }
                OperationKind::Join { id, results } => {
                    let scope = step.scope(self.compiled, &work);
                    let id = self.id(&scope, id);
                    let id = match id {
                        Ok(id) => id,
                        Err(Fault::Fails) => return fail(work, outcomes),
                        Err(fault) => return Err(Unknown::Fault(fault, operation.span)),
                    };
                    for (slot, joined) in step.others.finished(&id, &work.slots) {
                        let joined = Thread::new(&joined);
                        if !self.results_fit(joined, results) {
                            continue;
                        }
                        let mut next = work.clone();
                        next.choices.push(ChosenWord::Thread(slot));
                        next.slots.push(SlotChange::Free(slot));
                        next.left.extend(opened_keys(joined).map(|key| (Some(slot), key)));
                        for ((target, _), value) in results.iter().zip(joined.results()) {
                            step.assign(&mut next, *target, *value);
                        }
                        self.operations(step, position + 1, next, outcomes)?;
                    }
                    return Ok(());
                }
                _ => match self.determined(step, operation, &mut work) {
                    Ok(Progress::On) => {}
                    Ok(Progress::Blocked) => return Ok(()),
                    Ok(Progress::Failed) | Err(Fault::Fails) => return fail(work, outcomes),
                    Ok(Progress::Halted) => {
                        outcomes.push(work);
                        return Ok(());
                    }
                    Err(fault) => return Err(Unknown::Fault(fault, operation.span)),
                },
            }
        }
        self.finish_edge(edge, step, work, outcomes)
    }

    fn section(&mut self, scope: &Scope<'_>, section: &SectionCode) -> Result<OpenSection, Fault> {
        let object = section.object.as_ref().map(|object| self.object(scope, object)).transpose()?;
        Ok(OpenSection { kind: section.kind, object })
    }

    fn object(&mut self, scope: &Scope<'_>, (ty, code): &(Type, Code)) -> Result<Object, Fault> {
        let word = scope.definite(self.tables, code)?;
        let known = self.object_types.iter().position(|other| other == ty);
        let ty = known.unwrap_or_else(|| {
            self.object_types.push(ty.clone());
            self.object_types.len() - 1
        });
        Ok(Object { ty: ty as u32, word })
    }

    /// The words of a thread id: equal numbers of different types are different ids.
    fn id(&mut self, scope: &Scope<'_>, id: &[(Type, Code)]) -> Result<Vec<Word>, Fault> {
        let mut words = Vec::with_capacity(2 * id.len());
        for component in id {
            let Object { ty, word } = self.object(scope, component)?;
            words.extend([Word::from(ty), word]);
        }
        Ok(words)
    }

    /// Whether the variables can take the thread's results; a join without variables leaves any results.
    fn results_fit(&self, joined: Thread<'_>, targets: &[(Target, Type)]) -> bool {
        let declaration = &self.compiled.procedures[joined.root()];
        let declared = declaration.results.iter().map(|result| &declaration.locals[*result as usize]);
        targets.is_empty() || targets.iter().map(|(_, ty)| ty).eq(declared)
    }

    /// The procedure that is called or forked, and the words of its arguments; fails if they do not fit, or the results do not.
    fn callee(
        &mut self,
        scope: &Scope<'_>,
        callee: &CalleeCode,
        arguments: &[(Type, Code)],
        results: &[(Target, Type)],
    ) -> Result<(usize, Vec<Word>), Fault> {
        let mut words =
            arguments.iter().map(|(_, code)| scope.eval(self.tables, code)).collect::<Result<Vec<_>, _>>()?;
        let pointer = match callee {
            CalleeCode::Procedure(procedure) => return Ok((*procedure, words)),
            CalleeCode::Pointer(pointer) => pointer_of(self.tables, scope, pointer)?,
        };
        let Pointer { base: Base::Procedure(target), offset: 0 } = pointer else { return Err(Fault::Fails) };
        let declaration = &self.compiled.procedures[target.index()];
        let parameters = &declaration.locals[..declaration.parameters];
        let declared = declaration.results.iter().map(|result| &declaration.locals[*result as usize]);
        let fits = arguments.len() >= parameters.len()
            && arguments.iter().map(|(ty, _)| ty).zip(parameters).all(|(given, expected)| given == expected)
            && results.iter().map(|(_, ty)| ty).zip(declared).all(|(wanted, declared)| wanted == declared);
        words.truncate(parameters.len());
        if fits { Ok((target.index(), words)) } else { Err(Fault::Fails) }
    }

    fn havoc(
        &mut self,
        step: &Step<'_>,
        position: usize,
        targets: &[(Target, Type)],
        values: &[Vec<Word>],
        work: Outcome,
        outcomes: &mut Outcomes<'_, '_>,
    ) -> Result<(), Unknown> {
        if values.iter().any(Vec::is_empty) {
            return Ok(());
        }
        // An odometer over the candidates of all variables.
        let mut taken = vec![0; values.len()];
        loop {
            let mut next = work.clone();
            for (variable, (target, ty)) in targets.iter().enumerate() {
                let word = values[variable][taken[variable]];
                next.choices.push(ChosenWord::Value(ty.clone(), word));
                let word = if word == ANY { self.arbitrary(ty) } else { word };
                step.assign(&mut next, *target, word);
            }
            self.operations(step, position + 1, next, outcomes)?;
            outcomes.look(self.tables)?;
            let Some(turning) = (0..values.len()).rev().find(|at| taken[*at] + 1 < values[*at].len()) else {
                return Ok(());
            };
            taken[turning] += 1;
            taken[turning + 1..].fill(0);
        }
    }

    /// Operations with one outcome.
    fn determined(&mut self, step: &Step<'_>, operation: &Operation, work: &mut Outcome) -> Result<Progress, Fault> {
        let scope = step.scope(self.compiled, work);
        match &operation.kind {
            OperationKind::Assume(condition) => match scope.definite(self.tables, condition)? {
                0 => return Ok(Progress::Blocked),
                _ => return Ok(Progress::On),
            },
            OperationKind::Assert(condition) => match scope.definite(self.tables, condition)? {
                0 => return Ok(Progress::Failed),
                _ => return Ok(Progress::On),
            },
            OperationKind::Assign(assignments) => {
                let mut values: SmallVec<[(Target, Word); 4]> = SmallVec::new();
                for (target, code) in assignments {
                    values.push((*target, scope.eval(self.tables, code)?));
                }
                for (target, value) in values {
                    step.assign(work, target, value);
                }
            }
            OperationKind::Forget(targets) => {
                for (target, ty) in targets {
                    let value = self.arbitrary(ty);
                    step.assign(work, *target, value);
                }
            }
            OperationKind::Store { pointer, value, ty } => {
                let pointer = pointer_of(self.tables, &scope, pointer)?;
                let value = scope.definite(self.tables, value)?;
                let bytes =
                    self.tables.odd.decode(ty, value).to_bytes().expect("validity: values in memory have bytes");
                self.tables.note_write(pointer);
                self.tables.objects.store(&mut work.memory, pointer, &bytes)?;
            }
            OperationKind::Copy { to, from, size } => {
                let to = pointer_of(self.tables, &scope, to)?;
                let from = pointer_of(self.tables, &scope, from)?;
                let size = size_of_code(self.tables, &scope, size)?;
                self.tables.note_read(from);
                self.tables.note_write(to);
                self.tables.objects.copy(&mut work.memory, to, from, size)?;
            }
            OperationKind::Fill { to, byte, size } => {
                let to = pointer_of(self.tables, &scope, to)?;
                let byte = scope.definite(self.tables, byte)?;
                let size = size_of_code(self.tables, &scope, size)?;
                let byte = self.tables.odd.decode(&Type::Bits(8), byte).to_bytes();
                let byte = byte.expect("validity: values in memory have bytes")[0];
                self.tables.note_write(to);
                self.tables.objects.fill(&mut work.memory, to, byte, size)?;
            }
            OperationKind::Allocate { target, size, storage } => {
                let size = size_of_code(self.tables, &scope, size)?;
                if size > LARGEST_OBJECT {
                    return Err(Fault::Unspecified(format!("an object of {size} bytes")));
                }
                let number = self.tables.objects.allocate(&mut work.memory, size, *storage);
                if *storage == Storage::Stack {
                    thread_of(work).push_object(number);
                }
                let pointer = self.tables.odd.of_pointer(Pointer { base: Base::Dynamic(number), offset: 0 });
                step.assign(work, *target, pointer);
            }
            OperationKind::Free(pointer) => {
                let pointer = pointer_of(self.tables, &scope, pointer)?;
                self.tables.note_write(pointer);
                self.tables.objects.free(&mut work.memory, pointer)?;
            }
            OperationKind::Output(arguments) => {
                for argument in arguments {
                    scope.eval(self.tables, argument)?;
                }
            }
            OperationKind::Unsupported(what) => return Err(Fault::Unsupported(what.clone())),
            OperationKind::Fork { id, callee, arguments } => {
                let id = id.as_ref().map(|id| self.id(&scope, id)).transpose()?;
                let (procedure, arguments) = self.callee(&scope, callee, arguments, &[])?;
                let thread = self.start_thread(procedure, id.as_deref(), &arguments);
                work.slots.extend(thread.map(SlotChange::Start));
            }
            OperationKind::Enter(section) => {
                let section = self.section(&scope, section)?;
                thread_of(work).enter(section);
            }
            OperationKind::Leave(section) => {
                let section = self.section(&scope, section)?;
                let Ok(first) = thread_of(work).leave(section) else { return Ok(Progress::Failed) };
                // Sections behind it move up and are not what they were called before.
                let keys = opened_keys(Thread::new(step.thread)).skip(first as usize);
                work.left.extend(keys.map(|key| (None, key)));
            }
            OperationKind::BeginAtomic => thread_of(work).begin_atomic(),
            OperationKind::EndAtomic => {
                if thread_of(work).end_atomic().is_err() {
                    return Ok(Progress::Failed);
                }
            }
            OperationKind::Halt => {
                let halted = work.globals.len() as u32 - 1;
                work.write(halted, 1);
                return Ok(Progress::Halted);
            }
            OperationKind::Havoc(..) | OperationKind::Join { .. } => unreachable!("these have several outcomes"),
        }
        Ok(Progress::On)
    }

    fn finish_edge(
        &mut self,
        edge: &CompiledEdge,
        step: &Step<'_>,
        mut work: Outcome,
        outcomes: &mut Outcomes<'_, '_>,
    ) -> Result<(), Unknown> {
        let mut callee = None;
        if let Some(call) = &edge.call {
            let scope = step.scope(self.compiled, &work);
            callee = match self.callee(&scope, &call.callee, &call.arguments, &call.results) {
                Ok(callee) => Some(callee),
                Err(Fault::Fails) => return fail(work, outcomes),
                Err(fault) => return Err(Unknown::Fault(fault, edge.span)),
            };
        }
        let mut thread = work.thread.take().expect("a step starts with its thread");
        thread.set_node(edge.to);
        if let Some((procedure, arguments)) = callee {
            self.push_frame(&mut thread, procedure, &arguments, Word::from(step.edge));
        }
        self.arrive(&mut work, thread);
        outcomes.push(work);
        Ok(())
    }
}

/// The step fails.
fn fail(mut work: Outcome, outcomes: &mut Outcomes<'_, '_>) -> Result<(), Unknown> {
    work.fails = true;
    outcomes.push(work);
    Ok(())
}

/// The pointer that an expression stands for.
fn pointer_of(tables: &mut Tables, scope: &Scope<'_>, code: &Code) -> Result<Pointer, Fault> {
    let word = scope.definite(tables, code)?;
    tables.pointer(word)
}

/// The number of bytes that an expression stands for.
fn size_of_code(tables: &mut Tables, scope: &Scope<'_>, code: &Code) -> Result<u64, Fault> {
    let word = scope.definite(tables, code)?;
    if !is_odd(word) {
        return Ok(word as u64);
    }
    match tables.odd.value(word) {
        Value::Bits(bits) => Ok(bits.unsigned().iter_u64_digits().next().unwrap_or(0)),
        Value::Vague(_) => Err(Fault::Fails),
        _ => Err(Fault::Unspecified("the address of an object as a size".to_owned())),
    }
}

impl From<Wrong> for Fault {
    fn from(_: Wrong) -> Fault {
        Fault::Fails
    }
}

enum Progress {
    On,
    Blocked,
    Failed,
    Halted,
}

/// The step being executed.
struct Step<'a> {
    procedure: &'a CompiledProcedure,
    edge: u32,
    /// The thread before the step.
    thread: &'a [Word],
    others: &'a dyn Others,
}

impl<'a> Step<'a> {
    fn edge(&self) -> &'a CompiledEdge {
        &self.procedure.edges[self.edge as usize]
    }

    fn scope<'b>(&'b self, compiled: &'b Compiled, work: &'b Outcome) -> Scope<'b> {
        let thread = work.thread.as_ref().expect("a step starts with its thread");
        Scope {
            globals: &work.globals,
            memory: &work.memory,
            locals: thread.locals(self.procedure.locals.len()),
            names: Names { shared: &compiled.names, locals: &self.procedure.local_names },
        }
    }

    fn assign(&self, work: &mut Outcome, target: Target, value: Word) {
        match target {
            Target::Global(global) => work.write(global, value),
            Target::Local(local) => thread_of(work).locals_mut(self.procedure.locals.len())[local as usize] = value,
        }
    }
}

/// The sections that the thread has opened.
pub fn opened_keys(thread: Thread<'_>) -> impl Iterator<Item = SectionKey> + '_ {
    thread.sections().enumerate().map(|(place, section)| SectionKey::Opened(section.kind, place as u32))
}

fn thread_of(work: &mut Outcome) -> &mut ThreadMut {
    work.thread.as_mut().expect("a step starts with its thread")
}
