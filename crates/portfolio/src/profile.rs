//! What a question is about, in the words by which plans choose engines.

use std::collections::{BTreeMap, BTreeSet};

use engine::Task;
use program::command::{Action, Callee};
use program::ids::ProcId;
use program::program::Program;
use program::property::Property;
use program::types::Type;

/// Every word, by what it tells: of each row exactly one is true.
const WORDS: &[&[&str]] = &[
    &["small", "wide", "unbounded"],
    &["flat", "recursive"],
    &["pointers", "no-pointers"],
    &["few", "many"],
    &["finish", "terminate", "thread", "sections", "exit"],
];

/// Machine integers of more bits than this have more values than anybody wants to try.
const SMALL_BITS: u32 = 16;

/// More threads than this are many.
const FEW_THREADS: usize = 4;

/// The words that are true of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Profile(BTreeSet<&'static str>);

/// Whether there is such a word.
pub(crate) fn is_word(word: &str) -> bool {
    WORDS.iter().any(|row| row.contains(&word))
}

impl Profile {
    /// What is true of the question.
    pub(crate) fn of(task: Task<'_>) -> Profile {
        let program = task.program;
        let property = match task.question.property {
            Property::Finish => "finish",
            Property::Terminate => "terminate",
            Property::Thread(_) => "thread",
            Property::Sections => "sections",
            Property::Exit => "exit",
        };
        let locals = program.procedures.iter().flat_map(|procedure| &procedure.locals);
        let types = || program.globals.iter().chain(locals.clone()).map(|variable| &variable.ty);
        let data = match types().map(size).max() {
            None | Some(Size::Small) => "small",
            Some(Size::Wide) => "wide",
            Some(Size::Unbounded) => "unbounded",
        };
        let calls = if is_recursive(program) { "recursive" } else { "flat" };
        let memory = if types().any(has_pointers) { "pointers" } else { "no-pointers" };
        let threads = if threads_in_text(program) > FEW_THREADS { "many" } else { "few" };
        Profile(BTreeSet::from([data, calls, memory, threads, property]))
    }

    /// Whether the word is true.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Small,
    Wide,
    Unbounded,
}

fn size(ty: &Type) -> Size {
    match ty {
        Type::Int | Type::Sort(_) => Size::Unbounded,
        Type::Map(map) => map.keys.iter().map(size).fold(size(&map.value), Size::max),
        Type::Bits(width) if *width > SMALL_BITS => Size::Wide,
        Type::Bool | Type::Bits(_) | Type::Pointer => Size::Small,
    }
}

fn has_pointers(ty: &Type) -> bool {
    match ty {
        Type::Pointer => true,
        Type::Map(map) => map.keys.iter().any(has_pointers) || has_pointers(&map.value),
        Type::Int | Type::Sort(_) | Type::Bits(_) | Type::Bool => false,
    }
}

/// The procedures that the procedure calls, as far as they are named: calls through pointers are not followed.
fn called(program: &Program, procedure: ProcId) -> impl Iterator<Item = ProcId> + '_ {
    program.procedure(procedure).edges.iter().filter_map(|edge| match edge.call.as_ref()?.callee {
        Callee::Procedure(callee) => Some(callee),
        Callee::Pointer(_) => None,
    })
}

/// Whether a procedure calls itself, directly or not.
fn is_recursive(program: &Program) -> bool {
    // Whoever calls nobody that is left is taken out; what stays is what calls itself, and what calls that.
    let mut left: BTreeMap<ProcId, BTreeSet<ProcId>> =
        (0..program.procedures.len()).map(ProcId::new).map(|it| (it, called(program, it).collect())).collect();
    loop {
        let before = left.len();
        let names: BTreeSet<ProcId> = left.keys().copied().collect();
        left.retain(|_, callees| callees.iter().any(|callee| names.contains(callee)));
        if left.len() == before {
            return before > 0;
        }
    }
}

/// How many threads there are if every statement that starts some is executed once for each time it stands in what is executed.
fn threads_in_text(program: &Program) -> usize {
    let mut known = BTreeMap::new();
    program.start.iter().fold(0, |sum, procedure| sum.saturating_add(1 + started_by(program, *procedure, &mut known)))
}

fn started_by(program: &Program, procedure: ProcId, known: &mut BTreeMap<ProcId, usize>) -> usize {
    if let Some(count) = known.get(&procedure) {
        return *count;
    }
    // Whoever calls itself is counted once.
    known.insert(procedure, 0);
    let mut count = 0_usize;
    for edge in &program.procedure(procedure).edges {
        for command in &edge.commands {
            if let Action::Fork { callee, .. } = &command.action {
                let more = match callee {
                    Callee::Procedure(callee) => started_by(program, *callee, known),
                    Callee::Pointer(_) => 0,
                };
                count = count.saturating_add(1).saturating_add(more);
            }
        }
    }
    let callees: Vec<ProcId> = called(program, procedure).collect();
    for callee in callees {
        count = count.saturating_add(started_by(program, callee, known));
    }
    known.insert(procedure, count);
    count
}
