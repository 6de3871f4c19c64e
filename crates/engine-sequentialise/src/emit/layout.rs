//! The variables of the sequential program.
//!
//! What threads share keeps its variables, in which a context computes; [`Shared`] has the copies of it for every round, which are the
//! paper's `Stem` and `Lasso`, as guessed (`Stem_0`, `Lasso_0`) and as the threads so far have left them. To the program's own
//! variables come those that say how far threads are, as others can notice: started, finished, joined, who holds the scheduler.

use std::collections::{BTreeMap, BTreeSet};

use program::command::{Action, Section};
use program::expr::{Expr, VarRef};
use program::ids::{ChoiceId, EdgeId, GlobalId, LocalId, ProcId, SectionKindId};
use program::procedure::{Procedure, Variable};
use program::program::Program;
use program::span::Span;
use program::types::Type;
use program::value::Value;

use crate::emit::source::{Place, Source};
use crate::emit::{Bounds, Refusal};

/// The variables of the sequential program.
pub struct Layout {
    /// All of them; the first ones are those of the program that is translated.
    pub globals: Vec<Variable>,
    /// What threads share and change.
    pub shared: Vec<Shared>,
    /// How far each thread is.
    pub status: Vec<Status>,
    /// Who holds the scheduler: the thread's number plus one, or zero. There only if somebody ever does.
    pub holder: Option<GlobalId>,
    /// In how many atomic blocks the thread is that runs now.
    pub depth: Option<GlobalId>,
    /// How many sections of each kind and object the thread has entered and not left, for those that are ever left.
    pub sections: BTreeMap<SectionKey, GlobalId>,
    /// The paper's `k1`: in which round of the stem the thread is; -1 before the first, the number of them after the last.
    pub stem_round: GlobalId,
    /// The paper's `k2`: in which round of the lasso the thread is; -1 if in none.
    pub lasso_round: GlobalId,
    /// The paper's `shift`: after how many rounds of the lasso the thread comes to its keyframe. There only if there are calls.
    pub shift: Option<GlobalId>,
    /// Whether a context has just begun with which the thread's cycle begins (1) or ends (2).
    pub due: GlobalId,
    /// Whether the thread is through with all its contexts: the paper's `abort`.
    pub done: GlobalId,
    /// Whether the thread has taken a step in the cycle.
    pub stepped: GlobalId,
    /// Whether some thread has.
    pub moved: GlobalId,
    /// Which thread runs; there only if there are calls.
    pub current: Option<GlobalId>,
    /// The paper's `Location`: where the thread's cycle began.
    pub location: GlobalId,
    /// The paper's `Local`: what its variables were there, by type and number.
    pub saved: BTreeMap<(Type, usize), GlobalId>,
    /// For each choice of which a way is taken eventually, and that can be passed over: whether the thread has passed over it in the
    /// cycle, and whether it has taken it.
    pub choices: BTreeMap<ChoiceId, (GlobalId, GlobalId)>,
    /// What `depth` and the numbers of sections were there.
    pub saved_private: Vec<(GlobalId, GlobalId)>,
}

/// A section that is left somewhere: its kind and its object.
pub type SectionKey = (SectionKindId, Option<Value>);

/// Something that threads share.
pub struct Shared {
    /// Its variable while a context runs.
    pub now: GlobalId,
    /// Its type.
    pub ty: Type,
    /// What it is at first; anything, if that is not said.
    pub initial: Option<Value>,
    /// Whether it changes once only, so that it does not change in the lasso.
    pub once: bool,
    /// The last thread that may change it.
    pub last_writer: usize,
    /// At the beginning of each stem round, as guessed.
    pub stem_guess: Vec<GlobalId>,
    /// In each stem round, as the threads so far have left it.
    pub stem: Vec<GlobalId>,
    /// At the beginning of each lasso round, as guessed.
    pub lasso_guess: Vec<GlobalId>,
    /// In each lasso round, as the threads so far have left it.
    pub lasso: Vec<GlobalId>,
}

