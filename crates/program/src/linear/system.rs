//! The system of threads that a program is, if all of its data is linear integer arithmetic.
//!
//! Every thread is started at most once, at the beginning or by one edge of one other thread, and calls nothing. So there are finitely
//! many *controls* (where each thread stands), and the rest of a state is numbers.
//!
//! The runs of the system are those of the program: a letter is an edge, taken in one of its ways ([`super::cases`]). What a joined
//! thread leaves behind, and the order in which slots are given to threads, makes no difference to which steps there are.
//! What the system has no word for is refused: calls, memory, atomic blocks that are no single step, ways that are taken eventually, threads that
//! are started again and again, joins whose id is computed, sections that may be left without being open, and bits without a value that
//! may be looked at. Programs with calls and memory are prepared first ([`Subject::of`]).
//!
//! Values that are not followed, such as pointers and maps, may be anything ([`super::cases`]): so there may be more runs than the program has.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::{Action, Callee, Command};
use crate::expr::{Expr, VarRef};
use crate::ids::{EdgeId, GlobalId, LocalId, NodeId, ProcId};
use crate::linear::cases::{Joined, NotLinear, Outcome, Pick, Started, Surroundings, cases};
use crate::linear::expr::{Linear, Var};
use crate::linear::fused::fused;
use crate::linear::looks::{counting, read};
use crate::linear::signs::{Owned, Signs};
use crate::linear::{holders, masks, open, sections, vague, words};
use crate::prepare::{self, Prepared};
use crate::procedure::Procedure;
use crate::program::{EndRule, Program};
use crate::property::Property;
use crate::span::Span;
use crate::types::Type;
use crate::typing::type_of;
use crate::value::Value;

/// A system of threads over linear integer arithmetic.
#[derive(Clone, Debug)]
pub struct System {
    /// The numbers of which the letters speak; [`Var::State`] counts them.
    pub variables: Vec<StateVariable>,
    /// The threads: those that exist from the start first.
    pub threads: Vec<Thread>,
    /// The letters, ordered by thread and location.
    pub letters: Vec<Letter>,
    /// How many threads exist from the start.
    pub first: usize,
    /// When the program has ended.
    pub end: EndRule,
    /// For variables that may hold bits without a value: what says whether they hold one.
    presences: BTreeMap<GlobalId, Var>,
    /// By thread and location, the range of its letters.
    ranges: BTreeMap<(usize, NodeId), (usize, usize)>,
    /// By thread, the locations where one of its edges can be taken in every state.
    open: BTreeSet<(usize, NodeId)>,
}

/// A number of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateVariable {
    /// As in the source, if it is there.
    pub name: String,
    /// Whose it is, if it is a thread's own.
    pub thread: Option<usize>,
    /// What is known of it at any time.
    pub range: Range,
    /// Whether it is 0 at the beginning; other numbers may be anything then.
    pub starts_at_zero: bool,
}

/// What is known of a number at any time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// Nothing: an integer.
    Integer,
    /// It is 0 or 1.
    Truth,
    /// It stands for a pointer ([`super::pointers`]).
    Pointer,
    /// It is a machine integer.
    Word {
        /// Of so many bits, at most 64.
        width: u32,
        /// Whether it is negative if its highest bit is set.
        is_signed: bool,
    },
}

impl Range {
    /// The least and the largest number, if there are such.
    pub fn bounds(self) -> Option<(i128, i128)> {
        match self {
            Range::Integer | Range::Pointer => None,
            Range::Truth => Some((0, 1)),
            Range::Word { width, is_signed } => Some(words::bounds(width, is_signed)),
        }
    }
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// What it runs.
    pub procedure: ProcId,
    /// Where it begins.
    pub entry: NodeId,
    /// Where it has finished.
    pub exit: NodeId,
    /// Where it is started, unless it is there from the start.
    pub started_at: Option<Span>,
    /// Where a run ends that is none of the program's, if the thread gets no further.
    pub discards: BTreeSet<NodeId>,
    /// The id by which it can be joined, as far as that is known.
    id: Id,
    /// The variable that is 1 while it has finished and nobody has joined it, if it can be joined.
    finished: Option<Var>,
    locals: Vec<Option<Var>>,
    forks: BTreeMap<(EdgeId, usize), usize>,
}

/// By what a thread can be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Id {
    /// Not at all.
    None,
    /// These values.
    Known(Vec<Value>),
    /// What is known only when it runs.
    Computed,
}

