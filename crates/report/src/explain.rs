//! What each reason for not knowing means, at more length than a report has.

/// What there is to say of a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The code of the reason.
    pub code: &'static str,
    /// What it means, and what it does not.
    pub means: &'static str,
    /// Which option or which change of the program helps.
    pub helps: &'static str,
    /// An example, line by line, where one serves.
    pub example: &'static [&'static str],
}

/// The explanations, in the alphabetical order of their codes.
pub const EXPLANATIONS: &[Explanation] = &[
    Explanation {
        code: "UH-BOUNDS",
        means: "The engine looks for runs that repeat for ever, with bounds on how often the threads take turns, not on values. Up to \
                the bounds that the message names there is none. That is no proof: there may be one beyond them, or one in which \
                values change in ways that the engine does not look for.",
        helps: "Let it go on to larger bounds with --plan hunt or --engine sequentialise, and give it more with --time and --memory. If \
                you expect that the program finishes, ask for a proof with --plan prove: this engine has none.",
        example: &["unhang check main.c --plan hunt --time 20m"],
    },
    Explanation {
        code: "UH-CHOICE",
        means: "What the program does next depends on a variable that can have infinitely many values: it was never assigned, \
                or it was set by a havoc that nothing confines. The engine that explores states tries all values of booleans, of machine \
                integers of up to 16 bits, and of integers that the assumptions right after the havoc confine to a range. The engines that \
                need not try them all have found no proof either. Elements of maps that were never written count as never assigned.",
        helps: "Assign the variable first, or confine it, with nothing between the choice and the assumption.",
        example: &[
            "havoc x; assume 0 <= x && x < 4;",
            "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= x && x < 4);",
        ],
    },
    Explanation {
        code: "UH-CRASHED",
        means: "A part of unhang panicked. The program is not to blame, and nothing is known about it.",
        helps: "Please report it, together with the program and the message. Another engine may still answer: see --engine.",
        example: &[],
    },
    Explanation {
        code: "UH-INTERRUPTED",
        means: "You stopped unhang with Ctrl-C, or somebody did with a signal, before there was an answer. What is known so far \
                stands in the message, as far as engines had told of it; nothing wrong was found.",
        helps: "Ask again, and limit the time with --time if you want an end by yourself.",
        example: &["unhang check main.c --time 30s"],
    },
    Explanation {
        code: "UH-MEMORY",
        means: "The states found so far took all the memory that the search may use. Nothing wrong was found among them. Engines that \
                work at the same time share the memory; the one that takes the most stops first.",
        helps: "Give it more with --memory, or make the program smaller: fewer threads, smaller bounds, fewer variables that differ \
                without need. If data have no bounds, --plan prove looks for a proof that needs few states.",
        example: &["unhang check main.c --memory 16GiB"],
    },
    Explanation {
        code: "UH-NUMBER",
        means: "A number grew beyond what the engine can store in a state, 64 bits. A program whose numbers grow without \
                bound has infinitely many states, which this engine cannot go through anyway.",
        helps: "Keep the numbers in a range, for instance by taking them modulo a constant; or ask the provers alone with --plan prove.",
        example: &["ticket := (ticket + 1) mod 8;"],
    },
    Explanation {
        code: "UH-PROOF",
        means: "The engine looks for a proof: facts that hold on the way, and ranking functions, which get less each time around a \
                cycle and not below zero. It did not find one for the cycle or the step that the message names, or the program has \
                something in it that is not linear integer arithmetic over a fixed set of threads. That is no counterexample: the cycle that \
                the report shows may be one that cannot be taken at all, or not for ever.",
        helps: "Read the cycle as a question: what gets less each time? Assert that it does not get below zero where it is changed, or \
                assert what holds before the cycle. If nothing gets less, you may be looking at the hang. If the message names something that \
                provers do not know, bound the data, so that all states can be explored.",
        example: &["while (x > 0) { assert x <= limit; x := x - step; }    // and `assume step >= 1;` before it"],
    },
    Explanation {
        code: "UH-RANDOM",
        means: "A run was found that hangs or fails, but it depends on which random numbers come up, and unhang cannot tell \
                whether they do. Either they would have to turn out the same way for ever, while the program can end if they do \
                not; or they follow from seeds that the program sets again, or hands over to rand_r, and equal seeds give equal numbers. A \
                proof would hold for all random numbers.",
        helps: "Ask with --property exit whether the program can always end. To see the run all the same, let the program choose instead, \
                where `__UNHANG__` is defined.",
        example: &[
            "while (rand() % 2) {}                       // ends sooner or later",
            "while (__VERIFIER_nondet_int() % 2) {}      // may go on for ever",
        ],
    },
    Explanation {
        code: "UH-REJECTED",
        means: "An engine gave an answer, and the independent checker found that its evidence does not hold. The answer was \
                thrown away. This is a bug in unhang, not in the program.",
        helps: "Please report it, together with the program. Another engine may still answer: see --engine.",
        example: &[],
    },
    Explanation {
        code: "UH-SOLVER",
        means: "The engine needs an SMT solver, a program of its own, which could not be started or did not understand what it was told.",
        helps: "Install Z3 (package z3), at least version 4.8.12, or name another solver with --solver.",
        example: &["unhang check main.c --solver /opt/z3/bin/z3"],
    },
    Explanation {
        code: "UH-STATES",
        means: "As many states as --max-states allows were found, and nothing wrong among them.",
        helps: "Raise the limit, or leave the option out.",
        example: &["unhang check main.c --max-states 10,000,000"],
    },
    Explanation {
        code: "UH-THREADS",
        means: "More threads exist at once than the engine can tell apart. A program that starts threads in an endless loop \
                and never joins them has infinitely many states.",
        helps: "Start fewer, or join them before more are started.",
        example: &["for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, NULL);"],
    },
    Explanation {
        code: "UH-TIME",
        means: "The time given was used up before there was an answer, and nothing wrong was found so far. That says nothing of the rest.",
        helps: "Give it more with --time, or make the program smaller: fewer threads, smaller bounds. If you expect a hang, --plan hunt leaves \
                the search for proofs out; if you expect none and numbers are large, --plan prove comes to them first.",
        example: &["unhang check main.c --time 20m", "unhang check main.c -- -DWORKERS=2 -DITEMS=3"],
    },
    Explanation {
        code: "UH-UNCHECKED",
        means: "An engine gave an answer, but time or memory ran out while the checker was going through its evidence. unhang \
                gives no answer that was not checked. Checking a proof takes several times as long as finding it.",
        helps: "Give it more with --time or --memory.",
        example: &["unhang check main.c --time 20m --memory 16GiB"],
    },
    Explanation {
        code: "UH-UNSPECIFIED",
        means: "The program looks at a value that the language does not define, such as that of a division by zero. What \
                happens next could be anything, so there is no answer.",
        helps: "Guard the expression, so that it is only evaluated when it has a value.",
        example: &["if (n != 0) { share := total div n; }"],
    },
    Explanation {
        code: "UH-UNSUPPORTED",
        means: "The program uses something that the engine cannot handle. It is named, with its place. unhang never skips what it cannot \
                handle: whatever is proved or refuted was looked at in full.",
        helps: "Rewrite that part. C and C++ programs can do so for unhang only, where the macro `__UNHANG__` is defined. For a function whose \
                source is missing, give a stand-in with --stub FILE, or say --assume-pure NAME if it has no effect on any thread.",
        example: &["#ifdef __UNHANG__", "int read_sensor(void) { return __VERIFIER_nondet_bool(); }", "#endif"],
    },
];