/// How far a thread is, as others can notice.
#[derive(Default)]
pub struct Status {
    /// Whether it exists; nothing if it always does.
    pub started: Option<GlobalId>,
    /// Whether it has finished; there only if somebody may wait for it.
    pub finished: Option<GlobalId>,
    /// Whether somebody has.
    pub joined: Option<GlobalId>,
    /// By what a join finds it.
    pub id: Option<Vec<(Content, Type)>>,
    /// What each parameter gets; nothing for those that are not used.
    pub arguments: Vec<Option<Content>>,
    /// What it leaves.
    pub results: Vec<GlobalId>,
}

/// What something is.
#[derive(Clone, PartialEq, Eq)]
pub enum Content {
    /// The same whenever it is.
    Literal(Value),
    /// What the variable holds.
    Variable(GlobalId),
}

impl Content {
    /// As an expression.
    pub fn expr(&self) -> Expr {
        match self {
            Content::Literal(value) => Expr::Literal(value.clone()),
            Content::Variable(global) => Expr::global(*global),
        }
    }
}

/// The number of a local variable among those of its type.
pub fn slot(procedure: &Procedure, local: LocalId) -> (Type, usize) {
    let ty = &procedure.local(local).ty;
    let earlier = procedure.locals[..local.index()].iter().filter(|other| other.ty == *ty).count();
    (ty.clone(), earlier)
}