/// One way through one edge of one thread.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Whose step it is.
    pub thread: usize,
    /// The edge.
    pub edge: EdgeId,
    /// From where.
    pub from: NodeId,
    /// Where it leads, if all goes well.
    pub to: NodeId,
    /// What is not negative before the step.
    pub guard: Vec<Linear>,
    /// The part of it that decides whether the step can be taken.
    pub asks: Vec<Linear>,
    /// What variables are afterwards, in terms of what they were before.
    pub updates: BTreeMap<Var, Linear>,
    /// The threads that it starts.
    pub starts: Vec<usize>,
    /// What it chooses, in order, if that is known.
    pub picks: Option<Vec<Pick>>,
    /// Those among the numbers that it leaves open that are not for it to choose.
    pub blind: Vec<Var>,
    /// Whether what variables are afterwards is said, and not merely that it may be anything.
    pub is_followed: bool,
    /// What comes of it.
    pub outcome: Outcome,
    /// Whether it happens only finitely often, and need not happen.
    pub spurious: bool,
    /// Whether it can be taken wherever its guard holds, if what it leaves open is chosen well.
    pub is_sure: bool,
    /// Where it is written.
    pub span: Span,
}

/// Where each thread stands; nothing for those that have not been started, and for all of them if a step has ended the program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Control(pub Vec<Option<NodeId>>);

impl System {
    /// The system that the program is, or what in it is none.
    pub fn of(program: &Program) -> Result<System, NotLinear> {
        System::with(program, &read(program))
    }

    /// The same without variables other than these, which make no difference.
    fn with(program: &Program, read: &BTreeSet<Owned>) -> Result<System, NotLinear> {
        let mut made = System {
            variables: Vec::new(),
            threads: Vec::new(),
            letters: Vec::new(),
            first: program.start.len(),
            end: program.end,
            presences: BTreeMap::new(),
            ranges: BTreeMap::new(),
            open: BTreeSet::new(),
        };
        let signs = Signs::of(program);
        let mut globals: Vec<Option<Var>> = Vec::new();
        for (number, global) in program.globals.iter().enumerate() {
            let owned = Owned::Global(GlobalId::new(number));
            let is_signed = signs.is_signed(owned);
            globals.push(if read.contains(&owned) {
                made.add_variable(&global.name, &global.ty, is_signed, None)
            } else {
                None
            });
        }
        for global in vague::global_variables(program) {
            let name = format!("{} is there", program.global(global).name);
            let presence = StateVariable { name, thread: None, range: Range::Truth, starts_at_zero: false };
            let presence = made.push_variable(presence);
            made.presences.insert(global, presence);
        }
        for procedure in &program.start {
            made.add_thread(program, (&signs, read), *procedure, None, Id::None)?;
        }
        // Threads that are started come behind those that start them, until no new ones come.
        let mut next = 0;
        while next < made.threads.len() {
            made.find_forks(program, (&signs, read), next)?;
            next += 1;
        }
        for thread in 0..made.threads.len() {
            made.add_letters(program, &globals, thread)?;
        }
        Ok(made)
    }

    fn add_variable(&mut self, name: &str, ty: &Type, is_signed: bool, thread: Option<usize>) -> Option<Var> {
        const WIDEST: u32 = 64;
        let range = match ty {
            Type::Int => Range::Integer,
            Type::Bool => Range::Truth,
            Type::Pointer => Range::Pointer,
            Type::Bits(width) if (1..=WIDEST).contains(width) => Range::Word { width: *width, is_signed },
            _ => return None,
        };
        Some(self.push_variable(StateVariable { name: name.to_owned(), thread, range, starts_at_zero: false }))
    }

    fn push_variable(&mut self, variable: StateVariable) -> Var {
        self.variables.push(variable);
        Var::State(u32::try_from(self.variables.len() - 1).expect("tables have fewer than 2^32 entries"))
    }

