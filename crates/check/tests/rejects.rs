//! For each rule of `check::rules`, evidence that breaks it and nothing else is rejected by it; and evidence that was
//! accepted and then changed at random is rejected, or true all the same.

mod builder;
mod naive;

use std::sync::Arc;

use builder::*;
use check::accept::{Finding, accept};
use check::fairness::Part;
use check::rules::Rejection;
use check::semantics::state::{State, initial};
use check::semantics::step::steps;
use evidence::certificate::Certificate;
use evidence::counterexample::{
    Choice, Closing, Counterexample, Lasso, Lost, Motion, SectionIdentity, SectionInstance, Step, Trap,
};
use evidence::verdict::Verdict;
use program::arbitrary::random::Random;
use program::command::Action;
use program::expr::Expr;
use program::ids::{EdgeId, ObjectId, ProcId, SectionKindId, ThreadSlot};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::types::Type;
use program::value::{Base, MapValue, Pointer, Value};

fn ask(property: Property, fairness: Fairness) -> Question {
    Question { property, fairness }
}

fn finish() -> Question {
    ask(Property::Finish, Fairness::Strong)
}

fn judge(program: &Program, question: &Question, verdict: Verdict) -> Result<(), Rejection> {
    accept(program, question, verdict, &|_, _| false).map(drop)
}

fn rejected_by(rule: &str, program: &Program, question: &Question, verdict: Verdict) {
    match judge(program, question, verdict) {
        Err(Rejection::Broken { rule: found, why }) => assert_eq!(found, rule, "{why}"),
        other => panic!("expected a rejection by `{rule}`, found {other:?}"),
    }
}

fn accepted(program: &Program, question: &Question, verdict: Verdict) {
    judge(program, question, verdict).unwrap_or_else(|rejection| panic!("{rejection}"));
}

fn take(thread: u32, edge: u32) -> Step {
    Step { thread: ThreadSlot(thread), motion: Motion::Edge(EdgeId(edge)), choices: Vec::new() }
}

fn lasso(stem: Vec<Step>, cycle: Vec<Step>) -> Verdict {
    Verdict::Refuted(Counterexample::Lasso(Lasso { stem, cycle, closing: Closing::SameState }))
}

fn deadlock(steps: Vec<Step>) -> Verdict {
    Verdict::Refuted(Counterexample::Deadlock(steps))
}

fn trap(steps: Vec<Step>, lost: Lost) -> Verdict {
    Verdict::Refuted(Counterexample::Trap(Trap { steps, lost }))
}

fn explored(states: u64) -> Verdict {
    Verdict::Proved(Certificate::Exploration { states })
}

/// `g0` counts to two, then the thread goes round for ever, or ends.
fn counts_then_loops() -> Program {
    let counts = procedure(
        "main",
        &[],
        4,
        vec![
            edge(0, 1, vec![set(g(0), Expr::int(1))]),
            edge(1, 2, vec![set(g(0), Expr::int(2))]),
            edge(2, 2, vec![]),
            edge(2, 3, vec![]),
        ],
    );
    program(&[Type::Int], vec![counts], &[0])
}

/// One thread goes round for ever, the other one has a step to take.
fn loops_beside_another() -> Program {
    let loops = procedure("loops", &[], 2, vec![edge(0, 0, vec![])]);
    let waits = straight("waits", &[], vec![vec![]]);
    program(&[], vec![loops, waits], &[0, 1])
}

/// In a section, the thread goes round or leaves it for a place where every run is discarded.
fn leaves_into_nothing() -> Program {
    let mut leaves = procedure(
        "main",
        &[],
        4,
        vec![
            edge(0, 1, vec![enter(None)]),
            edge(1, 1, vec![]),
            edge(1, 2, vec![leave(None)]),
            edge(2, 3, vec![assume(truth(false))]),
        ],
    );
    leaves.nodes[2].discards = true;
    program(&[], vec![leaves], &[0])
}