/// The type in a word.
pub fn word(program: &Program, ty: &Type) -> String {
    let text = program::text::ty(program, ty);
    text.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

/// The variables for the program, and who writes what is shared.
pub fn layout(source: &Source, bounds: Bounds) -> Result<Layout, Vec<Refusal>> {
    let mut globals = source.program.globals.clone();
    let mut made = |name: String, ty: Type| {
        globals.push(Variable { name, ty, span: Span::NOWHERE });
        GlobalId::new(globals.len() - 1)
    };
    let status = statuses(source, &mut made)?;
    let sections = section_keys(source)?;
    let holds = actions(source).any(|(_, action)| matches!(action, Action::BeginAtomic | Action::EndAtomic));
    let holder = holds.then(|| made("holder".to_owned(), Type::Int));
    let depth = holds.then(|| made("depth".to_owned(), Type::Int));
    let sections: BTreeMap<SectionKey, GlobalId> = sections
        .into_iter()
        .enumerate()
        .map(|(number, key)| (key, made(format!("open_sections_{number}"), Type::Int)))
        .collect();
    let has_calls = !source.called.is_empty();
    let stem_round = made("k1".to_owned(), Type::Int);
    let lasso_round = made("k2".to_owned(), Type::Int);
    let shift = has_calls.then(|| made("shift".to_owned(), Type::Int));
    let due = made("due".to_owned(), Type::Int);
    let done = made("done".to_owned(), Type::Bool);
    let stepped = made("stepped".to_owned(), Type::Bool);
    let moved = made("moved".to_owned(), Type::Bool);
    let current = has_calls.then(|| made("current".to_owned(), Type::Int));
    let location = made("location".to_owned(), Type::Int);
    let mut choices = BTreeMap::new();
    for choice in passed_over(source) {
        let mut noted = |what: &str| made(format!("{what}_{}", choice.0), Type::Bool);
        choices.insert(choice, (noted("passed_over"), noted("chosen")));
    }
    let mut saved = BTreeMap::new();
    for procedure in used_procedures(source).into_iter().map(|used| source.program.procedure(used)) {
        for local in (0..procedure.locals.len()).map(LocalId::new) {
            let (ty, number) = slot(procedure, local);
            let name = format!("saved_{}_{number}", word(&source.program, &ty));
            saved.entry((ty.clone(), number)).or_insert_with(|| made(name, ty));
        }
    }
    let private: Vec<GlobalId> = depth.into_iter().chain(sections.values().copied()).collect();
    let saved_private = private
        .into_iter()
        .enumerate()
        .map(|(number, private)| (private, made(format!("saved_private_{number}"), Type::Int)))
        .collect();
    let mut layout = Layout {
        globals,
        shared: Vec::new(),
        status,
        holder,
        depth,
        sections,
        stem_round,
        lasso_round,
        shift,
        due,
        done,
        stepped,
        moved,
        current,
        location,
        saved,
        choices,
        saved_private,
    };
    layout.share(source, bounds);
    Ok(layout)
}

impl Layout {
    /// One more variable.
    pub fn make(&mut self, name: String, ty: Type) -> GlobalId {
        self.globals.push(Variable { name, ty, span: Span::NOWHERE });
        GlobalId::new(self.globals.len() - 1)
    }

    /// Copies of everything that some thread changes.
    fn share(&mut self, source: &Source, bounds: Bounds) {
        let mut last_writer: BTreeMap<GlobalId, usize> = BTreeMap::new();
        for thread in 0..source.threads.len() {
            for global in self.written(source, thread) {
                last_writer.insert(global, thread);
            }
        }
        let mut once = BTreeSet::new();
        for status in &self.status {
            once.extend(status.started.into_iter().chain(status.finished).chain(status.joined));
            once.extend(status.results.iter().copied());
            let contents = status.arguments.iter().flatten().chain(status.id.iter().flatten().map(|(id, _)| id));
            once.extend(contents.filter_map(|content| match content {
                Content::Variable(global) => Some(*global),
                Content::Literal(_) => None,
            }));
        }
        let stem_rounds = bounds.stem_rounds(!source.called.is_empty());
        for (now, last_writer) in last_writer {
            let Variable { name, ty, .. } = self.globals[now.index()].clone();
            let mut copies = |what: &str, count: u32| -> Vec<GlobalId> {
                (0..count).map(|round| self.make(format!("{what}_{round}_{name}"), ty.clone())).collect()
            };
            let stem_guess = copies("stem_guess", stem_rounds);
            let stem = copies("stem", stem_rounds);
            let lasso_guess = copies("lasso_guess", bounds.cycle);
            let lasso = copies("lasso", bounds.cycle);
            let initial = first_value(&ty);
            let once = once.contains(&now);
            self.shared.push(Shared { now, ty, initial, once, last_writer, stem_guess, stem, lasso_guess, lasso });
        }
    }

    /// What the thread may change.
    fn written(&self, source: &Source, thread: usize) -> BTreeSet<GlobalId> {
        let mut written = BTreeSet::new();
        let runs = source.called.iter().filter(|(_, threads)| threads.contains(&thread)).map(|(called, _)| *called);
        for procedure in runs.chain([source.threads[thread].root]) {
            for (edge, taken) in source.program.procedure(procedure).edges.iter().enumerate() {
                let global = |variable: VarRef| match variable {
                    VarRef::Global(global) => Some(global),
                    VarRef::Local(_) => None,
                };
                for (position, command) in taken.commands.iter().enumerate() {
                    command.action.for_each_target(|target| written.extend(global(target)));
                    self.noticed(source, (procedure, edge, position), &command.action, &mut written);
                }
                let results = taken.call.iter().flat_map(|call| &call.results);
                written.extend(results.filter_map(|target| global(*target)));
            }
        }
        let status = &self.status[thread];
        written.extend(status.finished);
        written.extend(&status.results);
        written
    }

    /// What others can notice of the action, besides the variables of the program.
    fn noticed(&self, source: &Source, place: Place, action: &Action, written: &mut BTreeSet<GlobalId>) {
        match action {
            Action::Fork { .. } => {
                for started in source.forks.get(&place).into_iter().flatten() {
                    let status = &self.status[*started];
                    written.extend(status.started.into_iter().chain(status.finished));
                    written.extend(&status.results);
                    let contents =
                        status.arguments.iter().flatten().chain(status.id.iter().flatten().map(|(id, _)| id));
                    written.extend(contents.filter_map(|content| match content {
                        Content::Variable(global) => Some(*global),
                        Content::Literal(_) => None,
                    }));
                }
            }
            Action::Join { .. } => written.extend(self.status.iter().filter_map(|status| status.joined)),
            Action::BeginAtomic | Action::EndAtomic => written.extend(self.holder),
            _ => {}
        }
    }
}

/// What a variable of the type holds before anybody assigns it: nobody looks at it then, so one value is as good as any. The elements of
/// maps may be looked at, and are anything.
pub fn first_value(ty: &Type) -> Option<Value> {
    match ty {
        Type::Map(_) => None,
        other => Some(Value::default_of(other)),
    }
}

/// The procedures that threads run.
pub fn used_procedures(source: &Source) -> BTreeSet<ProcId> {
    source.threads.iter().map(|thread| thread.root).chain(source.called.keys().copied()).collect()
}

/// The choices that threads may pass over.
fn passed_over(source: &Source) -> BTreeSet<ChoiceId> {
    let procedures = used_procedures(source).into_iter().map(|used| source.program.procedure(used));
    procedures.flat_map(|it| (0..it.edges.len()).flat_map(|edge| it.alternatives(EdgeId::new(edge)))).collect()
}

/// Everything that threads do.
fn actions(source: &Source) -> impl Iterator<Item = (Span, &Action)> {
    let used = used_procedures(source).into_iter();
    let edges = used.flat_map(|used| &source.program.procedure(used).edges);
    edges.flat_map(|edge| &edge.commands).map(|command| (command.span, &command.action))
}

/// The sections that are left somewhere. To leave one that was not entered ends the run with an error, so they are counted.
fn section_keys(source: &Source) -> Result<BTreeSet<SectionKey>, Vec<Refusal>> {
    let mut keys = BTreeSet::new();
    let mut refusals = Vec::new();
    for (span, action) in actions(source) {
        if let Action::Leave(section) = action {
            match section_key(section) {
                Some(key) => drop(keys.insert(key)),
                None => {
                    refusals.push(Refusal { span, what: "the end of a section whose object is not known".to_owned() })
                }
            }
        }
    }
    for (span, action) in actions(source) {
        if let Action::Enter(section) = action
            && section_key(section).is_none()
            && keys.iter().any(|(kind, object)| *kind == section.kind && object.is_some())
        {
            refusals.push(Refusal { span, what: "the beginning of a section whose object is not known".to_owned() });
        }
    }
    if refusals.is_empty() { Ok(keys) } else { Err(refusals) }
}

/// Which section it is, if that is known.
pub fn section_key(section: &Section) -> Option<SectionKey> {
    match &section.object {
        None => Some((section.kind, None)),
        Some(Expr::Literal(value)) => Some((section.kind, Some(value.clone()))),
        Some(_) => None,
    }
}

/// A place where a thread is started: with which id and arguments.
struct Start<'a> {
    span: Span,
    id: Option<&'a [Expr]>,
    arguments: &'a [Expr],
    procedure: ProcId,
}