    fn add_thread(
        &mut self,
        program: &Program,
        (signs, read): (&Signs, &BTreeSet<Owned>),
        procedure: ProcId,
        started_at: Option<Span>,
        id: Id,
    ) -> Result<usize, NotLinear> {
        const MOST_THREADS: usize = 4096;
        let declared = program.procedure(procedure);
        let number = self.threads.len();
        if number >= MOST_THREADS {
            return Err(NotLinear { what: "a program with so many threads".to_owned(), span: declared.span });
        }
        sections::are_open(declared)?;
        vague::is_never_looked_at(declared)?;
        let locals = declared.locals.iter().enumerate().map(|(index, local)| {
            let owned = Owned::Local(procedure, LocalId::new(index));
            let is_signed = signs.is_signed(owned);
            read.contains(&owned).then(|| self.add_variable(&local.name, &local.ty, is_signed, Some(number)))?
        });
        let locals = locals.collect();
        let finished = (id != Id::None).then(|| {
            let name = format!("{} has finished", declared.name);
            self.push_variable(StateVariable { name, thread: Some(number), range: Range::Truth, starts_at_zero: true })
        });
        let discards =
            (0..declared.nodes.len()).filter(|node| declared.nodes[*node].discards).map(NodeId::new).collect();
        self.threads.push(Thread {
            procedure,
            entry: declared.entry,
            exit: declared.exit,
            started_at,
            discards,
            id,
            finished,
            locals,
            forks: BTreeMap::new(),
        });
        Ok(number)
    }

    /// Adds the threads that the thread starts.
    fn find_forks(
        &mut self,
        program: &Program,
        looks: (&Signs, &BTreeSet<Owned>),
        thread: usize,
    ) -> Result<(), NotLinear> {
        let procedure = program.procedure(self.threads[thread].procedure);
        for (number, edge) in procedure.edges.iter().enumerate() {
            for (place, command) in edge.commands.iter().enumerate() {
                let Action::Fork { id, callee: Callee::Procedure(callee), .. } = &command.action else { continue };
                if reaches(procedure, edge.to, edge.from) {
                    let what = "a thread that is started in a loop".to_owned();
                    return Err(NotLinear { what, span: command.span });
                }
                let id = match id {
                    None => Id::None,
                    Some(exprs) => literals(exprs).map_or(Id::Computed, Id::Known),
                };
                let started = self.add_thread(program, looks, *callee, Some(command.span), id)?;
                self.threads[thread].forks.insert((EdgeId::new(number), place), started);
            }
        }
        Ok(())
    }

    fn add_letters(&mut self, program: &Program, globals: &[Option<Var>], thread: usize) -> Result<(), NotLinear> {
        let procedure = program.procedure(self.threads[thread].procedure);
        let nodes = (0..procedure.nodes.len()).map(NodeId::new);
        self.open.extend(nodes.filter(|node| open::is_open(procedure, *node)).map(|node| (thread, node)));
        for (number, edge) in procedure.edges.iter().enumerate() {
            let refused = |what: &str| Err(NotLinear { what: what.to_owned(), span: edge.span });
            if edge.call.is_some() {
                return refused("a call");
            }
            if edge.eventually.is_some() {
                return refused("a way that is taken eventually");
            }
            let edge_id = EdgeId::new(number);
            let view = View { program, system: self, globals, thread, edge: edge_id };
            let ways = cases(&edge.commands, &view)?;
            let start = self.letters.len();
            for way in ways {
                if way.guard.iter().any(|fact| self.is_out_of_range(fact)) {
                    continue;
                }
                let mut updates = way.updates;
                // What stays as it is, such as the other bits of a set, is not changed by this thread.
                updates.retain(|variable, value| *value != Linear::variable(*variable));
                if edge.to == procedure.exit && way.outcome == Outcome::Goes {
                    updates.extend(self.threads[thread].finished.map(|finished| (finished, Linear::constant(1))));
                }
                self.letters.push(Letter {
                    thread,
                    edge: edge_id,
                    from: edge.from,
                    to: edge.to,
                    guard: way.guard,
                    asks: way.asks,
                    updates,
                    starts: way.starts,
                    picks: way.picks,
                    blind: way.blind,
                    is_followed: way.is_followed,
                    outcome: way.outcome,
                    spurious: edge.spurious,
                    is_sure: way.is_sure,
                    span: edge.span,
                });
            }
            let end = self.letters.len();
            // Edges are ordered by where they come from, so the letters of a location are neighbours.
            self.ranges.entry((thread, edge.from)).or_insert((start, end)).1 = end;
        }
        Ok(())
    }

    /// The system with these letters of the thread at the location in place of those that are there.
    #[must_use]
    pub(super) fn with_letters_at(&self, thread: usize, node: NodeId, letters: Vec<Letter>) -> System {
        let mut made = self.clone();
        let range = self.letters_at(thread, node);
        let moved = |place: usize| if place >= range.end { place - range.len() + letters.len() } else { place };
        for (key, (start, end)) in &mut made.ranges {
            (*start, *end) =
                if *key == (thread, node) { (*start, *start + letters.len()) } else { (moved(*start), moved(*end)) };
        }
        made.letters.splice(range, letters);
        made.open.remove(&(thread, node));
        made
    }