/// The explanation of a code, in any case of letters.
pub fn explain(code: &str) -> Option<&'static Explanation> {
    let code = code.to_ascii_uppercase();
    EXPLANATIONS.iter().find(|known| known.code == code)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use evidence::reason::{Doubt, Reason};
    use program::span::Span;

    use super::*;

    fn every_reason() -> Vec<Reason> {
        let (what, span) = (String::new, Span::NOWHERE);
        let time = Reason::OutOfTime { time: Duration::from_secs(1), states: 1 };
        vec![
            time.clone(),
            Reason::NotRead { time: Duration::from_secs(1), what: "read" },
            Reason::OutOfMemory { bytes: 1, states: 1 },
            Reason::OutOfStates { limit: 1 },
            Reason::DeepStack { limit: Box::new(time), procedure: what(), frames: 1 },
            Reason::UnboundedChoice { variable: what(), span },
            Reason::Unspecified { what: what(), span },
            Reason::RandomNumbers { doubt: Doubt::ForEver, span },
            Reason::NumberTooLarge { span },
            Reason::TooManyThreads { limit: 1 },
            Reason::Unsupported { what: what(), span },
            Reason::NoLasso { stem: 1, cycle: 1, unrolling: 1, is_all: false, left_out: Vec::new() },
            Reason::NotProved { what: what(), span },
            Reason::Unranked { what: what(), span, stem: Vec::new(), cycle: Vec::new() },
            Reason::Solver { message: what() },
            Reason::NotChecked { what: what() },
            Reason::Rejected { engine: what(), why: what() },
            Reason::Crashed { engine: what(), message: what() },
        ]
    }

    /// The position in the list above. Whoever adds a reason has to come here, and then to the list.
    fn position(reason: &Reason) -> usize {
        match reason {
            Reason::OutOfTime { .. } => 0,
            Reason::NotRead { .. } => 1,
            Reason::OutOfMemory { .. } => 2,
            Reason::OutOfStates { .. } => 3,
            Reason::DeepStack { .. } => 4,
            Reason::UnboundedChoice { .. } => 5,
            Reason::Unspecified { .. } => 6,
            Reason::RandomNumbers { .. } => 7,
            Reason::NumberTooLarge { .. } => 8,
            Reason::TooManyThreads { .. } => 9,
            Reason::Unsupported { .. } => 10,
            Reason::NoLasso { .. } => 11,
            Reason::NotProved { .. } => 12,
            Reason::Unranked { .. } => 13,
            Reason::Solver { .. } => 14,
            Reason::NotChecked { .. } => 15,
            Reason::Rejected { .. } => 16,
            Reason::Crashed { .. } => 17,
        }
    }

    #[test]
    fn every_code_is_explained_and_every_explanation_has_a_code() {
        let all = every_reason();
        assert!(all.iter().enumerate().all(|(place, reason)| position(reason) == place));
        let mut codes: Vec<&str> = all.iter().map(Reason::code).chain([crate::outcome::INTERRUPTED]).collect();
        codes.sort_unstable();
        codes.dedup();
        let explained: Vec<&str> = EXPLANATIONS.iter().map(|it| it.code).collect();
        assert_eq!(codes, explained);
        assert!(explain("uh-time").is_some() && explain("UH-NONE").is_none());
    }

    #[test]
    fn every_explanation_says_what_it_means_and_what_helps() {
        let is_sentence =
            |text: &str| text.ends_with('.') && text.starts_with(char::is_uppercase) || text.starts_with("unhang");
        for Explanation { code, means, helps, example } in EXPLANATIONS {
            assert!(is_sentence(means) && means.len() > 60, "{code}: what it means");
            assert!(is_sentence(helps) && helps.len() > 30, "{code}: what helps");
            assert!(example.iter().all(|line| !line.trim().is_empty() && line.len() <= 100), "{code}: the example");
            // Who has to report a bug needs no example.
            let is_bug = ["UH-CRASHED", "UH-REJECTED"].contains(code);
            assert_eq!(example.is_empty(), is_bug, "{code}: the example");
        }
    }
}