/// The thread waits for ever in a section.
fn waits_in_a_section() -> Program {
    let waits = straight("main", &[], vec![vec![enter(None)], vec![assume(truth(false))]]);
    program(&[], vec![waits], &[0])
}

fn section(place: u32) -> Lost {
    let identity = SectionIdentity::Opened { kind: SectionKindId(0), place };
    Lost::Section(SectionInstance { thread: ThreadSlot(0), identity })
}

#[test]
fn replay() {
    let program = counts_then_loops();
    accepted(&program, &finish(), lasso(vec![take(0, 0), take(0, 1)], vec![take(0, 2)]));
    rejected_by("replay", &program, &finish(), lasso(vec![take(0, 0)], vec![take(0, 2)]));
    rejected_by("replay", &program, &finish(), lasso(vec![take(1, 0)], vec![take(0, 2)]));
    rejected_by("replay", &program, &finish(), lasso(vec![take(0, 7)], vec![take(0, 2)]));
    let superfluous = Step { choices: vec![Choice::Value(Value::Bool(true))], ..take(0, 0) };
    rejected_by("replay", &program, &finish(), deadlock(vec![superfluous]));
    let returns = Step { motion: Motion::Return, ..take(0, 0) };
    rejected_by("replay", &program, &finish(), deadlock(vec![returns]));
}

/// What a person reads has no names of variants in it.
#[test]
fn rejections_are_told_in_words() {
    let says = |program: &Program, verdict, expected: &str| {
        let rejection = judge(program, &finish(), verdict).expect_err(expected);
        assert_eq!(rejection.to_string(), expected);
    };
    let counts = counts_then_loops();
    let stem = |step| lasso(vec![take(0, 0), step], vec![take(0, 2)]);
    let superfluous = Step { choices: vec![Choice::Value(Value::Bool(true))], ..take(0, 1) };
    says(
        &counts,
        stem(take(0, 2)),
        "step 2 of the stem, by `main` (t0), cannot be taken: the thread does not stand where the step begins (rule `replay`)",
    );
    says(
        &counts,
        stem(take(7, 2)),
        "step 2 of the stem, by t7, cannot be taken: there is no such thread (rule `replay`)",
    );
    says(
        &counts,
        stem(superfluous),
        "step 2 of the stem, by `main` (t0), cannot be taken: the evidence makes more choices than there are in it (rule `replay`)",
    );
    let ended = deadlock(vec![take(0, 0), take(0, 1), take(0, 3), take(0, 2)]);
    says(&counts, ended, "step 4 of the run, by t0, cannot be taken: there is no such thread (rule `replay`)");
    says(&counts, deadlock(vec![take(0, 0)]), "`main` (t0) can step (rule `deadlock`)");
    says(
        &waits_in_a_section(),
        lasso(vec![take(0, 0)], vec![take(0, 1)]),
        "step 1 of the cycle, by `main` (t0), cannot be taken: it has to wait (rule `replay`)",
    );
    says(
        &loops_beside_another(),
        lasso(Vec::new(), vec![take(0, 0)]),
        "`waits` (t1) can always step in the cycle and never does, which is not fair under `strong` (rule `fair`)",
    );
    let fails = straight("main", &[], vec![vec![Action::Assert(truth(false))], vec![]]);
    says(
        &program(&[], vec![fails], &[0]),
        deadlock(vec![take(0, 0), take(0, 1)]),
        "step 1 of the run, by `main` (t0), goes wrong: assertion fails (rule `replay`)",
    );
}

#[test]
fn replay_of_choices() {
    let chooses = straight(
        "main",
        &[Type::Bool],
        vec![vec![Action::Havoc(vec![l(0)]), assume(get(l(0)))], vec![assume(truth(false))]],
    );
    let program = program(&[], vec![chooses], &[0]);
    let choosing = |value: Value| Step { choices: vec![Choice::Value(value)], ..take(0, 0) };
    accepted(&program, &finish(), deadlock(vec![choosing(Value::Bool(true))]));
    rejected_by("replay", &program, &finish(), deadlock(vec![choosing(Value::Bool(false))]));
    rejected_by("replay", &program, &finish(), deadlock(vec![choosing(Value::int(1))]));
    rejected_by("replay", &program, &finish(), deadlock(vec![choosing(Value::Any)]));
    rejected_by("replay", &program, &finish(), deadlock(vec![take(0, 0)]));
    let of_a_thread = Step { choices: vec![Choice::Thread(ThreadSlot(0))], ..take(0, 0) };
    rejected_by("replay", &program, &finish(), deadlock(vec![of_a_thread]));
}

