//! Programs written to be hard for the reduction, the rules and the engines, each with a question whose answer is known.
//!
//! They do without memory, so that every engine can be asked about them.

use program::command::Action::{self, BeginAtomic, EndAtomic};
use program::expr::{BinaryOp, Expr};
use program::ids::{LocalId, SectionKindId};
use program::procedure::{Edge, Procedure};
use program::program::Program;
use program::property::{Fairness, Property};
use program::types::Type;

use super::builder::*;

/// A program, something to ask about it, and whether it holds.
pub struct Hard {
    /// What is special about the program.
    pub name: &'static str,
    /// The program.
    pub program: Program,
    /// Questions, each with its answer.
    pub answers: Vec<(Property, Fairness, bool)>,
}

/// All of them.
pub fn programs() -> Vec<Hard> {
    let mut all = vec![
        a_section_is_left_although_another_thread_opens_the_like_in_the_same_slot(),
        a_joined_thread_takes_its_open_section_with_it(),
        a_flag_raised_and_lowered_tells_strong_from_weak_fairness(),
        a_spinning_thread_tells_weak_fairness_from_none(),
        a_thread_disabled_inside_an_atomic_block_only_may_starve_under_weak_fairness(),
        the_last_of_many_variables_is_shared_as_well(),
        threads_that_can_step_at_different_times_all_get_their_turn(),
        a_thread_that_only_ends_does_not_step_for_ever_where_it_is_replaced(),
        one_of_two_threads_of_a_name_goes_on_for_ever(),
        a_thread_goes_on_for_ever_that_is_not_there_in_the_beginning(),
        a_thread_of_another_name_goes_on_for_ever_in_the_slot(),
        a_thread_steps_in_an_inner_cycle_only(),
        a_section_that_moves_up_is_left_in_the_end(),
        a_section_is_left_and_entered_again_before_it_stays_open(),
        a_step_is_needed_to_get_past_an_assumption_about_the_input(),
        who_keeps_the_scheduler_decides_what_is_discarded(false),
        who_keeps_the_scheduler_decides_what_is_discarded(true),
        a_thread_of_the_same_name_is_replaced_beside_one_that_lives(),
        a_thread_stands_at_more_places_than_there_are_bits(),
        a_result_that_nobody_chose_still_has_its_type(),
        a_map_is_chosen_again_and_again(),
        machine_integers_of_different_widths_are_joined(),
    ];
    for starts_first in [false, true] {
        all.push(a_thread_can_live_for_ever_where_it_may_also_be_replaced(starts_first));
        all.push(a_part_of_a_component_is_fair(starts_first));
        all.push(a_part_of_a_part_is_fair(starts_first));
    }
    all.extend(threads_that_start_with_procedures_that_wrap());
    all.extend([Other::StaysInside, Other::LeavesAndEnters, Other::LeavesIntoNothing].map(one_more_section_than_bits));
    all
}

fn hard(name: &'static str, program: Program, answers: Vec<(Property, Fairness, bool)>) -> Hard {
    Hard { name, program, answers }
}

fn thread(name: &str) -> Property {
    Property::Thread(name.to_owned())
}

/// Sets all truth values to false and starts the threads.
fn starts(flags: u32, threads: &[usize]) -> Procedure {
    let lowered = (0..flags).map(|flag| set(g(flag), truth(false)));
    let forked = threads.iter().map(|procedure| fork(None, *procedure));
    straight("main", &[], vec![lowered.chain(forked).collect()])
}

/// Starts a worker, raises the flag that it waits for, joins it and starts the next one, for ever.
fn starts_workers_for_ever() -> Procedure {
    procedure(
        "main",
        &[],
        5,
        vec![
            edge(0, 1, vec![set(g(0), truth(false)), fork(Some(0), 1)]),
            edge(1, 2, vec![set(g(0), truth(true))]),
            edge(2, 3, vec![join(0)]),
            edge(3, 1, vec![fork(Some(0), 1)]),
        ],
    )
}