fn statuses(source: &Source, made: &mut dyn FnMut(String, Type) -> GlobalId) -> Result<Vec<Status>, Vec<Refusal>> {
    let program = &source.program;
    let mut starts: Vec<Vec<Start<'_>>> = source.threads.iter().map(|_| Vec::new()).collect();
    for ((procedure, edge, position), started) in &source.forks {
        let command = &program.procedure(*procedure).edges[*edge].commands[*position];
        if let Action::Fork { id, arguments, .. } = &command.action {
            for thread in started {
                let start = Start { span: command.span, id: id.as_deref(), arguments, procedure: *procedure };
                starts[*thread].push(start);
            }
        }
    }
    let mut refusals = Vec::new();
    let mut statuses = Vec::new();
    for (number, (thread, starts)) in source.threads.iter().zip(&starts).enumerate() {
        let root = program.procedure(thread.root);
        let mut status = Status::default();
        if !thread.starts {
            status.started = Some(made(format!("started_{number}"), Type::Bool));
        }
        for parameter in (0..root.parameters).map(LocalId::new) {
            let is_used = mentions(root, VarRef::Local(parameter)) || root.results.contains(&parameter);
            let given = starts.iter().map(|start| &start.arguments[parameter.index()]);
            let ty = root.local(parameter).ty.clone();
            let name = format!("argument_{number}_{}", parameter.index());
            status.arguments.push(is_used.then(|| content(given, name, ty, made)));
        }
        let id_types: BTreeSet<Option<Vec<Type>>> = starts
            .iter()
            .map(|start| {
                let procedure = program.procedure(start.procedure);
                let ty = |part: &Expr| program::typing::type_of(program, procedure, part).ok();
                start.id.map(|id| id.iter().filter_map(ty).collect())
            })
            .collect();
        if id_types.len() > 1 {
            let what = "a thread that is started in several places, with ids of different kinds".to_owned();
            refusals.push(Refusal { span: starts[0].span, what });
        }
        if let Some(Some(types)) = id_types.into_iter().next() {
            let part = |(position, ty): (usize, Type)| {
                let given = starts.iter().filter_map(|start| start.id).map(|id| &id[position]);
                (content(given, format!("id_{number}_{position}"), ty.clone(), made), ty)
            };
            let id: Vec<(Content, Type)> = types.into_iter().enumerate().map(part).collect();
            let (is_awaited, is_asked) = awaited(source, root, &id);
            if is_awaited {
                status.finished = Some(made(format!("finished_{number}"), Type::Bool));
                status.joined = Some(made(format!("joined_{number}"), Type::Bool));
            }
            if is_asked {
                let result = |(position, local): (usize, &LocalId)| {
                    made(format!("result_{number}_{position}"), root.local(*local).ty.clone())
                };
                status.results = root.results.iter().enumerate().map(result).collect();
            }
            status.id = Some(id);
        }
        statuses.push(status);
    }
    if refusals.is_empty() { Ok(statuses) } else { Err(refusals) }
}