    /// Where threads stand at the beginning.
    pub fn initial(&self) -> Control {
        let place = |(number, thread): (usize, &Thread)| (number < self.first).then_some(thread.entry);
        Control(self.threads.iter().enumerate().map(place).collect())
    }

    /// What the thread of the program is called after. Where several run the same, preparation makes their names different; messages have
    /// the same name for all of them, and a number behind it where they have to be told apart.
    pub fn name_of<'a>(&self, program: &'a Program, thread: usize) -> &'a str {
        let procedure = self.threads[thread].procedure;
        let name = program.procedure(procedure).name.as_str();
        let is_another = |shorter: &&str| program.procedures.iter().any(|other| other.name == **shorter);
        name.strip_suffix(&format!("~{}", procedure.index())).filter(is_another).unwrap_or(name)
    }

    /// The numbers of the letters of the thread at the location.
    pub fn letters_at(&self, thread: usize, node: NodeId) -> std::ops::Range<usize> {
        let (start, end) = self.ranges.get(&(thread, node)).copied().unwrap_or_default();
        start..end
    }

    /// Whether the thread can go on at the location, whatever the values are, also those that are not followed ([`super::open`]).
    pub fn is_open(&self, thread: usize, node: NodeId) -> bool {
        self.open.contains(&(thread, node))
    }

    /// Whether the program has ended, or the thread has finished or has not been started: it has no steps to take.
    pub fn is_running(&self, control: &Control, thread: usize) -> bool {
        !self.has_ended(control) && control.0[thread].is_some_and(|node| node != self.threads[thread].exit)
    }

    /// Whether the program has ended before all threads have finished.
    fn has_ended(&self, control: &Control) -> bool {
        self.end == EndRule::MainThread && control.0[0] == Some(self.threads[0].exit)
    }

    /// Whether no run goes on after the letter.
    pub fn ends(&self, letter: &Letter) -> bool {
        let ends_main = letter.thread == 0 && letter.to == self.threads[0].exit;
        letter.outcome == Outcome::Halts || (self.end == EndRule::MainThread && ends_main)
    }

    /// Whether one of the letters starts the thread of the other, or ends the program: then they cannot change places, whatever else they do.
    pub fn are_bound(&self, first: &Letter, second: &Letter) -> bool {
        let starts = |letter: &Letter, other: &Letter| letter.starts.contains(&other.thread);
        self.ends(first) || self.ends(second) || starts(first, second) || starts(second, first)
    }

    /// The threads that have steps to take, enabled or not.
    pub fn running<'a>(&'a self, control: &'a Control) -> impl Iterator<Item = usize> + 'a {
        (0..self.threads.len()).filter(|thread| self.is_running(control, *thread))
    }

    /// Where threads stand after the letter, which begins where its thread stands. If it ends the program, nobody stands anywhere.
    pub fn after(&self, control: &Control, letter: &Letter) -> Control {
        if letter.outcome == Outcome::Halts {
            return Control(vec![None; control.0.len()]);
        }
        let mut next = control.clone();
        next.0[letter.thread] = Some(letter.to);
        for started in &letter.starts {
            next.0[*started] = Some(self.threads[*started].entry);
        }
        next
    }

    /// Whether the variable says of another one whether that holds a value.
    pub fn is_presence(&self, variable: Var) -> bool {
        self.presences.values().any(|presence| *presence == variable)
    }

    /// What is known of the variable at any time, as facts.
    pub fn range_facts(&self, variable: Var) -> Vec<Linear> {
        let Var::State(number) = variable else { return Vec::new() };
        let range = self.variables.get(number as usize).and_then(|variable| variable.range.bounds());
        let facts = range.map(|(least, most)| [(1, -least), (-1, most)]);
        facts.into_iter().flatten().filter_map(|(sign, constant)| Linear::of([(variable, sign)], constant)).collect()
    }

    /// Whether the fact holds for no numbers that are in their ranges.
    fn is_out_of_range(&self, fact: &Linear) -> bool {
        let largest = |(variable, factor): &(Var, i128)| {
            let (least, most) = self.with_range(*variable).1.bounds()?;
            factor.checked_mul(if *factor > 0 { most } else { least })
        };
        let largest = fact.terms().iter().map(largest).try_fold(fact.constant_part(), |sum, it| sum.checked_add(it?));
        largest.is_some_and(|largest| largest < 0)
    }

    fn with_range(&self, variable: Var) -> (Var, Range) {
        let range = match variable {
            Var::State(number) => self.variables[number as usize].range,
            _ => Range::Integer,
        };
        (variable, range)
    }

    /// What is known at the beginning, as facts, besides ranges.
    pub fn initial_facts(&self) -> Vec<Linear> {
        let zero = (0..self.variables.len()).filter(|number| self.variables[*number].starts_at_zero);
        zero.filter_map(|number| Linear::of([(Var::State(u32::try_from(number).ok()?), -1)], 0)).collect()
    }
}

