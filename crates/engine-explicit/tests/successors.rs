//! The engine's fast successor function against the reference semantics, in lockstep on random schedules of random programs.
//!
//! In every state on the way the two must agree on the state itself, on the open sections, on whether the program has ended and,
//! slot by slot, on which steps can be taken with which choices, which of them fail, where they lead, which sections they end,
//! and on why steps cannot be listed where they cannot.
//!
//! `UNHANG_RANDOM_PROGRAMS=1000000 UNHANG_SEED=42 cargo test --release -p engine-explicit --test successors` tries harder.

#[path = "../../check/tests/builder/mod.rs"]
mod builder;
#[path = "../../check/tests/naive/mod.rs"]
mod naive;
#[path = "../../check/tests/ranges/mod.rs"]
mod ranges;

use std::collections::BTreeSet;
use std::sync::Arc;

use check::sections;
use check::semantics::canonical::canonical;
use check::semantics::fault::Fault;
use check::semantics::memory::Object;
use check::semantics::state::{Frame, Phase, State, Thread, initial};
use check::semantics::step::{Taken as Reference, steps};
use engine::budget::{Budget, Limits};
use engine_explicit::compile::compile;
use engine_explicit::footprint::static_facts;
use engine_explicit::lift::{identity, lift_steps};
use engine_explicit::machine::inspect::{Content, FrameContent, ThreadContent};
use engine_explicit::machine::{Machine, MicroStep, Row, Taken, Wanted};
use evidence::counterexample::{Choice, SectionInstance};
use evidence::reason::Reason;
use program::arbitrary::random::Random;
use program::arbitrary::{self, Shape, shrink};
use program::bytes::Bytes;
use program::command::{Action, Storage};
use program::expr::VarRef;
use program::ids::{GlobalId, LocalId, ThreadSlot};
use program::program::Program;
use program::value::{MapValue, Value};

/// How many schedules of each program are tried, and how long they are.
const SCHEDULES: usize = 6;
const STEPS: usize = 40;

/// Schedules end where stacks or the number of threads grow without bounds.
const MOST_FRAMES: usize = 20;
const MOST_THREADS: usize = 12;

#[test]
fn steps_are_those_of_the_reference_semantics() {
    compare(3_000, |program, _| program);
}

#[test]
fn joins_that_fit_some_threads_only_are_those_of_the_reference_semantics() {
    compare(1_000, with_other_joins);
}

fn compare(programs: u64, change: impl Fn(Program, &mut Random) -> Program + Sync) {
    let count = naive::random_programs(programs);
    let outcomes = naive::for_seeds(count, |seed| {
        let shape = Shape { features: if seed.is_multiple_of(2) { 30 } else { 70 }, ..Shape::default() };
        let program = change(arbitrary::program(seed, &shape), &mut Random::new(seed));
        walk_all(&program, seed).map_err(|how| report(seed, &program, &how))
    });
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} programs with differences; the first:\n{}", wrong.len(), wrong[0]);
}

#[test]
fn values_are_tried_as_in_the_reference_semantics() {
    for case in ranges::cases() {
        let commands = &case.program.procedures[0].edges[0].commands;
        walk_all(&case.program, 0).unwrap_or_else(|how| panic!("{commands:?}\n{how}"));
    }
}

/// The program with some joins that take one variable, whatever results the threads have that they may find.
fn with_other_joins(mut program: Program, random: &mut Random) -> Program {
    let globals: Vec<VarRef> = (0..program.globals.len()).map(|global| VarRef::Global(GlobalId::new(global))).collect();
    for procedure in &mut program.procedures {
        let locals = (0..procedure.locals.len()).map(|local| VarRef::Local(LocalId::new(local)));
        let variables: Vec<VarRef> = globals.iter().copied().chain(locals).collect();
        for command in procedure.edges.iter_mut().flat_map(|edge| &mut edge.commands) {
            if let Action::Join { results, .. } = &mut command.action
                && let Some(variable) = random.pick(&variables).filter(|_| random.chance(70))
            {
                *results = vec![*variable];
            }
        }
    }
    program
}

fn report(seed: u64, program: &Program, how: &str) -> String {
    let smallest = shrink::minimise(program, &|candidate| walk_all(candidate, seed).is_err());
    let smallest_how = walk_all(&smallest, seed).err().unwrap_or_default();
    format!("UNHANG_SEED={seed}: {how}\nminimised: {smallest_how}\n{smallest:#?}")
}