/// What was not looked at can be chosen to stay open, and maps stay open key by key.
#[test]
fn replay_of_choices_that_stay_open() {
    let left_open = Step { choices: vec![Choice::Value(Value::Any)], ..take(0, 0) };
    for ty in [Type::Bool, Type::Int, Type::map(vec![Type::Int], Type::Int)] {
        let chooses = procedure("main", &[], 2, vec![edge(0, 0, vec![Action::Havoc(vec![g(0)])])]);
        let program = program(&[ty], vec![chooses], &[0]);
        accepted(&program, &finish(), lasso(Vec::new(), vec![left_open.clone()]));
    }
}

/// Objects are numbered as they come to be: no evidence can know one before.
/// A map is chosen with keys that exist: no two of them are the same.
#[test]
fn replay_of_choices_of_maps() {
    let chooses = straight(
        "main",
        &[Type::map(vec![Type::Bool], Type::Int)],
        vec![vec![Action::Havoc(vec![l(0)])], vec![assume(truth(false))]],
    );
    let program = program(&[], vec![chooses], &[0]);
    let choosing = |key: Value, value: Value| {
        let map = MapValue::constant(Value::int(0)).with(vec![key], value);
        deadlock(vec![Step { choices: vec![Choice::Value(Value::Map(Arc::new(map)))], ..take(0, 0) }])
    };
    accepted(&program, &finish(), choosing(Value::Bool(true), Value::int(1)));
    accepted(&program, &finish(), choosing(Value::Bool(true), Value::Any));
    rejected_by("replay", &program, &finish(), choosing(Value::Any, Value::int(1)));
}

#[test]
fn replay_of_choices_of_pointers() {
    let pointer = |base| Value::Pointer(Pointer { base, offset: 0 });
    let ty = Type::map(vec![Type::Pointer], Type::Pointer);
    let map = |default, key, value| Value::Map(Arc::new(MapValue::constant(default).with(vec![key], value)));
    let nobody = [Base::Dynamic(0), Base::Procedure(ProcId(99)), Base::Static(ObjectId(0))];
    for base in [Base::Address, Base::Procedure(ProcId(0))].into_iter().chain(nobody) {
        let null = || pointer(Base::Address);
        let other = || Value::Pointer(Pointer { base: Base::Address, offset: 1 });
        let cases = [
            (Type::Pointer, pointer(base)),
            (ty.clone(), map(pointer(base), null(), other())),
            (ty.clone(), map(other(), pointer(base), null())),
            (ty.clone(), map(other(), null(), pointer(base))),
        ];
        for (ty, value) in cases {
            let chooses = straight("main", &[ty], vec![vec![Action::Havoc(vec![l(0)])], vec![assume(truth(false))]]);
            let program = program(&[], vec![chooses], &[0]);
            let choosing = Step { choices: vec![Choice::Value(value.clone())], ..take(0, 0) };
            if nobody.contains(&base) {
                rejected_by("replay", &program, &finish(), deadlock(vec![choosing]));
            } else {
                accepted(&program, &finish(), deadlock(vec![choosing]));
            }
        }
    }
}