/// The worker ends, is joined, and another one takes its slot, all on one reduced edge. Its section was left.
fn a_section_is_left_although_another_thread_opens_the_like_in_the_same_slot() -> Hard {
    let works = straight("worker", &[], vec![vec![assume(get(g(0))), set(g(0), truth(false))]]);
    let works = Procedure { section: Some(SectionKindId(0)), ..works };
    hard(
        "a section is left although another thread opens the like in the same slot",
        program(&[Type::Bool], vec![starts_workers_for_ever(), works], &[0]),
        vec![(Property::Sections, Fairness::Strong, true)],
    )
}

/// As above, with a section that the worker forgets to leave.
fn a_joined_thread_takes_its_open_section_with_it() -> Hard {
    let works = straight("worker", &[], vec![vec![enter(None)], vec![assume(get(g(0))), set(g(0), truth(false))]]);
    hard(
        "a joined thread takes its open section with it",
        program(&[Type::Bool], vec![starts_workers_for_ever(), works], &[0]),
        vec![(Property::Sections, Fairness::Strong, true)],
    )
}

/// A thread that waits for a flag which another one raises and lowers for ever goes on under strong fairness only.
fn a_flag_raised_and_lowered_tells_strong_from_weak_fairness() -> Hard {
    let toggles = procedure(
        "toggles",
        &[],
        3,
        vec![
            edge(0, 1, vec![assume(not(get(g(1)))), set(g(0), truth(true))]),
            edge(1, 0, vec![set(g(0), truth(false))]),
            edge(0, 2, vec![assume(get(g(1)))]),
        ],
    );
    let waits = straight("waits", &[], vec![vec![assume(get(g(0))), set(g(1), truth(true))]]);
    hard(
        "a flag raised and lowered tells strong from weak fairness",
        program(&[Type::Bool, Type::Bool], vec![starts(2, &[1, 2]), toggles, waits], &[0]),
        vec![
            (Property::Finish, Fairness::Strong, true),
            (Property::Finish, Fairness::Weak, false),
            (thread("waits"), Fairness::None, true),
            (thread("toggles"), Fairness::Weak, false),
        ],
    )
}

/// A thread that spins until another one, which is always ready, raises a flag goes on under weak fairness already.
fn a_spinning_thread_tells_weak_fairness_from_none() -> Hard {
    let spins =
        procedure("spins", &[], 2, vec![edge(0, 0, vec![assume(not(get(g(0))))]), edge(0, 1, vec![assume(get(g(0)))])]);
    let raises = straight("raises", &[], vec![vec![], vec![set(g(0), truth(true))]]);
    hard(
        "a spinning thread tells weak fairness from none",
        program(&[Type::Bool], vec![starts(1, &[1, 2]), spins, raises], &[0]),
        vec![(Property::Finish, Fairness::Weak, true), (Property::Finish, Fairness::None, false)],
    )
}

/// Where an atomic block is under way, others are disabled: that is enough for weak fairness.
fn a_thread_disabled_inside_an_atomic_block_only_may_starve_under_weak_fairness() -> Hard {
    let cycles = procedure(
        "cycles",
        &[Type::Int],
        4,
        vec![
            edge(0, 1, vec![assume(not(get(g(0)))), BeginAtomic]),
            edge(1, 2, vec![set(l(0), Expr::int(1))]),
            edge(2, 0, vec![EndAtomic]),
            edge(0, 3, vec![assume(get(g(0)))]),
        ],
    );
    let raises = straight("raises", &[], vec![vec![set(g(0), truth(true))]]);
    hard(
        "a thread disabled inside an atomic block only may starve under weak fairness",
        program(&[Type::Bool], vec![starts(1, &[1, 2]), cycles, raises], &[0]),
        vec![(Property::Terminate, Fairness::Weak, false)],
    )
}