/// A program in the form in which proofs speak of it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The system.
    pub system: System,
    /// The program without memory and calls, if the one that was given has any.
    pub prepared: Option<Box<Prepared>>,
}

impl Subject {
    /// The system that the program is, after preparation if it has memory or calls; or what in it is none.
    ///
    /// Whoever proves something and whoever checks it get the same system, since it depends on nothing but the program. It is given up when
    /// the time is over, or so many bytes are too many.
    pub fn of(program: &Program, is_over: &dyn Fn(u64) -> bool) -> Result<Subject, NotLinear> {
        let prepared = prepared(program, is_over)?;
        let system = System::of(&masks::split(prepared.as_ref().map_or(program, |prepared| &prepared.program)))?;
        Ok(Subject { system, prepared })
    }

    /// The subject for proofs in which threads change places: who holds something is said by one truth value for each thread ([`holders`]),
    /// what is waited for in a row is waited for in one step ([`fused`]), and what makes no difference to steps is left out. Whether
    /// runs are infinite, end, or fail is the same for both; their steps are not, nor their states.
    pub fn with_kin(self, given: &Program) -> Result<Subject, NotLinear> {
        let program = holders::split(&masks::split(self.program(given)));
        Ok(Subject { system: fused(&System::with(&program, &counting(&program))?), ..self })
    }

    /// The subject for proofs in which threads that are alike share an argument: what makes no difference to steps is left out, since
    /// preparation may know more of it for one thread than for another.
    pub fn with_shared(self, given: &Program) -> Result<Subject, NotLinear> {
        let program = masks::split(self.program(given));
        Ok(Subject { system: System::with(&program, &counting(&program))?, ..self })
    }

    /// Whether the letter may be taken infinitely often by a thread that steps for ever in a run that the property of the given program
    /// forbids, and whose steps are only such from some time on. It is so if the thread runs the procedure that is asked about and does
    /// not return from it on the way.
    pub fn runs(&self, given: &Program, letter: usize, property: &Property) -> bool {
        let Property::Thread(name) = property else { return true };
        let letter = &self.system.letters[letter];
        let procedure = self.system.threads[letter.thread].procedure;
        let is_named = |procedure: &ProcId| given.procedure(*procedure).name == *name;
        match &self.prepared {
            Some(prepared) => {
                let edge = prepared.threads.get(procedure.index()).and_then(|it| it.edges.get(letter.edge.index()));
                edge.is_none_or(|edge| edge.runs.iter().any(is_named))
            }
            None => is_named(&procedure),
        }
    }

    /// The program whose locations and edges the system's are, if the subject is one of this program.
    pub fn program<'a>(&'a self, given: &'a Program) -> &'a Program {
        self.prepared.as_ref().map_or(given, |prepared| &prepared.program)
    }
}

/// The program without memory and calls, if it has any.
fn prepared(program: &Program, is_over: &dyn Fn(u64) -> bool) -> Result<Option<Box<Prepared>>, NotLinear> {
    if !needs_preparation(program) {
        return Ok(None);
    }
    let prepared = prepare::without_memory_in_time(program, is_over).map_err(|obstacles| {
        let first = obstacles.into_iter().next();
        let span = first.as_ref().map_or(Span::NOWHERE, |obstacle| obstacle.span);
        let why = first.map_or_else(String::new, |obstacle| format!(" ({})", obstacle.why));
        NotLinear { what: format!("a program that cannot do without memory or calls{why}"), span }
    })?;
    Ok(Some(Box::new(prepare::atomic::joined(prepared))))
}