/// The thread to be joined must have finished, and have the id.
#[test]
fn replay_of_joins() {
    let forks = vec![fork(Some(0), 1), fork(Some(1), 1), fork(Some(0), 2)];
    let main = straight("main", &[], vec![forks, vec![join(0)], vec![assume(truth(false))]]);
    let ends = procedure("ends", &[], 1, Vec::new());
    let waits = straight("waits", &[], vec![vec![assume(truth(false))]]);
    let program = program(&[], vec![main, ends, waits], &[0]);
    let joining = |slot| Step { choices: vec![Choice::Thread(ThreadSlot(slot))], ..take(0, 1) };
    accepted(&program, &finish(), deadlock(vec![take(0, 0), joining(1)]));
    rejected_by("replay", &program, &finish(), deadlock(vec![take(0, 0), joining(2)]));
    rejected_by("replay", &program, &finish(), deadlock(vec![take(0, 0), joining(3)]));
}

#[test]
fn replay_of_a_failing_stem() {
    let fails = straight("main", &[], vec![vec![Action::Assert(truth(false))], vec![]]);
    let program = program(&[], vec![fails], &[0]);
    rejected_by("replay", &program, &finish(), lasso(vec![take(0, 0)], vec![take(0, 1)]));
    rejected_by("replay", &program, &finish(), lasso(Vec::new(), vec![take(0, 0)]));
    rejected_by("replay", &program, &finish(), Verdict::Refuted(Counterexample::Failure(vec![take(0, 0), take(0, 1)])));
    // From where the stem fails there is a cycle.
    let may_fail = procedure("main", &[], 2, vec![edge(0, 0, vec![]), edge(0, 1, vec![Action::Assert(truth(false))])]);
    let may_fail = builder::program(&[], vec![may_fail], &[0]);
    rejected_by("replay", &may_fail, &finish(), lasso(vec![take(0, 1)], vec![take(0, 0)]));
    let goes_on = Counterexample::Failure(vec![take(0, 1), take(0, 0)]);
    rejected_by("replay", &may_fail, &finish(), Verdict::Refuted(goes_on));
}

#[test]
fn kind() {
    let looping = counts_then_loops();
    let endless = || lasso(vec![take(0, 0), take(0, 1)], vec![take(0, 2)]);
    for property in [Property::Sections, Property::Exit] {
        rejected_by("kind", &looping, &ask(property, Fairness::Strong), endless());
    }
    let waiting = waits_in_a_section();
    accepted(&waiting, &finish(), deadlock(vec![take(0, 0)]));
    for property in [Property::Terminate, Property::Thread("main".to_owned()), Property::Sections, Property::Exit] {
        rejected_by("kind", &waiting, &ask(property, Fairness::Strong), deadlock(vec![take(0, 0)]));
    }
    let exit = ask(Property::Exit, Fairness::Strong);
    let sections = ask(Property::Sections, Fairness::Strong);
    rejected_by("kind", &waiting, &exit, trap(vec![take(0, 0)], section(0)));
    rejected_by("kind", &waiting, &sections, trap(vec![take(0, 0)], Lost::End));
    rejected_by("kind", &waiting, &finish(), trap(vec![take(0, 0)], Lost::End));
}

#[test]
fn cycle() {
    rejected_by("cycle", &counts_then_loops(), &finish(), lasso(vec![take(0, 0), take(0, 1)], Vec::new()));
}

#[test]
fn closing() {
    let program = counts_then_loops();
    rejected_by("closing", &program, &finish(), lasso(vec![take(0, 0)], vec![take(0, 1)]));
    rejected_by("closing", &program, &finish(), lasso(vec![take(0, 0)], vec![take(0, 1), take(0, 2)]));
}

#[test]
fn closing_up_to_heap_names() {
    let allocates = procedure("main", &[Type::Pointer], 2, vec![edge(0, 0, vec![heap(l(0), 1)])]);
    let program = program(&[], vec![allocates], &[0]);
    let closed = |closing| {
        let (stem, cycle) = (vec![take(0, 0)], vec![take(0, 0)]);
        Verdict::Refuted(Counterexample::Lasso(Lasso { stem, cycle, closing }))
    };
    accepted(&program, &finish(), closed(Closing::SameUpToHeapNames));
    rejected_by("closing", &program, &finish(), closed(Closing::SameState));
    let first_differs = Lasso { stem: Vec::new(), cycle: vec![take(0, 0)], closing: Closing::SameUpToHeapNames };
    rejected_by("closing", &program, &finish(), Verdict::Refuted(Counterexample::Lasso(first_differs)));
}