/// A thread that waits for the last flag to be down hangs if another thread raises it first.
pub fn hangs_if_another_is_first(flags: usize, raises: Procedure, others: Vec<Procedure>) -> Program {
    let flag = g(flags as u32 - 1);
    let waits = straight("waits", &[], vec![vec![assume(not(get(flag)))], vec![]]);
    let procedures = [vec![starts(flags as u32, &[1, 2]), waits, raises], others].concat();
    program(&vec![Type::Bool; flags], procedures, &[0])
}

/// Variables that share a bit in footprints are still noticed.
fn the_last_of_many_variables_is_shared_as_well() -> Hard {
    let raises = straight("raises", &[], vec![vec![set(g(129), truth(true))], vec![]]);
    hard(
        "the last of many variables is shared as well",
        hangs_if_another_is_first(130, raises, Vec::new()),
        vec![(Property::Finish, Fairness::Strong, false)],
    )
}

/// At each place it touches something else: more than an engine has bits to tell kinds of threads apart.
fn a_thread_stands_at_more_places_than_there_are_bits() -> Hard {
    let raises = straight("raises", &[], (0..70).map(|flag| vec![set(g(flag), truth(true))]).collect());
    hard(
        "a thread stands at more places than there are bits",
        hangs_if_another_is_first(70, raises, Vec::new()),
        vec![(Property::Finish, Fairness::Strong, false)],
    )
}

/// The worker's result is of another type than the variable, although nobody has looked at it: the join waits.
fn a_result_that_nobody_chose_still_has_its_type() -> Hard {
    let takes_result = Action::Join { id: vec![Expr::int(0)], results: vec![g(0)] };
    let main = straight("main", &[], vec![vec![fork(Some(0), 1)], vec![takes_result], vec![]]);
    let works = straight("worker", &[Type::Int], vec![vec![]]);
    let works = Procedure { results: vec![LocalId(0)], ..works };
    hard(
        "a result that nobody chose still has its type",
        program(&[Type::Bool], vec![main, works], &[0]),
        vec![(Property::Finish, Fairness::Strong, false)],
    )
}

fn a_map_is_chosen_again_and_again() -> Hard {
    let chooses = procedure("main", &[], 2, vec![edge(0, 0, vec![Action::Havoc(vec![g(0)])])]);
    hard(
        "a map is chosen again and again",
        program(&[Type::map(vec![Type::Int], Type::Int)], vec![chooses], &[0]),
        vec![(Property::Finish, Fairness::Strong, false)],
    )
}

fn machine_integers_of_different_widths_are_joined() -> Hard {
    let joined = Expr::binary(BinaryOp::Concat, get(g(0)), get(g(1)));
    let first = vec![set(g(0), bits(4, 0b1010)), set(g(1), bits(8, 0b0110_0001))];
    let then = vec![assume(equal(joined, bits(12, 0b1010_0110_0001)))];
    hard(
        "machine integers of different widths are joined",
        program(&[Type::Bits(4), Type::Bits(8)], vec![straight("main", &[], vec![first, then])], &[0]),
        vec![(Property::Finish, Fairness::Strong, true)],
    )
}

/// In no state of the cycle can all starved threads step, and yet none may be starved.
fn threads_that_can_step_at_different_times_all_get_their_turn() -> Hard {
    let both = || and(get(g(2)), get(g(3)));
    let cycles = procedure(
        "cycles",
        &[],
        3,
        vec![
            edge(0, 1, vec![assume(not(both())), set(g(0), truth(true)), set(g(1), truth(false))]),
            edge(0, 2, vec![assume(both())]),
            edge(1, 0, vec![set(g(0), truth(false)), set(g(1), truth(true))]),
        ],
    );
    let first = straight("first", &[], vec![vec![assume(get(g(0))), set(g(2), truth(true))]]);
    let second = straight("second", &[], vec![vec![assume(get(g(1))), set(g(3), truth(true))]]);
    hard(
        "threads that can step at different times all get their turn",
        program(&vec![Type::Bool; 4], vec![starts(4, &[1, 2, 3]), cycles, first, second], &[0]),
        vec![(Property::Finish, Fairness::Strong, true), (Property::Finish, Fairness::Weak, false)],
    )
}