fn walk_all(program: &Program, seed: u64) -> Result<(), String> {
    let compiled = compile(program).map_err(|reason| format!("not compiled: {reason:?}"))?;
    let budget = Budget::start(Limits::default());
    let mut machine = Machine::new(&compiled, static_facts(program), Wanted::default(), &budget);
    let mut random = Random::new(seed);
    (0..SCHEDULES).try_for_each(|_| walk(program, &mut machine, &mut random))
}

/// Follows one schedule.
fn walk(program: &Program, machine: &mut Machine<'_>, random: &mut Random) -> Result<(), String> {
    let (mut state, mut row) = (initial(program), machine.initial());
    for _ in 0..STEPS {
        compare_states(program, &state, machine, &row)?;
        let mut next = Vec::new();
        // One slot more than there are: nobody is there.
        for slot in 0..=state.threads.len() as u32 {
            next.extend(compare_steps(program, &state, machine, &row, slot)?);
        }
        let is_large = |thread: &Thread| thread.frames().is_some_and(|frames| frames.len() > MOST_FRAMES);
        if next.is_empty() || state.threads.len() > MOST_THREADS || state.threads.iter().flatten().any(|t| is_large(t))
        {
            break;
        }
        (state, row) = next.swap_remove(random.below(next.len()));
    }
    Ok(())
}

fn compare_states(program: &Program, state: &State, machine: &Machine<'_>, row: &Row) -> Result<(), String> {
    let (reference, found) = (content(state), machine.content(row));
    if reference != found {
        return Err(format!("state {reference:?}\nis represented as {found:?}"));
    }
    let open: BTreeSet<SectionInstance> = sections::open(program, state).into_iter().collect();
    let found = open_sections(machine, row);
    if open != found {
        return Err(format!("open sections {open:?}, found {found:?}"));
    }
    if state.has_ended() != machine.has_ended(row) {
        return Err(format!("has ended: {}, found {}", state.has_ended(), machine.has_ended(row)));
    }
    let may_stop = state.has_ended() || state.ends_no_run(program);
    if may_stop != machine.may_stop(row) {
        return Err(format!("may stop: {may_stop}, found {}", machine.may_stop(row)));
    }
    for slot in 0..=state.threads.len() as u32 {
        let thread = state.thread(ThreadSlot(slot));
        let is_running = thread.is_some_and(|thread| !thread.has_finished());
        if is_running != machine.is_running(row, slot) {
            return Err(format!("thread {slot} runs: {is_running}"));
        }
        for procedure in &program.procedures {
            let runs = thread.is_some_and(|thread| thread.runs(program, &procedure.name).is_some());
            if runs != machine.runs(row, slot, &procedure.name) {
                return Err(format!("thread {slot} runs {}: {runs}", procedure.name));
            }
        }
    }
    Ok(())
}

/// Compares what the thread in the slot can do, and returns where it leads.
fn compare_steps(
    program: &Program,
    state: &State,
    machine: &mut Machine<'_>,
    row: &Row,
    slot: u32,
) -> Result<Vec<(State, Row)>, String> {
    let reference = steps(program, state, ThreadSlot(slot));
    let found = machine.steps(row, slot);
    let (reference, found) = match (reference, found) {
        (Err((fault, _)), Err(reason)) if is_same_reason(&fault, &reason) => return Ok(Vec::new()),
        (Ok(reference), Ok(found)) => (reference.into_iter().map(as_evidence_tells).collect::<Vec<_>>(), found),
        (reference, found) => {
            let found = found.map(|found| {
                found.into_iter().flat_map(|(step, _)| lift_steps(machine.tables(), &[step])).collect::<Vec<_>>()
            });
            return Err(format!("steps of thread {slot}: {reference:?}\nfound {found:?}"));
        }
    };
    let is_enabled = machine.is_enabled(row, slot);
    let expected = check::replay::is_enabled(program, state, ThreadSlot(slot));
    if is_enabled.clone().ok() != expected.ok() {
        return Err(format!("thread {slot} is enabled: {is_enabled:?}, steps {reference:?}"));
    }
    let lifted: Vec<_> =
        found.iter().flat_map(|(step, _)| lift_steps(machine.tables(), std::slice::from_ref(step))).collect();
    let expected: Vec<_> = reference.iter().map(|taken| taken.step.clone()).collect();
    if lifted.len() != expected.len() || !expected.iter().all(|step| lifted.contains(step)) {
        return Err(format!("steps {expected:?}, found {lifted:?}"));
    }
    let mut next = Vec::new();
    for taken in reference {
        let at = lifted.iter().position(|step| *step == taken.step).expect("the steps are the same");
        let (step, leads_to) = &found[at];
        next.extend(compare_outcomes(program, state, machine, row, &taken, step, leads_to.as_ref())?);
    }
    Ok(next)
}

