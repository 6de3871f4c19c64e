//! What each reason for not knowing means, at more length than a report has.

/// The codes and their explanations, in alphabetical order.
pub const EXPLANATIONS: &[(&str, &str)] = &[
    (
        "UH-BOUNDS",
        "The engine looks for runs that repeat for ever, with bounds on how often the threads take turns, not on values. Up to \
         the bounds that the message names there is none. That is no proof: there may be one beyond them, or one in which \
         values change in ways that the engine does not look for. Bounds are raised until the time or the memory is over: give it more \
         with --time and --memory, or ask another engine.",
    ),
    (
        "UH-CHOICE",
        "What the program does next depends on a variable that can have infinitely many values: it was never assigned, \
         or it was set by a havoc that nothing confines. The engine tries all values of booleans, of machine integers \
         of up to 16 bits, and of integers that the assumptions right after the havoc confine to a range. \
         Assign the variable first, or confine it: `havoc x; assume 0 <= x && x < 4;`, with nothing between the two. Elements of maps that were never \
         written count as never assigned.",
    ),
    (
        "UH-CRASHED",
        "A part of unhang panicked. The program is not to blame, and nothing is known about it. Please report it, \
         together with the program and the message.",
    ),
    (
        "UH-INTERRUPTED",
        "You stopped unhang with Ctrl-C, or somebody did with a signal, before there was an answer. What is known so far \
         stands in the message, as far as engines had told of it; nothing wrong was found. Ask again, and limit the time with --time if \
         you want an end by yourself.",
    ),
    (
        "UH-MEMORY",
        "The states found so far took all the memory that the search may use. Nothing wrong was found among them. \
         Give it more with --memory (such as 16GiB), or make the program smaller: fewer threads, smaller bounds, \
         fewer variables that differ without need.",
    ),
    (
        "UH-NUMBER",
        "A number grew beyond what the engine can store in a state, 64 bits. A program whose numbers grow without \
         bound has infinitely many states, which this engine cannot go through anyway. Keep the numbers in a range, \
         for instance by taking them modulo a constant.",
    ),
    (
        "UH-PROOF",
        "The engine looks for a proof: facts that hold on the way, and ranking functions, which get less each time around a \
         cycle and not below zero. It did not find one for the cycle or the step that the message names, or the program has \
         something in it that is not linear integer arithmetic over a fixed set of threads. That is no counterexample. \
         Another engine may find one, or an assertion that says what holds at that place may help the proof.",
    ),
    (
        "UH-RANDOM",
        "A run was found that hangs or fails, but it depends on which random numbers come up, and unhang cannot tell \
         whether they do. Either they would have to turn out the same way for ever, while the program can end if they do \
         not: `while (rand() % 2) {}` ends sooner or later. Or they follow from seeds that the program sets again, or hands \
         over to rand_r, and equal seeds give equal numbers. A proof would hold for all random numbers.",
    ),
    (
        "UH-REJECTED",
        "An engine gave an answer, and the independent checker found that its evidence does not hold. The answer was \
         thrown away. This is a bug in unhang: please report it, together with the program.",
    ),
    (
        "UH-SOLVER",
        "The engine needs an SMT solver, a program of its own, which could not be started or did not understand what it was \
         told. Install Z3 (package z3), at least version 4.8.12, or name another solver \
         with --solver.",
    ),
    (
        "UH-STATES",
        "As many states as --max-states allows were found, and nothing wrong among them. Raise the limit, or leave the \
         option out.",
    ),
    (
        "UH-THREADS",
        "More threads exist at once than the engine can tell apart. A program that starts threads in an endless loop \
         and never joins them has infinitely many states. Start fewer, or join them.",
    ),
    (
        "UH-TIME",
        "The time given was used up before all states were seen, and nothing wrong was found so far. Give it more with \
         --time (such as 20m), or make the program smaller: fewer threads, smaller bounds.",
    ),
    (
        "UH-UNCHECKED",
        "An engine gave an answer, but time or memory ran out while the checker was going through its evidence. unhang \
         gives no answer that was not checked. Checking a proof takes several times as long as finding it: give it \
         more with --time or --memory.",
    ),
    (
        "UH-UNSPECIFIED",
        "The program looks at a value that the language does not define, such as that of a division by zero. What \
         happens next could be anything, so there is no answer. Guard the expression, so that it is only evaluated \
         when it has a value.",
    ),
    (
        "UH-UNSUPPORTED",
        "The program uses something that the engine cannot handle. It is named, with its place; rewrite that part. \
         unhang never skips what it cannot handle.",
    ),
];

/// The explanation of a code, in any case of letters.
pub fn explain(code: &str) -> Option<&'static str> {
    let code = code.to_ascii_uppercase();
    EXPLANATIONS.iter().find(|(known, _)| *known == code).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use evidence::reason::{Doubt, Reason};
    use program::span::Span;

    use super::*;

    fn every_reason() -> Vec<Reason> {
        let (what, span) = (String::new, Span::NOWHERE);
        vec![
            Reason::OutOfTime { time: Duration::from_secs(1), states: 1 },
            Reason::NotRead { time: Duration::from_secs(1), what: "read" },
            Reason::OutOfMemory { bytes: 1, states: 1 },
            Reason::OutOfStates { limit: 1 },
            Reason::UnboundedChoice { variable: what(), span },
            Reason::Unspecified { what: what(), span },
            Reason::RandomNumbers { doubt: Doubt::ForEver, span },
            Reason::NumberTooLarge { span },
            Reason::TooManyThreads { limit: 1 },
            Reason::Unsupported { what: what(), span },
            Reason::NoLasso { stem: 1, cycle: 1, unrolling: 1, is_all: false, left_out: Vec::new() },
            Reason::NotProved { what: what(), span },
            Reason::Solver { message: what() },
            Reason::NotChecked { what: what() },
            Reason::Rejected { engine: what(), why: what() },
            Reason::Crashed { engine: what(), message: what() },
        ]
    }

    #[test]
    fn every_code_is_explained_and_every_explanation_has_a_code() {
        let mut codes: Vec<&str> =
            every_reason().iter().map(Reason::code).chain([crate::outcome::INTERRUPTED]).collect();
        codes.sort_unstable();
        codes.dedup();
        let explained: Vec<&str> = EXPLANATIONS.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes, explained);
        assert!(explain("uh-time").is_some() && explain("UH-NONE").is_none());
    }
}