/// Goes round for ever and may replace its worker on the way back by another one like it.
fn may_replace_its_worker(on_the_way: Vec<Action>, before_the_way_back: Vec<Action>) -> Procedure {
    let replaced = [before_the_way_back.clone(), vec![join(0), fork(Some(0), 1)]].concat();
    procedure(
        "goes round",
        &[],
        4,
        vec![
            edge(0, 1, vec![set(g(0), truth(false)), fork(Some(0), 1)]),
            edge(1, 2, on_the_way),
            edge(2, 1, replaced),
            edge(2, 1, before_the_way_back),
        ],
    )
}

/// Between the same two states the worker lives on one edge and is replaced on another.
/// Which of the two edges comes first depends on which thread is in the lower slot.
fn a_thread_can_live_for_ever_where_it_may_also_be_replaced(worker_is_in_the_lower_slot: bool) -> Hard {
    let works = procedure(
        "worker",
        &[],
        2,
        vec![edge(0, 0, vec![assume(get(g(0))), set(g(0), truth(false))]), edge(0, 1, vec![assume(not(get(g(0))))])],
    );
    let goes_round = may_replace_its_worker(vec![set(g(0), truth(true))], vec![assume(not(get(g(0))))]);
    let leaves_its_slot = straight("main", &[], vec![vec![fork(None, 0)]]);
    let start = if worker_is_in_the_lower_slot { 2 } else { 0 };
    hard(
        "a thread can live for ever where it may also be replaced",
        program(&[Type::Bool], vec![goes_round, works, leaves_its_slot], &[start]),
        vec![(thread("worker"), Fairness::Strong, false), (thread("worker"), Fairness::None, false)],
    )
}

/// As above, but all that the worker ever does is to end.
fn a_thread_that_only_ends_does_not_step_for_ever_where_it_is_replaced() -> Hard {
    let works = straight("worker", &[], vec![vec![]]);
    hard(
        "a thread that only ends does not step for ever where it is replaced",
        program(&[Type::Bool], vec![may_replace_its_worker(Vec::new(), Vec::new()), works], &[0]),
        vec![(thread("worker"), Fairness::None, true)],
    )
}

/// The first thread of the name waits for ever, the second one goes round for ever.
fn one_of_two_threads_of_a_name_goes_on_for_ever() -> Hard {
    let works = procedure(
        "worker",
        &[Type::Bool],
        3,
        vec![
            edge(0, 0, vec![assume(get(g(0))), assume(get(l(0)))]),
            edge(0, 1, vec![assume(not(get(l(0))))]),
            edge(1, 2, vec![assume(truth(false))]),
        ],
    );
    let works = Procedure { parameters: 1, ..works };
    let started = |argument| {
        let callee = program::command::Callee::Procedure(program::ids::ProcId(1));
        Action::Fork { id: None, callee, arguments: vec![truth(argument)] }
    };
    let main = straight("main", &[], vec![vec![set(g(0), truth(true)), started(false), started(true)]]);
    hard(
        "one of two threads of a name goes on for ever",
        program(&[Type::Bool], vec![main, works], &[0]),
        vec![(thread("worker"), Fairness::Strong, false)],
    )
}

/// The worker is started and joined again and again, unless it goes round for ever.
fn a_thread_goes_on_for_ever_that_is_not_there_in_the_beginning() -> Hard {
    let main = procedure("main", &[], 3, vec![edge(0, 1, vec![fork(Some(0), 1)]), edge(1, 0, vec![join(0)])]);
    let works = procedure("worker", &[], 2, vec![edge(0, 0, vec![]), edge(0, 1, vec![])]);
    hard(
        "a thread goes on for ever that is not there in the beginning",
        program(&[], vec![main, works], &[0]),
        vec![(thread("worker"), Fairness::Strong, false), (thread("main"), Fairness::Strong, false)],
    )
}

