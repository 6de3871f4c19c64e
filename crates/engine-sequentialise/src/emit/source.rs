//! What is translated: a program without memory, and its threads, a set that is known before the program runs.
//!
//! A program without recursion goes through the preparation that the engine itself uses ([`engine::prepare`]): calls are expanded, memory
//! becomes variables, every procedure is a thread that is started once. A recursive one is translated as it stands, with its
//! calls, as in the paper; it may use variables only, unless the recursion is known to end after few calls. There a thread that is started is known by the place where that
//! happens. Whether a place is come to more than once is told from the calls: if it is on a loop, or in a procedure that is
//! recursive or called on a loop, nobody knows how many threads there will be, and the program is refused.

use std::collections::{BTreeMap, BTreeSet};

use engine::prepare;
use program::command::{Action, Callee};
use program::ids::{EdgeId, ProcId};
use program::procedure::Procedure;
use program::program::Program;
use program::span::Span;

use crate::emit::Refusal;
use crate::emit::plain::plain;

/// A command of a program: the procedure, the edge, the position on it.
pub type Place = (ProcId, usize, usize);

/// What is translated.
pub struct Source {
    /// The program: no memory, no pointers.
    pub program: Program,
    /// Its threads, in the order in which they take turns.
    pub threads: Vec<Thread>,
    /// Which threads a `fork` may start: the first of them that was not started yet.
    pub forks: BTreeMap<Place, Vec<usize>>,
    /// The procedures that are called, each with the threads that may do so.
    pub called: BTreeMap<ProcId, BTreeSet<usize>>,
}

/// A thread.
pub struct Thread {
    /// What it runs.
    pub root: ProcId,
    /// Whether it is there from the start.
    pub starts: bool,
}

/// Makes the program ready, or says what stands against it.
pub fn source(given: &Program) -> Result<Source, Vec<Refusal>> {
    let given = &reachable(given);
    let random = random_numbers(given);
    if !random.is_empty() {
        return Err(random);
    }
    let recursive = recursive_procedures(given);
    let in_plain_types = |program: &Program| {
        let unsupported = unsupported(program);
        if unsupported.is_empty() { plain(program) } else { Err(unsupported) }
    };
    if recursive.is_empty() {
        let obstacle = |it: prepare::Obstacle| Refusal { span: it.span, what: it.why };
        let prepared = prepare::without_memory(given);
        let prepared = prepared.map_err(|obstacles| obstacles.into_iter().map(obstacle).collect::<Vec<_>>())?;
        return in_plain_types(&prepared.program).map(of_prepared);
    }
    in_plain_types(given).and_then(with_calls).or_else(|refusals| {
        // A recursion of which it is known where it ends is as good as none.
        match prepare::without_memory(given) {
            Ok(prepared) => in_plain_types(&prepared.program).map(of_prepared),
            Err(_) => Err(in_own_lines(given, &recursive, refusals)),
        }
    })
}

/// Why a recursive program is not translated, as somebody reads it who knows only his own lines: which procedures call themselves, and what in
/// these lines cannot be said.
fn in_own_lines(given: &Program, recursive: &BTreeSet<ProcId>, refusals: Vec<Refusal>) -> Vec<Refusal> {
    let is_own = |span: Span| span.line > 0 && given.files[span.file.index()].origin.is_own();
    let of_procedure = |procedure: &ProcId| {
        let Procedure { name, span, .. } = given.procedure(*procedure);
        let what =
            format!("`{name}`, which calls itself any number of times, in a program with memory or library functions");
        Refusal { span: *span, what }
    };
    let procedures = recursive.iter().map(of_procedure).filter(|refusal| is_own(refusal.span));
    let mut own: Vec<Refusal> =
        procedures.chain(refusals.iter().filter(|refusal| is_own(refusal.span)).cloned()).collect();
    own.dedup();
    if own.is_empty() { refusals } else { own }
}