/// One literal if all are that one, else what a new variable holds.
fn content<'e>(
    given: impl Iterator<Item = &'e Expr>,
    name: String,
    ty: Type,
    made: &mut dyn FnMut(String, Type) -> GlobalId,
) -> Content {
    let given: Vec<&Expr> = given.collect();
    match given.first() {
        Some(Expr::Literal(value)) if given.iter().all(|other| *other == given[0]) => Content::Literal(value.clone()),
        _ => Content::Variable(made(name, ty)),
    }
}

/// Whether some join may find a thread that runs the procedure with such an id, and whether one of them takes its results.
fn awaited(source: &Source, root: &Procedure, id: &[(Content, Type)]) -> (bool, bool) {
    let (mut is_awaited, mut is_asked) = (false, false);
    for used in used_procedures(source) {
        let procedure = source.program.procedure(used);
        for command in procedure.edges.iter().flat_map(|edge| &edge.commands) {
            if let Action::Join { id: wanted, results } = &command.action
                && fits(&source.program, procedure, wanted, results, root, id)
            {
                is_awaited = true;
                is_asked |= !results.is_empty();
            }
        }
    }
    (is_awaited, is_asked)
}

/// Whether a join in the procedure, with this id and these targets, may find a thread with such an id that runs `root`.
pub fn fits(
    program: &Program,
    procedure: &Procedure,
    wanted: &[Expr],
    targets: &[VarRef],
    root: &Procedure,
    id: &[(Content, Type)],
) -> bool {
    let ty = |expr: &Expr| program::typing::type_of(program, procedure, expr).ok();
    let same_id =
        wanted.len() == id.len() && wanted.iter().zip(id).all(|(one, (_, other))| ty(one).as_ref() == Some(other));
    let declared = root.results.iter().map(|result| root.local(*result).ty.clone());
    let taken = targets.iter().filter_map(|target| ty(&Expr::Variable(*target)));
    same_id && (targets.is_empty() || taken.eq(declared))
}

fn mentions(procedure: &Procedure, variable: VarRef) -> bool {
    let mut found = false;
    for edge in &procedure.edges {
        edge.for_each_read(&mut |read| found |= read == variable);
    }
    found
}
