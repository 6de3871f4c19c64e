//! Rule `trap`: what is said to be lost cannot be reached any more.

use evidence::counterexample::Lost;
use program::command::Action;
use program::program::Program;
use program::property::{Fairness, Property};

use crate::builder::*;
use crate::verdicts::{accepted, ask, explored, rejected_by, section, take, trap, waits_in_a_section};

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

    let fails_later = straight("main", &[], vec![vec![enter(None)], vec![Action::Assert(truth(false), None)], vec![]]);
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
