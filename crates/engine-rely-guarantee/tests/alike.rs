//! Threads that are alike share one argument: however many there are, it is the same one.

#[path = "../../check/tests/claims/mod.rs"]
mod claims;

use std::fmt::Write;
use std::time::Duration;

use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_rely_guarantee::RelyGuarantee;
use evidence::certificate::Certificate;
use evidence::modular::Modular;
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::{Fairness, Question};
use program::span::SourceFile;

use crate::claims::may_hold;

/// Workers that take work from one counter under a lock, which they set to these numbers.
fn workers(numbers: &[usize]) -> String {
    let mut text = "var work: int;\nvar lck: int;\n".to_owned();
    for (place, number) in numbers.iter().enumerate() {
        writeln!(
            text,
            "procedure worker{place}() modifies work, lck; {{
               var mine: int;
               mine := 1;
               while (mine > 0) {{
                 atomic {{ assume lck == 0; lck := {number}; }}
                 mine := work;
                 if (mine > 0) {{ work := mine - 1; }}
                 lck := 0;
               }}
             }}"
        )
        .expect("strings take whatever is written");
    }
    let forks: String = (0..numbers.len()).map(|place| format!("fork {place} worker{place}();\n")).collect();
    format!("{text}procedure main() modifies work, lck; {{ havoc work; lck := 0;\n{forks}}}")
}

fn lowered(text: &str) -> Program {
    let file = SourceFile::new("program.bpl".to_owned(), text.into());
    frontend::boogie::lower(vec![file], &Default::default()).expect("the program is one")
}

/// The proof that the program terminates, which the checker has accepted.
fn proof(program: &Program, fairness: Fairness) -> Option<Modular> {
    let question = Question { property: "terminate".parse().expect("a property"), fairness };
    let budget = Budget::start(Limits { time: Duration::from_secs(20), ..Limits::default() });
    let verdict = RelyGuarantee { may_hold }.solve(Task { program, question: &question }, &budget, &Silent);
    let accepted = check::accept::accept(program, &question, verdict, &|_, _| false).expect("it is accepted");
    match accepted.verdict() {
        Verdict::Proved(Certificate::Modular(proof)) => Some((**proof).clone()),
        _ => None,
    }
}

#[test]
fn more_workers_do_not_make_the_argument_longer() {
    let mut known = None;
    for count in [3, 8, 64] {
        let numbers: Vec<usize> = (1..=count).collect();
        let program = lowered(&workers(&numbers));
        let proof = proof(&program, Fairness::None).expect("it is proved");
        let system = proof.subject(&program, &|_| false).expect("it is linear").system;
        assert!(proof.is_shared && proof.is_modular(&system), "{count}");
        let of_workers = &proof.threads[1];
        let size = (of_workers.places.len(), of_workers.own.len(), of_workers.others.len(), of_workers.heads.len());
        assert_eq!(*known.get_or_insert(size), size, "{count}");
    }
}

#[test]
fn fairness_makes_no_difference_to_workers() {
    let program = lowered(&workers(&[1, 2, 3, 4]));
    for fairness in [Fairness::Weak, Fairness::Strong] {
        assert!(proof(&program, fairness).is_some_and(|proof| proof.is_shared), "{fairness}");
    }
}

#[test]
fn threads_without_a_number_of_their_own_share_as_well() {
    let worker = "procedure worker() modifies work; { while (work > 0) { work := work - 1; } }";
    let forks: String = (1..=9).map(|number| format!("fork {number} worker(); ")).collect();
    let text = format!("var work: int;\n{worker}\nprocedure main() modifies work; {{ havoc work; {forks} join 3; }}");
    assert!(proof(&lowered(&text), Fairness::None).is_some_and(|proof| proof.is_shared));
}

#[test]
fn what_is_true_of_one_and_not_of_many_is_not_proved() {
    // Each ends alone, and no two of them need to.
    let mut text = "var x: int;\n".to_owned();
    for number in 1..=3 {
        writeln!(text, "procedure wants{number}() modifies x; {{ while (x != {number}) {{ x := {number}; }} }}")
            .expect("strings take whatever is written");
    }
    let alone = format!("{text}procedure main() modifies x; {{ havoc x; fork 1 wants1(); }}");
    assert!(proof(&lowered(&alone), Fairness::None).is_some());
    let three = "fork 1 wants1(); fork 2 wants2(); fork 3 wants3();";
    let three = format!("{text}procedure main() modifies x; {{ havoc x; {three} }}");
    assert!(proof(&lowered(&three), Fairness::None).is_none());
}