#[test]
fn fair() {
    let program = loops_beside_another();
    let starving = || lasso(Vec::new(), vec![take(0, 0)]);
    accepted(&program, &ask(Property::Finish, Fairness::None), starving());
    rejected_by("fair", &program, &ask(Property::Finish, Fairness::Weak), starving());
    rejected_by("fair", &program, &ask(Property::Finish, Fairness::Strong), starving());
    accepted(&program, &finish(), lasso(vec![take(1, 0)], vec![take(0, 0)]));
}

#[test]
fn fair_to_a_thread_that_is_enabled_now_and_then() {
    let toggles = procedure(
        "toggles",
        &[],
        4,
        vec![
            edge(0, 1, vec![set(g(0), truth(false))]),
            edge(1, 2, vec![set(g(0), truth(true))]),
            edge(2, 1, vec![set(g(0), truth(false))]),
        ],
    );
    let waits = straight("waits", &[], vec![vec![assume(get(g(0)))]]);
    let starts = straight("main", &[], vec![vec![set(g(0), truth(false)), fork(None, 1), fork(None, 2)]]);
    let program = program(&[Type::Bool], vec![starts, toggles, waits], &[0]);
    // The main thread has freed its slot, but the others keep theirs.
    let starving = || lasso(vec![take(0, 0), take(1, 0)], vec![take(1, 1), take(1, 2)]);
    accepted(&program, &ask(Property::Finish, Fairness::None), starving());
    accepted(&program, &ask(Property::Finish, Fairness::Weak), starving());
    rejected_by("fair", &program, &ask(Property::Finish, Fairness::Strong), starving());
}

#[test]
fn thread() {
    let program = loops_beside_another();
    let looping = || lasso(vec![take(1, 0)], vec![take(0, 0)]);
    let of = |name: &str| ask(Property::Thread(name.to_owned()), Fairness::Strong);
    accepted(&program, &of("loops"), looping());
    rejected_by("thread", &program, &of("waits"), looping());
    rejected_by("thread", &program, &of("nobody"), looping());
}

#[test]
fn thread_that_is_replaced_by_another_in_its_slot() {
    let starts = procedure("main", &[], 3, vec![edge(0, 1, vec![fork(Some(0), 1)]), edge(1, 0, vec![join(0)])]);
    let works = straight("worker", &[], vec![vec![], vec![]]);
    let program = program(&[], vec![starts, works], &[0]);
    let of = |name: &str| ask(Property::Thread(name.to_owned()), Fairness::Strong);
    let joining = Step { choices: vec![Choice::Thread(ThreadSlot(1))], ..take(0, 1) };
    let round = || lasso(Vec::new(), vec![take(0, 0), take(1, 0), take(1, 1), joining.clone()]);
    accepted(&program, &of("main"), round());
    rejected_by("thread", &program, &of("worker"), round());
    let accepted = accept(&program, &of("main"), round(), &|_, _| false).expect("it was accepted before");
    let both_step = [0, 1].map(|slot| (ThreadSlot(slot), Part::Steps));
    assert_eq!(accepted.finding(), &Finding::Parts(both_step.into()), "also of the thread that comes and goes");
}

#[test]
fn thread_that_is_replaced_as_soon_as_it_is_joined() {
    let replaces = edge(1, 1, vec![join(0), fork(Some(0), 1)]);
    let starts = procedure("main", &[], 3, vec![edge(0, 1, vec![fork(Some(0), 1)]), replaces]);
    let program = program(&[], vec![starts, straight("worker", &[], vec![vec![]])], &[0]);
    let joining = Step { choices: vec![Choice::Thread(ThreadSlot(1))], ..take(0, 1) };
    let round = || lasso(vec![take(0, 0)], vec![take(1, 0), joining.clone()]);
    accepted(&program, &finish(), round());
    rejected_by("thread", &program, &ask(Property::Thread("worker".to_owned()), Fairness::Strong), round());
}