/// The slot is used in turn by a worker that ends and by another thread that may go round for ever.
fn a_thread_of_another_name_goes_on_for_ever_in_the_slot() -> Hard {
    let main = procedure(
        "main",
        &[],
        5,
        vec![
            edge(0, 1, vec![fork(Some(0), 1)]),
            edge(1, 2, vec![join(0)]),
            edge(2, 3, vec![fork(Some(0), 2)]),
            edge(3, 0, vec![join(0)]),
        ],
    );
    let works = straight("worker", &[], vec![vec![], vec![]]);
    let goes_round = procedure("goes round", &[], 2, vec![edge(0, 0, vec![]), edge(0, 1, vec![])]);
    hard(
        "a thread of another name goes on for ever in the slot",
        program(&[], vec![main, works, goes_round], &[0]),
        vec![(thread("worker"), Fairness::None, true), (thread("goes round"), Fairness::Strong, false)],
    )
}

/// One thread goes round, and only half way can the other one, which leaves a section and enters it again:
/// its cycle is found before the larger one of which it becomes a part.
fn a_thread_steps_in_an_inner_cycle_only() -> Hard {
    let inner = procedure(
        "inner",
        &[],
        3,
        vec![edge(0, 1, vec![enter(None)]), edge(1, 1, vec![assume(get(g(0))), leave(None), enter(None)])],
    );
    let outer = procedure(
        "outer",
        &[],
        3,
        vec![edge(0, 1, vec![set(g(0), truth(true))]), edge(1, 0, vec![set(g(0), truth(false))])],
    );
    hard(
        "a thread steps in an inner cycle only",
        program(&[Type::Bool], vec![starts(1, &[1, 2]), inner, outer], &[0]),
        vec![(Property::Finish, Fairness::Strong, false), (Property::Sections, Fairness::Strong, true)],
    )
}

/// The loop ends if the flag is ever seen by the one who waits for it, and may be gone round without raising the flag.
fn a_part_of_a_component_is_fair(quiet_way_first: bool) -> Hard {
    let goes_on = || assume(not(get(g(1))));
    let quiet = |node| vec![edge(0, node, vec![goes_on()]), edge(node, 0, vec![set(g(0), truth(false))])];
    let raising = |node| {
        let raises = edge(0, node, vec![goes_on(), set(g(0), truth(true))]);
        vec![raises, edge(node, 0, vec![set(g(0), truth(false))])]
    };
    let ways = if quiet_way_first { [quiet(1), raising(2)] } else { [raising(1), quiet(2)] };
    let ends = vec![edge(0, 3, vec![assume(get(g(1)))])];
    let cycles = procedure("cycles", &[], 4, [ways.concat(), ends].concat());
    let waits = straight("waits", &[], vec![vec![assume(get(g(0))), set(g(1), truth(true))]]);
    hard(
        "a part of a component is fair",
        program(&[Type::Bool, Type::Bool], vec![starts(2, &[1, 2]), cycles, waits], &[0]),
        vec![(Property::Finish, Fairness::Strong, false), (thread("cycles"), Fairness::Strong, false)],
    )
}