/// Whether a program has memory or calls.
fn needs_preparation(program: &Program) -> bool {
    let needs = |command: &Command| {
        let mut loads = false;
        command.action.for_each_expr(|expr| loads |= expr.loads());
        loads
            || matches!(
                command.action,
                Action::Store { .. }
                    | Action::Copy { .. }
                    | Action::Fill { .. }
                    | Action::Allocate { .. }
                    | Action::Free(_)
                    | Action::Fork { callee: Callee::Pointer(_), .. }
            )
    };
    let edges = program.procedures.iter().flat_map(|procedure| &procedure.edges);
    edges.into_iter().any(|edge| edge.call.is_some() || edge.commands.iter().any(needs))
}

/// What an edge of a thread sees.
struct View<'a> {
    program: &'a Program,
    system: &'a System,
    globals: &'a [Option<Var>],
    thread: usize,
    edge: EdgeId,
}

impl View<'_> {
    fn own(&self) -> &Thread {
        &self.system.threads[self.thread]
    }

    fn types_of_results(&self, thread: &Thread) -> Vec<&Type> {
        let procedure = self.program.procedure(thread.procedure);
        procedure.results.iter().map(|result| &procedure.local(*result).ty).collect()
    }
}

impl Surroundings for View<'_> {
    fn variable(&self, variable: VarRef) -> Option<(Var, Range)> {
        let variable = match variable {
            VarRef::Global(GlobalId(number)) => self.globals[number as usize],
            VarRef::Local(LocalId(number)) => self.own().locals[number as usize],
        };
        variable.map(|variable| self.system.with_range(variable))
    }

    fn presence(&self, variable: VarRef) -> Option<Var> {
        match variable {
            VarRef::Global(global) => self.system.presences.get(&global).copied(),
            VarRef::Local(_) => None,
        }
    }

    fn type_of_expr(&self, expr: &Expr) -> Option<Type> {
        type_of(self.program, self.program.procedure(self.own().procedure), expr).ok()
    }

    fn type_of(&self, variable: VarRef) -> &Type {
        match variable {
            VarRef::Global(global) => &self.program.global(global).ty,
            VarRef::Local(local) => &self.program.procedure(self.own().procedure).local(local).ty,
        }
    }

    fn forked(&self, command: usize) -> Option<Started> {
        let number = *self.own().forks.get(&(self.edge, command))?;
        let thread = &self.system.threads[number];
        let parameters = &thread.locals[..self.program.procedure(thread.procedure).parameters];
        let finishes = thread.finished.filter(|_| thread.entry == thread.exit);
        let ranged = |variable: &Option<Var>| variable.map(|variable| self.system.with_range(variable));
        Some(Started { thread: number, parameters: parameters.iter().map(ranged).collect(), finishes })
    }

    fn joined(&self, id: &[Expr], results: &[VarRef]) -> Option<Vec<Joined>> {
        let id = literals(id)?;
        let wanted: Vec<&Type> = results.iter().map(|result| self.type_of(*result)).collect();
        let mut found = Vec::new();
        for (number, thread) in self.system.threads.iter().enumerate() {
            match (&thread.id, thread.finished) {
                (Id::Computed, _) => return None,
                (Id::Known(other), Some(finished)) if *other == id => {
                    if !results.is_empty() && self.types_of_results(thread) != wanted {
                        continue;
                    }
                    let declared = &self.program.procedure(thread.procedure).results;
                    let locals = declared
                        .iter()
                        .map(|result| thread.locals[result.index()].map(|variable| self.system.with_range(variable)));
                    let results = if results.is_empty() { Vec::new() } else { locals.collect::<Option<_>>()? };
                    found.push(Joined { thread: number, finished, results });
                }
                _ => {}
            }
        }
        Some(found)
    }
}

/// The values, if all of them are written down.
fn literals(exprs: &[Expr]) -> Option<Vec<Value>> {
    let literal = |expr: &Expr| match expr {
        Expr::Literal(value) => Some(value.clone()),
        _ => None,
    };
    exprs.iter().map(literal).collect()
}

/// Whether the procedure's edges lead from one location to another; every location leads to itself.
fn reaches(procedure: &Procedure, from: NodeId, to: NodeId) -> bool {
    let mut seen = vec![false; procedure.nodes.len()];
    let mut waiting = vec![from];
    while let Some(node) = waiting.pop() {
        if node == to {
            return true;
        }
        if !std::mem::replace(&mut seen[node.index()], true) {
            waiting.extend(procedure.edges_from(node).map(|edge| procedure.edges[edge].to));
        }
    }
    false
}