#[test]
fn deadlocks() {
    let program = waits_in_a_section();
    rejected_by("deadlock", &program, &finish(), deadlock(Vec::new()));
    let ends = builder::program(&[], vec![straight("main", &[], vec![vec![]])], &[0]);
    rejected_by("deadlock", &ends, &finish(), deadlock(vec![take(0, 0)]));
    let fails = builder::program(&[], vec![straight("main", &[], vec![vec![Action::Assert(truth(false))]])], &[0]);
    rejected_by("deadlock", &fails, &finish(), deadlock(vec![take(0, 0)]));
    let halts = builder::program(&[], vec![straight("main", &[], vec![vec![Action::Halt], vec![]])], &[0]);
    rejected_by("deadlock", &halts, &finish(), deadlock(vec![take(0, 0)]));
    let looks_at_nothing = straight("main", &[], vec![vec![assume(get(g(0)))]]);
    let undetermined = builder::program(&[Type::Bool], vec![looks_at_nothing], &[0]);
    rejected_by("deadlock", &undetermined, &finish(), deadlock(Vec::new()));
}

#[test]
fn failure() {
    let asserts = straight("main", &[], vec![vec![], vec![Action::Assert(truth(false))]]);
    let program = program(&[], vec![asserts], &[0]);
    let failing = |steps| Verdict::Refuted(Counterexample::Failure(steps));
    accepted(&program, &finish(), failing(vec![take(0, 0), take(0, 1)]));
    rejected_by("failure", &program, &finish(), failing(vec![take(0, 0)]));
    rejected_by("failure", &program, &finish(), failing(Vec::new()));
}

#[test]
fn traps() {
    let sections = ask(Property::Sections, Fairness::Strong);
    let exit = ask(Property::Exit, Fairness::Strong);
    let stuck = waits_in_a_section();
    accepted(&stuck, &sections, trap(vec![take(0, 0)], section(0)));
    accepted(&stuck, &exit, trap(Vec::new(), Lost::End));
    rejected_by("trap", &stuck, &sections, trap(vec![take(0, 0)], section(1)));
    rejected_by("trap", &stuck, &sections, trap(Vec::new(), section(0)));

    let can_end = procedure("main", &[], 2, vec![edge(0, 0, vec![]), edge(0, 1, vec![])]);
    let can_end = program(&[], vec![can_end], &[0]);
    rejected_by("trap", &can_end, &exit, trap(Vec::new(), Lost::End));
    rejected_by("trap", &can_end, &exit, trap(vec![take(0, 1)], Lost::End));

    // The section is left and entered again, in one step.
    let re_enters =
        procedure("main", &[], 3, vec![edge(0, 1, vec![enter(None)]), edge(1, 1, vec![leave(None), enter(None)])]);
    let re_enters = program(&[], vec![re_enters], &[0]);
    rejected_by("trap", &re_enters, &sections, trap(vec![take(0, 0)], section(0)));

    // The same before the thread comes to where it stays.
    let re_enters_once = vec![vec![enter(None)], vec![leave(None), enter(None)], vec![assume(truth(false))]];
    let re_enters_once = program(&[], vec![straight("main", &[], re_enters_once)], &[0]);
    rejected_by("trap", &re_enters_once, &sections, trap(vec![take(0, 0)], section(0)));
    accepted(&re_enters_once, &sections, trap(vec![take(0, 0), take(0, 1)], section(0)));

    let fails_later = straight("main", &[], vec![vec![enter(None)], vec![Action::Assert(truth(false))], vec![]]);
    let fails_later = program(&[], vec![fails_later], &[0]);
    rejected_by("trap", &fails_later, &sections, trap(vec![take(0, 0)], section(0)));
    rejected_by("trap", &fails_later, &exit, trap(vec![take(0, 0), take(0, 1)], Lost::End));
}