/// There are two rooms, and the way between them raises the flag that one thread waits for, which ends everything.
/// In the rooms another flag is raised and lowered. Whoever waits for that one, again and again, also raises the first flag.
/// Only in one of the rooms can one go round without raising any flag.
fn a_part_of_a_part_is_fair(quiet_room_first: bool) -> Hard {
    let (between_rooms, in_room, is_over) = (g(0), g(1), g(2));
    let goes_on = || assume(not(get(is_over)));
    let room = |node: u32, raised: u32| {
        vec![
            edge(0, node, vec![goes_on(), set(between_rooms, truth(false))]),
            edge(node, raised, vec![goes_on(), set(in_room, truth(true))]),
            edge(raised, node, vec![set(in_room, truth(false))]),
            edge(node, 0, vec![goes_on(), set(between_rooms, truth(true))]),
            edge(node, 5, vec![assume(get(is_over))]),
        ]
    };
    let quiet_room = if quiet_room_first { 1 } else { 2 };
    let mut edges = [room(1, 3), room(2, 4), vec![edge(0, 5, vec![assume(get(is_over))])]].concat();
    edges.push(edge(quiet_room, quiet_room, vec![goes_on()]));
    let walks = procedure("walks", &[], 6, edges);
    let waits = straight("waits", &[], vec![vec![assume(get(between_rooms)), set(is_over, truth(true))]]);
    let disturbs = procedure(
        "disturbs",
        &[],
        2,
        vec![
            edge(
                0,
                0,
                vec![assume(get(in_room)), goes_on(), set(in_room, truth(false)), set(between_rooms, truth(true))],
            ),
            edge(0, 1, vec![assume(get(is_over))]),
        ],
    );
    hard(
        "a part of a part is fair",
        program(&vec![Type::Bool; 3], vec![starts(3, &[1, 2, 3]), walks, waits, disturbs], &[0]),
        vec![(Property::Finish, Fairness::Strong, false), (thread("disturbs"), Fairness::Strong, true)],
    )
}

/// The first and the last of three open sections are left and entered again at the end, so that the one between them becomes
/// the first: there is always a section in the middle, but none stays there.
fn a_section_that_moves_up_is_left_in_the_end() -> Hard {
    let object = |number: i64| Some(Expr::int(number));
    let turn = |first: i64, last: i64| {
        vec![leave(object(last)), leave(object(first)), enter(object(last)), enter(object(first))]
    };
    let turns = procedure(
        "main",
        &[],
        5,
        vec![
            edge(0, 1, vec![enter(object(0)), enter(object(1)), enter(object(2))]),
            edge(1, 2, turn(0, 2)),
            edge(2, 3, turn(1, 0)),
            edge(3, 1, turn(2, 1)),
        ],
    );
    hard(
        "a section that moves up is left in the end",
        program(&[], vec![turns], &[0]),
        vec![(Property::Sections, Fairness::Strong, true)],
    )
}

/// As long as the thread goes round it leaves its section, though after every step it is inside.
fn a_section_is_left_and_entered_again_before_it_stays_open() -> Hard {
    let stays = procedure(
        "main",
        &[],
        4,
        vec![
            edge(0, 1, vec![enter(None)]),
            edge(1, 1, vec![leave(None), enter(None)]),
            edge(1, 2, vec![]),
            edge(2, 3, vec![assume(truth(false))]),
        ],
    );
    hard(
        "a section is left and entered again before it stays open",
        program(&[], vec![stays], &[0]),
        vec![(Property::Sections, Fairness::Strong, false)],
    )
}

/// If the second thread comes too late, then both wait where a run is discarded. If not, then the first one can go round for ever.
fn a_step_is_needed_to_get_past_an_assumption_about_the_input() -> Hard {
    let (is_ready, is_too_late) = (g(0), g(1));
    let mut goes_round = procedure(
        "goes round",
        &[],
        4,
        vec![
            edge(0, 1, vec![set(is_too_late, truth(true))]),
            edge(0, 3, vec![]),
            edge(1, 2, vec![assume(get(is_ready))]),
            edge(2, 2, vec![]),
        ],
    );
    goes_round.nodes[1].discards = true;
    let mut makes_ready =
        straight("makes ready", &[], vec![vec![assume(not(get(is_too_late))), set(is_ready, truth(true))]]);
    makes_ready.nodes[0].discards = true;
    hard(
        "a step is needed to get past an assumption about the input",
        program(&[Type::Bool, Type::Bool], vec![starts(2, &[1, 2]), goes_round, makes_ready], &[0]),
        vec![(Property::Exit, Fairness::Strong, false)],
    )
}