/// A map that is open everywhere is told as a choice that is open.
fn as_evidence_tells(mut taken: Reference) -> Reference {
    let is_open = |map: &MapValue| *map == MapValue::constant(Value::Any);
    for choice in &mut taken.step.choices {
        if matches!(choice, Choice::Value(Value::Map(map)) if is_open(map)) {
            *choice = Choice::Value(Value::Any);
        }
    }
    taken
}

fn compare_outcomes(
    program: &Program,
    state: &State,
    machine: &mut Machine<'_>,
    row: &Row,
    reference: &Reference,
    step: &MicroStep,
    leads_to: Option<&Row>,
) -> Result<Option<(State, Row)>, String> {
    let again = machine.step(row, step);
    let (reached, leads_to, left) = match (&reference.outcome, leads_to, again) {
        (Err(_), None, Ok(Some(Taken::Fails))) => return Ok(None),
        (Ok(reached), Some(leads_to), Ok(Some(Taken::Leads(other, left)))) if other == *leads_to => {
            (reached, leads_to, left)
        }
        _ => return Err(format!("step {:?}: {:?}, leads to {leads_to:?}", reference.step, reference.outcome)),
    };
    let thread = reference.step.thread;
    let expected: BTreeSet<_> = sections::ended(program, state, thread, reached).into_iter().collect();
    let instance = |(whose, key)| {
        let slot = Option::<u32>::unwrap_or(whose, thread.0);
        SectionInstance { thread: ThreadSlot(slot), identity: identity(key) }
    };
    // What was not open before, the step has entered and left; nobody asks.
    let open = open_sections(machine, row);
    let ended: BTreeSet<_> = left.into_iter().map(instance).filter(|section| open.contains(section)).collect();
    if ended != expected {
        return Err(format!("step {:?} ends {expected:?}, found {ended:?}", reference.step));
    }
    Ok(Some((canonical(&reached.state), leads_to.clone())))
}

fn open_sections(machine: &Machine<'_>, row: &Row) -> BTreeSet<SectionInstance> {
    let instance = |(slot, key)| SectionInstance { thread: ThreadSlot(slot), identity: identity(key) };
    machine.open_sections(row).into_iter().map(instance).collect()
}

fn is_same_reason(fault: &Fault, reason: &Reason) -> bool {
    match (fault, reason) {
        (Fault::Unchosen { variable }, Reason::UnboundedChoice { variable: found, .. }) => variable == found,
        (Fault::Unspecified { what }, Reason::Unspecified { what: found, .. }) => what == found,
        _ => false,
    }
}

/// The state in the form in which the machine tells its own.
fn content(state: &State) -> Content {
    Content {
        globals: state.globals.to_vec(),
        threads: state.threads.iter().map(|thread| thread.as_deref().map(thread_content)).collect(),
        halted: state.halted,
        memory: memory_content(state),
    }
}

/// Objects that nobody can change are not part of the machine's states.
fn memory_content(state: &State) -> Vec<Option<(Bytes, Option<Storage>)>> {
    let object = |object: &Arc<Object>| (object.bytes.clone(), object.storage);
    let changing = state.memory.statics().iter().filter(|object| !object.constant);
    let mut all: Vec<_> = changing.map(|changing| Some(object(changing))).collect();
    let statics = all.len();
    for (number, dynamic) in state.memory.dynamics() {
        all.resize(all.len().max(statics + number as usize + 1), None);
        all[statics + number as usize] = Some(object(dynamic));
    }
    all
}

fn thread_content(thread: &Thread) -> ThreadContent {
    let frame = |frame: &Frame| FrameContent {
        procedure: frame.procedure,
        node: frame.node,
        locals: frame.locals.to_vec(),
        called_by: frame.called_by,
        objects: frame.objects.clone(),
    };
    ThreadContent {
        root: thread.root,
        id: thread.id.clone(),
        frames: thread.frames().unwrap_or_default().iter().map(frame).collect(),
        results: match &thread.phase {
            Phase::Running(_) => None,
            Phase::Finished(results) => Some(results.clone()),
        },
        sections: thread.sections.iter().map(|section| (section.kind, section.object.clone())).collect(),
        atomic_depth: thread.atomic_depth,
    }
}