/// What follows in discarded runs only is no way out, and there is no trap where nothing else follows.
#[test]
fn traps_and_discarded_runs() {
    let sections = ask(Property::Sections, Fairness::Strong);
    let exit = ask(Property::Exit, Fairness::Strong);
    let program = leaves_into_nothing();
    accepted(&program, &sections, trap(vec![take(0, 0)], section(0)));
    accepted(&program, &exit, trap(vec![take(0, 0), take(0, 1)], Lost::End));
    rejected_by("trap", &program, &exit, trap(vec![take(0, 0), take(0, 2)], Lost::End));
    for states in 0..6 {
        rejected_by("exploration", &program, &sections, explored(states));
        rejected_by("exploration", &program, &exit, explored(states));
    }
}

/// In the section, the thread can go where it stays, or leave the section for a place where every run is discarded.
#[test]
fn traps_with_a_way_out_into_nothing() {
    let mut leaves = procedure(
        "main",
        &[],
        5,
        vec![
            edge(0, 1, vec![enter(None)]),
            edge(1, 2, vec![]),
            edge(1, 3, vec![leave(None)]),
            edge(2, 4, vec![assume(truth(false))]),
            edge(3, 4, vec![assume(truth(false))]),
        ],
    );
    leaves.nodes[3].discards = true;
    let sections = ask(Property::Sections, Fairness::Strong);
    accepted(&program(&[], vec![leaves], &[0]), &sections, trap(vec![take(0, 0)], section(0)));
}

#[test]
fn exploration() {
    // Start and loop head: the step between them is taken at once.
    let looping = counts_then_loops();
    let states =
        (1..10).find(|states| judge(&looping, &ask(Property::Exit, Fairness::Strong), explored(*states)).is_ok());
    let states = states.expect("the program can always end");
    rejected_by("exploration", &looping, &ask(Property::Exit, Fairness::Strong), explored(states + 1));
    rejected_by("exploration", &looping, &finish(), explored(states));
    let fails = program(&[], vec![straight("main", &[], vec![vec![Action::Assert(truth(false))]])], &[0]);
    let undetermined = program(&[Type::Bool], vec![straight("main", &[], vec![vec![assume(get(g(0)))]])], &[0]);
    for states in 0..4 {
        rejected_by("exploration", &fails, &finish(), explored(states));
        rejected_by("exploration", &undetermined, &finish(), explored(states));
    }
}

#[test]
fn a_check_that_is_interrupted_accepts_nothing() {
    let program = counts_then_loops();
    let exit = ask(Property::Exit, Fairness::Strong);
    let interrupted = accept(&program, &exit, explored(2), &|_, _| true);
    assert!(matches!(interrupted, Err(Rejection::Interrupted { .. })), "{interrupted:?}");
}

/// Random walks give evidence of every kind; whatever is accepted, as found or changed, is true of the full graph.
#[test]
fn what_is_accepted_is_true() {
    let count = naive::random_programs(500);
    let accepted_of_kind = naive::for_seeds(count, |seed| {
        let program = naive::random_program(seed);
        let mut random = Random::new(seed ^ 0x5eed);
        let full = naive::graph::Graph::build(&program, 300)?;
        let mut accepted = [0usize; 4];
        for _ in 0..20 {
            let walk = random_walk(&program, &mut random);
            for (kind, evidence) in evidence_from(&program, &walk, &mut random).into_iter().enumerate() {
                for verdict in [evidence.clone(), changed(evidence, &mut random)] {
                    accepted[kind] += usize::from(is_accepted_only_if_true(seed, &program, &full, verdict));
                }
            }
        }
        Some(accepted)
    });
    let mut total = [0usize; 4];
    for accepted in accepted_of_kind.into_iter().flatten() {
        total.iter_mut().zip(accepted).for_each(|(sum, more)| *sum += more);
    }
    assert!(total.iter().all(|accepted| *accepted > 0), "of some kind nothing was accepted: {total:?}");
}