/// A thread that keeps the scheduler for ever decides whether the run is discarded, wherever the other one stands.
fn who_keeps_the_scheduler_decides_what_is_discarded(is_discarded: bool) -> Hard {
    let mut keeps = straight("keeps", &[], vec![vec![Action::BeginAtomic], vec![assume(truth(false))]]);
    keeps.nodes[1].discards = is_discarded;
    let mut other = straight("waits", &[], vec![vec![assume(truth(false))]]);
    other.nodes[0].discards = !is_discarded;
    hard(
        "who keeps the scheduler decides what is discarded",
        program(&[], vec![starts(0, &[1, 2]), keeps, other], &[0]),
        vec![(Property::Finish, Fairness::Strong, is_discarded), (Property::Exit, Fairness::Strong, is_discarded)],
    )
}

/// One worker steps whenever the flag is raised, the other one ends at once and is replaced in the step that joins it:
/// a cycle of the latter alone has a worker in the slot all the time, but never the same.
fn a_thread_of_the_same_name_is_replaced_beside_one_that_lives() -> Hard {
    let started = |id: i64, lives: bool| {
        let callee = program::command::Callee::Procedure(program::ids::ProcId(1));
        Action::Fork { id: Some(vec![Expr::int(id)]), callee, arguments: vec![truth(lives)] }
    };
    let main = procedure(
        "main",
        &[],
        3,
        vec![
            edge(0, 1, vec![set(g(0), truth(false)), started(0, true), started(1, false)]),
            edge(1, 1, vec![join(1), started(1, false)]),
            edge(1, 1, vec![assume(not(get(g(0)))), set(g(0), truth(true))]),
        ],
    );
    let works = procedure(
        "worker",
        &[Type::Bool],
        2,
        vec![
            edge(0, 0, vec![assume(get(l(0))), assume(get(g(0))), set(g(0), truth(false))]),
            edge(0, 1, vec![assume(not(get(l(0))))]),
        ],
    );
    let works = Procedure { parameters: 1, ..works };
    hard(
        "a thread of the same name is replaced beside one that lives",
        program(&[Type::Bool], vec![main, works], &[0]),
        vec![(thread("worker"), Fairness::Strong, false)],
    )
}

/// What the thread with the one section more does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Other {
    StaysInside,
    LeavesAndEnters,
    /// It may leave, and then everybody waits where a run is discarded.
    LeavesIntoNothing,
}

/// One thread leaves and enters more sections than have a bit of their own in an engine; another one is in a section, too,
/// and enters it later.
fn one_more_section_than_bits(other: Other) -> Hard {
    let many = 130;
    let enter_all = || vec![enter(None); many];
    let first = [enter_all(), vec![set(g(1), truth(true))]].concat();
    let again = [vec![assume(not(get(g(0))))], vec![leave(None); many], enter_all()].concat();
    let mut turns = procedure("turns", &[], 3, vec![edge(0, 1, first), edge(1, 1, again)]);
    turns.nodes[1].discards = true;
    let then = match other {
        Other::StaysInside => vec![edge(1, 1, vec![])],
        Other::LeavesAndEnters => vec![edge(1, 1, vec![leave(None), enter(None)])],
        Other::LeavesIntoNothing => vec![edge(1, 1, vec![]), edge(1, 2, vec![leave(None), set(g(0), truth(true))])],
    };
    let edges =
        [vec![edge(0, 1, vec![assume(get(g(1))), enter(None)])], then, vec![edge(2, 3, vec![assume(truth(false))])]]
            .concat();
    let mut is_inside = procedure("is inside", &[], 4, edges);
    is_inside.nodes[2].discards = true;
    hard(
        "one more section than bits",
        program(&[Type::Bool, Type::Bool], vec![starts(2, &[1, 2]), turns, is_inside], &[0]),
        vec![(Property::Sections, Fairness::Strong, other == Other::LeavesAndEnters)],
    )
}

