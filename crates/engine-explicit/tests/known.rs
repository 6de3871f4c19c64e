//! The engine on programs written to be hard, which live in `check/tests/hard`.

#[path = "../../check/tests/builder/mod.rs"]
mod builder;
#[path = "../../check/tests/hard/mod.rs"]
mod hard;
mod judge;
#[path = "../../check/tests/naive/mod.rs"]
mod naive;
#[path = "../../check/tests/ranges/mod.rs"]
mod ranges;

use builder::{assume, bits, equal, g, get, program, set, straight};
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_explicit::Explicit;
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use judge::judge;
use naive::tally::Use;
use program::expr::{Expr, UnaryOp};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::types::Type;

fn solve(program: &Program, question: &Question) -> Verdict {
    Explicit.solve(Task { program, question }, &Budget::start(Limits::default()), &Silent)
}

#[test]
fn hard_programs_get_their_answers() {
    for hard in hard::programs() {
        assert_eq!(judge(&hard.program), Ok(Use::Compared), "{}", hard.name);
        for (property, fairness, expected) in hard.answers {
            let question = Question { property, fairness };
            let verdict = solve(&hard.program, &question);
            assert_eq!(matches!(verdict, Verdict::Proved(_)), expected, "{}: {question:?}: {verdict:?}", hard.name);
        }
    }
}

fn finish() -> Question {
    Question { property: Property::Finish, fairness: Fairness::Strong }
}

#[test]
fn machine_integers_need_not_fit_in_a_word() {
    let wide = Type::Bits(65);
    let extended = || Expr::unary(UnaryOp::ZeroExtend(65), bits(8, 1));
    let one_step = |globals: &[Type], locals: &[Type], actions| {
        program(globals, vec![straight("main", locals, vec![actions])], &[0])
    };
    let programs = [
        one_step(std::slice::from_ref(&wide), &[], Vec::new()),
        one_step(&[], std::slice::from_ref(&wide), Vec::new()),
        one_step(&[Type::map(vec![wide.clone()], Type::Bool)], &[], Vec::new()),
        one_step(&[Type::map(vec![Type::Bool], wide)], &[], Vec::new()),
        one_step(&[], &[], vec![assume(equal(extended(), extended()))]),
        one_step(
            &[Type::Bits(64)],
            &[],
            vec![set(g(0), bits(64, i64::MIN)), assume(equal(get(g(0)), bits(64, i64::MIN)))],
        ),
    ];
    for program in programs {
        let verdict = solve(&program, &finish());
        assert!(matches!(verdict, Verdict::Proved(_)), "{verdict:?}");
    }
}

/// The least word stands for what nobody has chosen.
#[test]
fn numbers_that_do_not_fit_in_a_word_are_refused() {
    let sets = straight("main", &[], vec![vec![set(g(0), Expr::int(i64::MIN))]]);
    let verdict = solve(&program(&[Type::Int], vec![sets], &[0]), &finish());
    assert!(matches!(verdict, Verdict::Unknown(Reason::NumberTooLarge { .. })), "{verdict:?}");
}

#[test]
fn as_many_values_are_tried_as_the_reference_semantics_tries() {
    for case in ranges::large_cases() {
        let verdict = solve(&case.program, &finish());
        match case.outcomes {
            Some(_) => assert!(matches!(verdict, Verdict::Proved(_)), "{verdict:?}"),
            None => assert!(matches!(verdict, Verdict::Unknown(Reason::UnboundedChoice { .. })), "{verdict:?}"),
        }
    }
}
