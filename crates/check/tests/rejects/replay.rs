//! Rule `replay`: the steps are steps of the program, with choices that can be made.

use std::sync::Arc;

use evidence::counterexample::{Choice, Motion, Step};
use program::command::Action;
use program::ids::{ObjectId, ProcId, ThreadSlot};
use program::types::Type;
use program::value::{Base, MapValue, Pointer, Value};

use crate::builder::*;
use crate::verdicts::{accepted, counts_then_loops, deadlock, failing, finish, lasso, rejected_by, take};

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

/// Objects are numbered as they come to be: no evidence can know one before.
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
    let fails = straight("main", &[], vec![vec![Action::Assert(truth(false), None)], vec![]]);
    let program = program(&[], vec![fails], &[0]);
    rejected_by("replay", &program, &finish(), lasso(vec![take(0, 0)], vec![take(0, 1)]));
    rejected_by("replay", &program, &finish(), lasso(Vec::new(), vec![take(0, 0)]));
    rejected_by("replay", &program, &finish(), failing(vec![take(0, 0), take(0, 1)]));
    // From where the stem fails there is a cycle.
    let may_fail =
        procedure("main", &[], 2, vec![edge(0, 0, vec![]), edge(0, 1, vec![Action::Assert(truth(false), None)])]);
    let may_fail = crate::builder::program(&[], vec![may_fail], &[0]);
    rejected_by("replay", &may_fail, &finish(), lasso(vec![take(0, 1)], vec![take(0, 0)]));
    rejected_by("replay", &may_fail, &finish(), failing(vec![take(0, 1), take(0, 0)]));
}