/// Asks every question with the evidence as the answer, and compares what is accepted with the oracle.
fn is_accepted_only_if_true(
    seed: u64,
    program: &Program,
    full: &naive::graph::Graph,
    evidence: Counterexample,
) -> bool {
    let mut any = false;
    for question in naive::questions(program) {
        if judge(program, &question, Verdict::Refuted(evidence.clone())).is_err() {
            continue;
        }
        any = true;
        let is_failure = matches!(evidence, Counterexample::Failure(_));
        let is_true = if is_failure { !full.failures.is_empty() } else { !naive::holds(program, &question, full) };
        assert!(
            is_true,
            "UNHANG_SEED={seed}: accepted for {question:?} though it is not so: {evidence:?}\n{program:#?}"
        );
    }
    any
}

/// A run from the initial state, and the states it visits.
struct Walk {
    steps: Vec<Step>,
    states: Vec<State>,
}

fn random_walk(program: &Program, random: &mut Random) -> Walk {
    let mut walk = Walk { steps: Vec::new(), states: vec![initial(program)] };
    for _ in 0..1 + random.below(40) {
        let state = walk.states.last().expect("there is a first state");
        let taken: Vec<_> = state.slots().filter_map(|slot| steps(program, state, slot).ok()).flatten().collect();
        let Some(taken) = random.pick(&taken) else { break };
        walk.steps.push(taken.step.clone());
        match &taken.outcome {
            Ok(reached) => walk.states.push(reached.state.clone()),
            Err(_) => break,
        }
    }
    walk
}

/// The walk as a lasso, a deadlock, a trap and a failure, whether it is one or not.
fn evidence_from(program: &Program, walk: &Walk, random: &mut Random) -> [Counterexample; 4] {
    let lost = match random.pick(&check::sections::open(program, &walk.states[walk.states.len() - 1])) {
        Some(section) if random.chance(70) => Lost::Section(section.clone()),
        _ => Lost::End,
    };
    [
        Counterexample::Lasso(closed(walk, random)),
        Counterexample::Deadlock(walk.steps.clone()),
        Counterexample::Trap(Trap { steps: walk.steps.clone(), lost }),
        Counterexample::Failure(walk.steps.clone()),
    ]
}

/// A cycle where the walk comes back to a state, if it does.
fn closed(walk: &Walk, random: &mut Random) -> Lasso {
    let closing = if random.chance(50) { Closing::SameState } else { Closing::SameUpToHeapNames };
    let last = walk.states.len() - 1;
    for end in (1..=last).rev() {
        let identity = naive::identity::identity(&walk.states[end]);
        if let Some(start) = (0..end).find(|start| naive::identity::identity(&walk.states[*start]) == identity) {
            return Lasso { stem: walk.steps[..start].to_vec(), cycle: walk.steps[start..end].to_vec(), closing };
        }
    }
    let middle = random.below(walk.steps.len() + 1);
    Lasso { stem: walk.steps[..middle].to_vec(), cycle: walk.steps[middle..].to_vec(), closing }
}

fn changed(evidence: Counterexample, random: &mut Random) -> Counterexample {
    match evidence {
        Counterexample::Lasso(mut lasso) => {
            if random.chance(50) {
                change(&mut lasso.stem, random);
            } else {
                change(&mut lasso.cycle, random);
            }
            Counterexample::Lasso(lasso)
        }
        Counterexample::Deadlock(mut steps) => {
            change(&mut steps, random);
            Counterexample::Deadlock(steps)
        }
        Counterexample::Trap(mut trap) => {
            change(&mut trap.steps, random);
            Counterexample::Trap(trap)
        }
        Counterexample::Failure(mut steps) => {
            change(&mut steps, random);
            Counterexample::Failure(steps)
        }
    }
}

/// Drops, doubles, swaps or alters a step.
fn change(steps: &mut Vec<Step>, random: &mut Random) {
    if steps.is_empty() {
        return;
    }
    let at = random.below(steps.len());
    match random.below(6) {
        0 => drop(steps.remove(at)),
        1 => steps.insert(at, steps[at].clone()),
        2 => steps.swap(at, 0),
        3 => steps[at].thread = ThreadSlot::new(random.below(4)),
        4 => steps[at].motion = Motion::Edge(EdgeId::new(random.below(6))),
        _ => steps.truncate(at),
    }
}