/// The program, with nothing in the procedures that no thread comes to. Through a pointer any may be called.
fn reachable(given: &Program) -> Program {
    let through_pointers = given.procedures.iter().flat_map(|procedure| &procedure.edges).any(|edge| {
        let is_pointer = |callee: &Callee| matches!(callee, Callee::Pointer(_));
        let forks = |action: &Action| matches!(action, Action::Fork { callee, .. } if is_pointer(callee));
        edge.call.as_ref().is_some_and(|call| is_pointer(&call.callee))
            || edge.commands.iter().any(|command| forks(&command.action))
    });
    let mut program = given.clone();
    if through_pointers {
        return program;
    }
    let mut seen: BTreeSet<ProcId> = given.start.iter().copied().collect();
    let mut work = given.start.clone();
    while let Some(procedure) = work.pop() {
        let procedure = given.procedure(procedure);
        let next = callees(procedure).into_iter().chain(started(procedure)).map(|(next, _)| next);
        work.extend(next.filter(|next| seen.insert(*next)));
    }
    for (index, procedure) in program.procedures.iter_mut().enumerate() {
        if !seen.contains(&ProcId::new(index)) {
            procedure.edges.clear();
        }
    }
    program
}

fn of_prepared(program: Program) -> Source {
    let starts = |index: usize| program.start.contains(&ProcId::new(index));
    let threads =
        (0..program.procedures.len()).map(|index| Thread { root: ProcId::new(index), starts: starts(index) }).collect();
    let started = |(place, procedure): (Place, ProcId)| (place, vec![procedure.index()]);
    let forks = forks(&program).into_iter().map(started).collect();
    Source { program, threads, forks, called: BTreeMap::new() }
}

/// All places where threads are started, and with what.
fn forks(program: &Program) -> Vec<(Place, ProcId)> {
    let mut found = Vec::new();
    for (index, procedure) in program.procedures.iter().enumerate() {
        for (edge, taken) in procedure.edges.iter().enumerate() {
            for (position, command) in taken.commands.iter().enumerate() {
                if let Action::Fork { callee: Callee::Procedure(started), .. } = &command.action {
                    found.push(((ProcId::new(index), edge, position), *started));
                }
            }
        }
    }
    found
}

fn with_calls(program: Program) -> Result<Source, Vec<Refusal>> {
    let mut threads: Vec<Thread> = program.start.iter().map(|root| Thread { root: *root, starts: true }).collect();
    let mut forks_of: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    let times = times_entered(&program);
    let mut refusals = Vec::new();
    for ((procedure, edge, position), started) in forks(&program) {
        let taken = &program.procedure(procedure).edges[edge];
        let count = if is_on_loop(program.procedure(procedure), EdgeId::new(edge)) {
            Times::Many
        } else {
            times.get(&procedure).copied().unwrap_or(Times::Few(0))
        };
        match count {
            Times::Few(count) => {
                let first = threads.len();
                threads.extend((0..count).map(|_| Thread { root: started, starts: false }));
                forks_of.insert((procedure, edge, position), (first..threads.len()).collect());
            }
            Times::Many => {
                let what = "a thread that may be started any number of times, in a recursive program".to_owned();
                refusals.push(Refusal { span: taken.commands[position].span, what });
            }
        }
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let mut called: BTreeMap<ProcId, BTreeSet<usize>> = BTreeMap::new();
    for (index, thread) in threads.iter().enumerate() {
        let mut work = callees(program.procedure(thread.root));
        while let Some((callee, _)) = work.pop() {
            if called.entry(callee).or_default().insert(index) {
                work.extend(callees(program.procedure(callee)));
            }
        }
    }
    Ok(Source { program, threads, forks: forks_of, called })
}

/// How often something happens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Times {
    /// At most so many times.
    Few(usize),
    /// Nobody knows.
    Many,
}

/// More threads than this from one place are as good as any number of them.
const MOST_TIMES: usize = 64;