/// A thread is asked about by the name of what it runs above procedures that wrap.
fn threads_that_start_with_procedures_that_wrap() -> Vec<Hard> {
    let wraps = |procedure: Procedure| Procedure { wraps: true, ..procedure };
    let calls_once = |name, callee| procedure(name, &[], 2, vec![call(0, 1, callee, Vec::new(), Vec::new())]);
    let calls_for_ever = |name, callee| procedure(name, &[], 2, vec![call(0, 0, callee, Vec::new(), Vec::new())]);
    let loops = |name| procedure(name, &[], 2, vec![edge(0, 0, vec![])]);
    // Another thread looks at what they do, so that not all of it is one reduced edge; or nobody does.
    let watches = || straight("watches", &[], vec![vec![assume(get(g(0)))]]);
    let works = |is_watched| {
        let raises = if is_watched { vec![set(g(0), truth(true))] } else { Vec::new() };
        straight("works", &[], vec![raises, Vec::new()])
    };
    let answers = |names: &[(&str, bool)]| {
        names.iter().map(|(name, holds)| (thread(name), Fairness::Strong, *holds)).collect::<Vec<_>>()
    };
    let mut all = vec![
        hard(
            "what is called by what wraps goes on for ever",
            program(&[], vec![wraps(calls_once("main", 1)), loops("works")], &[0]),
            answers(&[("main", false), ("works", false), ("nobody", true)]),
        ),
        hard(
            "what is called by what does not wrap is not asked about",
            program(&[], vec![calls_once("main", 1), loops("works")], &[0]),
            answers(&[("main", false), ("works", true)]),
        ),
        hard(
            "what wraps goes on after the call",
            program(
                &[],
                vec![
                    wraps(procedure("main", &[], 3, vec![call(0, 1, 1, Vec::new(), Vec::new()), edge(1, 1, vec![])])),
                    works(false),
                ],
                &[0],
            ),
            answers(&[("main", false), ("works", true)]),
        ),
        hard(
            "what wraps is called by what wraps",
            program(&[], vec![wraps(calls_once("main", 1)), wraps(calls_for_ever("middle", 2)), works(false)], &[0]),
            answers(&[("main", false), ("middle", false), ("works", true)]),
        ),
        hard(
            "what wraps is below itself",
            program(
                &[Type::Bool],
                vec![
                    wraps(procedure(
                        "main",
                        &[],
                        3,
                        vec![edge(0, 1, vec![set(g(0), truth(false))]), call(1, 1, 1, Vec::new(), Vec::new())],
                    )),
                    wraps(procedure(
                        "again",
                        &[],
                        3,
                        vec![
                            Edge {
                                commands: edge(0, 1, vec![assume(not(get(g(0)))), set(g(0), truth(true))]).commands,
                                ..call(0, 1, 1, Vec::new(), Vec::new())
                            },
                            edge(0, 1, vec![assume(get(g(0)))]),
                            edge(1, 2, vec![]),
                        ],
                    )),
                ],
                &[0],
            ),
            answers(&[("main", false), ("again", true)]),
        ),
    ];
    for is_watched in [false, true] {
        all.push(hard(
            "what is called again and again by what wraps comes to its end every time",
            program(
                &[Type::Bool],
                vec![
                    wraps(procedure(
                        "main",
                        &[],
                        3,
                        vec![
                            edge(0, 1, vec![set(g(0), truth(false)), fork(None, 2)]),
                            call(1, 1, 1, Vec::new(), Vec::new()),
                        ],
                    )),
                    works(is_watched),
                    watches(),
                ],
                &[0],
            ),
            answers(&[("main", false), ("works", true), ("watches", true)]),
        ));
    }
    all
}