/// How often each procedure is entered in a run, by calls and as what threads run. A fixed point from below; what grows beyond all
/// measure is recursive.
fn times_entered(program: &Program) -> BTreeMap<ProcId, Times> {
    let mut times: BTreeMap<ProcId, Times> = BTreeMap::new();
    loop {
        let mut next: BTreeMap<ProcId, Times> = BTreeMap::new();
        let mut add = |procedure: ProcId, more: Times| {
            let entry = next.entry(procedure).or_insert(Times::Few(0));
            *entry = match (*entry, more) {
                (Times::Few(one), Times::Few(other)) if one + other <= MOST_TIMES => Times::Few(one + other),
                _ => Times::Many,
            };
        };
        program.start.iter().for_each(|start| add(*start, Times::Few(1)));
        for (caller, entered) in &times {
            let procedure = program.procedure(*caller);
            for (callee, edge) in callees(procedure).into_iter().chain(started(procedure)) {
                let is_many = *entered != Times::Few(0) && is_on_loop(procedure, edge);
                add(callee, if is_many { Times::Many } else { *entered });
            }
        }
        if next == times {
            return times;
        }
        times = next;
    }
}

/// Whether the edge can be taken more than once in one call.
fn is_on_loop(procedure: &Procedure, edge: EdgeId) -> bool {
    let edge = procedure.edge(edge);
    let mut seen = BTreeSet::from([edge.to]);
    let mut work = vec![edge.to];
    while let Some(node) = work.pop() {
        if node == edge.from {
            return true;
        }
        let next = procedure.edges_from(node).map(|index| procedure.edges[index].to);
        work.extend(next.filter(|to| seen.insert(*to)));
    }
    false
}

/// What the procedure calls, and on which edges.
fn callees(procedure: &Procedure) -> Vec<(ProcId, EdgeId)> {
    let callee = |(index, edge): (usize, &program::procedure::Edge)| match edge.call.as_ref()?.callee {
        Callee::Procedure(callee) => Some((callee, EdgeId::new(index))),
        Callee::Pointer(_) => None,
    };
    procedure.edges.iter().enumerate().filter_map(callee).collect()
}

/// What the procedure starts, and on which edges.
fn started(procedure: &Procedure) -> Vec<(ProcId, EdgeId)> {
    let mut found = Vec::new();
    for (index, edge) in procedure.edges.iter().enumerate() {
        for command in &edge.commands {
            if let Action::Fork { callee: Callee::Procedure(started), .. } = &command.action {
                found.push((*started, EdgeId::new(index)));
            }
        }
    }
    found
}

/// The procedures that may call themselves, directly or not.
fn recursive_procedures(program: &Program) -> BTreeSet<ProcId> {
    let reaches_itself = |start: &ProcId| {
        let mut seen = BTreeSet::new();
        let mut work = callees(program.procedure(*start));
        while let Some((callee, _)) = work.pop() {
            if callee == *start {
                return true;
            }
            if seen.insert(callee) {
                work.extend(callees(program.procedure(callee)));
            }
        }
        false
    };
    (0..program.procedures.len()).map(ProcId::new).filter(reaches_itself).collect()
}

/// Where random numbers are drawn: a run that needs that they come up in the same way for ever is none of the program's, and the
/// sequential program could not tell.
fn random_numbers(program: &Program) -> Vec<Refusal> {
    let mut found = Vec::new();
    for edge in program.procedures.iter().flat_map(|procedure| &procedure.edges) {
        if let Some(call) = &edge.call
            && let Callee::Procedure(callee) = call.callee
            && program.procedure(callee).random.is_some()
        {
            let what = format!("a random number (`{}`)", program.procedure(callee).name);
            found.push(Refusal { span: edge.span, what });
        }
    }
    found
}

/// What has no translation.
fn unsupported(program: &Program) -> Vec<Refusal> {
    let mut found = Vec::new();
    for edge in program.procedures.iter().flat_map(|procedure| &procedure.edges) {
        let mut refuse = |span: Span, what: &str| found.push(Refusal { span, what: what.to_owned() });
        for command in &edge.commands {
            match &command.action {
                Action::Store { .. }
                | Action::Copy { .. }
                | Action::Fill { .. }
                | Action::Allocate { .. }
                | Action::Free(_) => refuse(command.span, "memory that is no variable"),
                Action::Unsupported(what) => refuse(command.span, what),
                Action::Fork { callee: Callee::Pointer(_), .. } => {
                    refuse(command.span, "a thread that is started through a pointer");
                }
                _ => {}
            }
        }
        if let Some(call) = &edge.call
            && let Callee::Pointer(_) = call.callee
        {
            refuse(edge.span, "a call through a pointer");
        }
    }
    found.sort();
    found.dedup();
    found
}
