//! Reports of small runs, as a user sees them.
//!
//! The runs are chosen here, by who steps, and pass the checker like any other; so the expected texts do not depend
//! on which run an engine would find.

use check::accept::{Accepted, accept};
use check::semantics::state::{State, initial};
use check::semantics::step::steps;
use evidence::certificate::Certificate;
use evidence::counterexample::{Closing, Counterexample, Lasso, Lost, Step, Trap};
use evidence::reason::{Reason, UnrankedStep};
use evidence::verdict::Verdict;
use program::ids::{FileId, ThreadSlot};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::span::{SourceFile, Span};

use crate::lens::Telling;
use crate::outcome::Rescue;
use crate::resolve::{cause, gave_up, rescue, resolve};
use crate::terminal::{Detail, Saved};
use crate::{dot, html, json, run, terminal};

fn lowered(text: &str) -> Program {
    lowered_all(&[("a.bpl", text)])
}

fn lowered_all(files: &[(&str, &str)]) -> Program {
    let file = |(name, text): &(&str, &str)| SourceFile::new((*name).into(), (*text).into());
    let files = files.iter().map(file).collect();
    frontend::boogie::lower(files, &Default::default()).unwrap_or_else(|error| unreachable!("{}", error.render()))
}

/// Lets the threads with these slots step one after the other, each taking the first step that it can.
fn schedule(program: &Program, from: &State, slots: &[u32]) -> (Vec<Step>, State) {
    let mut state = from.clone();
    let mut taken = Vec::new();
    for slot in slots {
        let next = steps(program, &state, ThreadSlot(*slot)).unwrap().remove(0);
        if let Ok(reached) = next.outcome {
            state = reached.state;
        }
        taken.push(next.step);
    }
    (taken, state)
}

fn accepted(program: &Program, property: Property, fairness: Fairness, verdict: Verdict) -> Accepted {
    accept(program, &Question { property, fairness }, verdict, &|_, _| false).unwrap()
}

fn text_of(program: &Program, property: Property, verdict: Verdict) -> String {
    let accepted = accepted(program, property, Fairness::Strong, verdict);
    terminal::write(&resolve(&accepted, program), Detail::Summary, &Saved::No)
}

const LIVELOCK: &str = "\
var flag: [int]bool;
procedure Polite(me: int)
{
  while (true) {
    flag[me] := true;
    flag[me] := false;
  }
}
procedure main()
{
  fork 1 Polite(1);
  fork 2 Polite(2);
  join 1;
}
";

fn livelock() -> (Program, Verdict) {
    let program = lowered(LIVELOCK);
    let (stem, head) = schedule(&program, &initial(&program), &[0, 0, 0, 1, 1, 1, 2, 2, 2]);
    let (cycle, _) = schedule(&program, &head, &[1, 1, 1, 2, 2, 2]);
    let lasso = Lasso { stem, cycle, closing: Closing::SameState };
    (program, Verdict::Refuted(Counterexample::Lasso(lasso)))
}

#[test]
fn a_livelock() {
    let (program, verdict) = livelock();
    let expected = "\
a.bpl: HANGS (livelock): Polite#1 and Polite#2 can run for ever under a strongly fair scheduler (line 4)
  stem
    main#0     9  (initial values stay open)
    main#0    11  fork 1 Polite(1)            Polite#1 starts
    main#0    12  fork 2 Polite(2)            Polite#2 starts
    Polite#1   4  while (true)
    Polite#1   5  flag[me] := true            flag[1]: ? → true
    Polite#1   6  flag[me] := false           flag[1]: true → false
    Polite#2   4  while (true)
    Polite#2   5  flag[me] := true            flag[2]: ? → true
    Polite#2   6  flag[me] := false           flag[2]: true → false
  cycle (repeats for ever)
    Polite#1   4  while (true)
    Polite#1   5  flag[me] := true            flag[1]: false → true
    Polite#1   6  flag[me] := false           flag[1]: true → false
    Polite#2   4  while (true)
    Polite#2   5  flag[me] := true            flag[2]: false → true
    Polite#2   6  flag[me] := false           flag[2]: true → false
  fair, since
    main#0 is blocked throughout at line 13: join 1 (Polite#1 has not finished)
    Polite#1 steps in the cycle
    Polite#2 steps in the cycle
  save the run with --evidence FILE
";
    assert_eq!(text_of(&program, Property::Finish, verdict), expected);
}

#[test]
fn whether_another_schedule_would_end_it_is_found_out() {
    let rescue_of = |text: &str, slots: &[u32], cycle: &[u32]| {
        let program = lowered(text);
        let (stem, head) = schedule(&program, &initial(&program), slots);
        let (cycle, _) = schedule(&program, &head, cycle);
        let verdict = Verdict::Refuted(Counterexample::Lasso(Lasso { stem, cycle, closing: Closing::SameState }));
        let accepted = accepted(&program, Property::Finish, Fairness::None, verdict);
        let found = rescue::of(&accepted, &program);
        (found, terminal::write(&resolve(&accepted, &program).with_rescue(found), Detail::Headline, &Saved::No))
    };
    let (found, text) = rescue_of(LIVELOCK, &[0, 0, 0, 1, 1, 1, 2, 2, 2], &[1, 1, 1, 2, 2, 2]);
    assert_eq!(found, Some(Rescue::CannotEnd));
    assert!(text.ends_with("; no schedule can end it any more\n"), "{text}");
    let waits = "var go: bool; procedure W() { while (!go) { } } \
                 procedure main() { go := false; fork 1 W(); go := true; join 1; }";
    let (found, text) = rescue_of(waits, &[0, 0], &[1]);
    assert_eq!(found, Some(Rescue::CanStillEnd));
    assert!(text.ends_with("; another schedule or choice would still end it\n"), "{text}");
    let too_many = "var go: bool; var x: int; procedure W() { while (!go) { } } procedure C() { while (true) { x := x + 1; } } \
                    procedure main() { go := false; x := 0; fork 1 W(); fork 2 C(); }";
    assert_eq!(rescue_of(too_many, &[0, 0, 0, 0], &[1]).0, None);
}

#[test]
fn a_cycle_that_nobody_knows_the_end_of_is_shown() {
    let program = lowered(LIVELOCK);
    let file = FileId(0);
    let step = |thread: &str, line| UnrankedStep {
        thread: thread.into(),
        span: Span { file, line, column: 5, ..Span::NOWHERE },
    };
    let (stem, cycle) = (vec![step("main#0", 11)], vec![step("Polite#1", 5), step("Polite#1", 5), step("Polite#1", 6)]);
    let what = "no ranking function was found for a cycle of Polite".to_owned();
    let reason = Reason::Unranked { what, span: cycle[0].span, stem, cycle };
    let accepted = accepted(&program, Property::Finish, Fairness::Strong, Verdict::Unknown(reason.clone()));
    let other = gave_up(&program, "other", &Reason::NumberTooLarge { span: Span::NOWHERE });
    let same = gave_up(&program, "same", &Reason::NotProved { what: String::new(), span: Span::NOWHERE });
    let outcome = resolve(&accepted, &program).with_others(vec![other, same]);
    let text = terminal::write(&outcome, Detail::Summary, &Saved::No);
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    assert!(
        lines[0].ends_with("no proof was found: no ranking function was found for a cycle of Polite [UH-PROOF]"),
        "{text}"
    );
    assert!(lines[2..4].iter().zip(["perhaps after", "main#0"]).all(|(line, start)| line.starts_with(start)), "{text}");
    assert_eq!(lines[4], "it is not known why this ends, or whether it does");
    assert!(lines[5].starts_with("Polite#1   5") && lines[6].starts_with("Polite#1   6"), "{text}");
    assert!(
        lines[7].starts_with("what could help: ") && lines[8] == "more about it: unhang explain UH-PROOF",
        "{text}"
    );
    assert!(lines[9].starts_with("the engine other has given up, too: ") && lines.len() == 10, "{text}");
    assert!(json::write(&outcome).contains("\"gave_up\""));
    let page = html::write(&outcome, None, &[]);
    let shown = ["<td>Polite#1</td>", "perhaps after</th>", "<li><b>other</b>: ", "unhang explain UH-PROOF"];
    assert!(shown.iter().all(|text| page.contains(text)), "{page}");
}

#[test]
fn starvation_under_no_fairness() {
    let program = lowered(LIVELOCK);
    let (stem, head) = schedule(&program, &initial(&program), &[0, 0, 0, 1, 1, 1]);
    let (cycle, _) = schedule(&program, &head, &[1, 1, 1]);
    let verdict = Verdict::Refuted(Counterexample::Lasso(Lasso { stem, cycle, closing: Closing::SameState }));
    let accepted = accepted(&program, Property::Terminate, Fairness::None, verdict);
    let saved = Saved::ReplayedBy("unhang replay a.unhang".into());
    let text = terminal::write(&resolve(&accepted, &program), Detail::Summary, &saved);
    let first =
        "a.bpl: HANGS (starvation): Polite#2 is never scheduled while Polite#1 runs, under some scheduler (line 4)\n";
    let last = "\
  possible, since no fairness is asked for
    main#0 is blocked throughout at line 13: join 1 (Polite#1 has not finished)
    Polite#1 steps in the cycle
    Polite#2 could step, but the scheduler need not be fair
  replay: unhang replay a.unhang
";
    assert!(text.starts_with(first) && text.ends_with(last), "{text}");
}

/// The lasso in which the threads with these slots step, accepted and resolved.
fn lasso(text: &str, fairness: Fairness, stem: &[u32], cycle: &[u32]) -> String {
    let program = lowered(text);
    let (stem, head) = schedule(&program, &initial(&program), stem);
    let (cycle, _) = schedule(&program, &head, cycle);
    let verdict = Verdict::Refuted(Counterexample::Lasso(Lasso { stem, cycle, closing: Closing::SameState }));
    let accepted = accepted(&program, Property::Finish, fairness, verdict);
    terminal::write(&resolve(&accepted, &program), Detail::Summary, &Saved::No)
}

#[test]
fn who_starves_is_named() {
    let text = "\
var held, other: bool;
procedure Loop()
{
  while (true) { other := held; held := !held; }
}
procedure Wait()
{
  assume held;
}
procedure Never()
{
  assume held && !held;
}
procedure main()
{
  held, other := false, false;
  fork 1 Loop();
  fork 2 Wait();
  join 1;
}
";
    let (stem, cycle) = ([0, 0, 0, 1, 1, 1, 1, 1, 1], [1; 6]);
    let weak = lasso(text, Fairness::Weak, &stem, &cycle);
    let first =
        "a.bpl: HANGS (starvation): Wait#2 waits for ever while Loop#1 runs, under a weakly fair scheduler (line 8)\n";
    let last = "    Wait#2 is blocked again and again at line 8: assume held (held = false)\n  save the run with --evidence FILE\n";
    assert!(weak.starts_with(first) && weak.ends_with(last), "{weak}");
    let strong = lasso(&text.replace("fork 2 Wait", "fork 2 Never"), Fairness::Strong, &stem, &cycle);
    let first = "a.bpl: HANGS (starvation): Never#2 waits for ever while Loop#1 runs, under a strongly fair scheduler (line 12)\n";
    let last = "    Never#2 is blocked throughout at line 12: assume held && !held (at times held = false)\n  save the run with --evidence FILE\n";
    assert!(strong.starts_with(first) && strong.ends_with(last), "{strong}");
}

#[test]
fn of_many_elements_of_a_map_a_few_are_shown() {
    let text = "\
var m: [int]bool;
var x: bool;
procedure main() {
  atomic { m[0] := true; m[1] := true; m[2] := true; m[3] := true; m[4] := true; x := true; }
  while (true) { x := true; }
}
";
    let told = lasso(text, Fairness::Strong, &[0, 0, 0], &[0, 0]);
    assert!(told.contains("m[0]: ? → true, m[1]: ? → true, m[2]: ? → true, 2 more of m, x: ? → true\n"), "{told}");
}

#[test]
fn threads_that_come_and_go_have_numbers_of_their_own() {
    let text = "\
var x: bool;
procedure T() { x := !x; async call T(); }
procedure main() { x := false; async call T(); }
";
    let expected = "\
a.bpl: HANGS (endless succession): threads finish, but new ones start for ever under a strongly fair scheduler (line 2)
  stem
    main#0  3  x := false      x: ? → false
    main#0  3  async call T()  T#1 starts, main#0 finishes
  cycle (repeats for ever, each time with new threads)
    T#1     2  x := !x         x: false → true
    T#1     2  async call T()  T#2 starts, T#1 finishes
    T#2     2  x := !x         x: true → false
    T#2     2  async call T()  T#3 starts, T#2 finishes
  fair, since
    T#1 finishes in the cycle
    T#2 finishes in the cycle
    T#3 takes the place of T#1 when the cycle repeats
  save the run with --evidence FILE
";
    assert_eq!(lasso(text, Fairness::Strong, &[0, 0], &[1, 1, 0, 0]), expected);
}

#[test]
fn a_joined_thread_leaves_its_slot_but_not_its_number() {
    let text = "\
procedure T() { yield; }
procedure main()
{
  fork 1 T();
  while (true) {
    atomic { join 1; fork 1 T(); }
  }
}
";
    let text = lasso(text, Fairness::Strong, &[0, 1], &[0, 0, 1]);
    let first = "a.bpl: HANGS (endless loop): main#0 can run for ever under a strongly fair scheduler (line 5)\n";
    let last = "\
    main#0  5  while (true)
    main#0  6  atomic { join 1; fork 1 T(); }  T#2 starts
    T#2     1  yield                           T#2 finishes
  fair, since
    main#0 steps in the cycle
    T#1 has finished
    T#2 takes the place of T#1 when the cycle repeats
  save the run with --evidence FILE
";
    assert!(text.starts_with(first) && text.ends_with(last), "{text}");
}

#[test]
fn a_program_that_never_ends() {
    let program = lowered("procedure main() { while (true) { } }");
    let trap = Trap { steps: Vec::new(), lost: Lost::End };
    let expected = "\
a.bpl: STUCK FROM THE START: the program can never end
  no run of it ends, whatever the scheduler does
  save the evidence with --evidence FILE
";
    assert_eq!(text_of(&program, Property::Exit, Verdict::Refuted(Counterexample::Trap(trap))), expected);
}

#[test]
fn an_open_value_has_an_origin() {
    let about = |text: &str, variable: &str, line: u32, column: u32, length: u32| {
        let program = lowered(text);
        let span = Span { file: FileId(0), line, column, length };
        let verdict = Verdict::Unknown(Reason::UnboundedChoice { variable: variable.to_owned(), span });
        let text = text_of(&program, Property::Finish, verdict);
        let is_told = |line: &&str| !line.starts_with("  at ") && !line.starts_with("  more about it: ");
        text.lines().filter(is_told).collect::<Vec<_>>().join("\n")
    };
    let havoc = about("procedure main() { var n: int; havoc n;\nassume true; assume n > 0; }", "n", 2, 14, 12);
    let expected = "\
a.bpl: UNKNOWN: `n` has no definite value here: its `havoc` at line 1 leaves more values than can be tried [UH-CHOICE]
  what could help: put the assumption about `n` directly behind its havoc, with nothing in between";
    assert_eq!(havoc, expected);
    let half = about("procedure main() { var n: int; havoc n; assume n > 0;\nassert n > 1; }", "n", 2, 1, 12);
    assert!(
        half.ends_with("bound `n` from both sides in the assumptions behind its havoc, to at most 65,536 values"),
        "{half}"
    );
    let never = about("var n: int; procedure main() {\nassert n > 1; }", "n", 2, 1, 12);
    let expected = "\
a.bpl: UNKNOWN: `n` has no definite value here: it was never assigned [UH-CHOICE]
  what could help: assign `n` before this, or choose it: `havoc n; assume 0 <= n && n < 4;`";
    assert_eq!(never, expected);
    let parameter = about("procedure main(n: int, m: int) {\nassert m > 1; }", "m", 2, 1, 12);
    let expected = "\
a.bpl: UNKNOWN: `m` has no definite value here: it is a parameter of `main`, where the program starts [UH-CHOICE]
  what could help: confine `m` there to at most 65,536 values, as in `requires 0 <= m && m < 4;`";
    assert_eq!(parameter, expected);
    let result = about("procedure main(n: int) returns (m: int) {\nassert m > 1; }", "m", 2, 1, 12);
    assert!(result.contains("it was never assigned"), "{result}");
    let copied = about("var m, n: int; procedure main() { n := m;\nassert n > 1; }", "n", 2, 1, 12);
    assert!(copied.contains("it was never assigned, or its havoc has infinitely many outcomes"), "{copied}");
}

const LOCKS: &str = "\
var a, b: int;
procedure Lock(me: int)
{
  atomic { assume a == 0; a := me; }
  assume {:unhang_begin \"hold\", 7} true;
  atomic {
    assume b == 0; // waits here
    b := me;
  }
  assume {:unhang_end \"hold\", 7} true;
}
procedure main()
{
  var x: int;
  a, b := 0, 3;
  fork 1 Lock(1);
  x := 5;
  assert b != 3;
}
";

#[test]
fn a_deadlock() {
    let program = lowered(&LOCKS.replace("  assert b != 3;\n", "  join 1;\n"));
    let (steps, _) = schedule(&program, &initial(&program), &[0, 0, 0, 1, 1]);
    let expected = "\
a.bpl: HANGS (deadlock): 2 threads wait for ever and nobody can go on (line 6)
  steps
    main#0  15  a, b := 0, 3                           a: ? → 0, b: ? → 3
    main#0  16  fork 1 Lock(1)                         Lock#1 starts
    main#0  17  x := 5                                 x: ? → 5
    Lock#1   4  atomic { assume a == 0; a := me; }     a: 0 → 1
    Lock#1   5  assume {:unhang_begin \"hold\", 7} true
  then
    main#0 waits at line 18: join 1 (Lock#1 has not finished)
    Lock#1 waits at line 6: atomic { assume b == 0; b := me; } (b = 3)
  save the run with --evidence FILE
";
    assert_eq!(text_of(&program, Property::Finish, Verdict::Refuted(Counterexample::Deadlock(steps))), expected);
}

#[test]
fn a_section_that_cannot_be_left() {
    let program = lowered(&LOCKS.replace("  assert b != 3;\n", "  join 1;\n"));
    let (steps, last) = schedule(&program, &initial(&program), &[0, 0, 1, 1]);
    let open = check::sections::open(&program, &last);
    let held = open.iter().find(|section| section.thread == ThreadSlot(1)).unwrap().clone();
    let trap = Trap { steps: steps.clone(), lost: Lost::Section(held) };
    let text = text_of(&program, Property::Sections, Verdict::Refuted(Counterexample::Trap(trap)));
    let first =
        "a.bpl: CAN GET STUCK: Lock#1 can no longer leave its section `wait` at line 6; 1 more section stays open\n";
    let last = "\
  from here, the cause first
    Lock#1 cannot leave `wait`, entered at line 6: atomic { assume b == 0; b := me; }
    Lock#1 cannot leave `hold 7`, entered at line 5: assume {:unhang_begin \"hold\", 7} true
  then
    main#0 can step at line 17: x := 5
    Lock#1 waits at line 6: atomic { assume b == 0; b := me; } (b = 3)
  save the run with --evidence FILE
";
    assert!(text.starts_with(first) && text.ends_with(last), "{text}");
    let trap = Verdict::Refuted(Counterexample::Trap(Trap { steps, lost: Lost::End }));
    let text = text_of(&program, Property::Exit, trap);
    assert!(text.starts_with("a.bpl: CAN GET STUCK: the program can no longer end\n"), "{text}");
}

const ORDER: &str = "\
var a, b: bool;
procedure First()
{
  atomic { assume !a; a := true; }
  atomic { assume !b; b := true; }
}
procedure Second()
{
  atomic { assume !b; b := true; }
  atomic { assume !a; a := true; }
}
procedure main()
{
  a, b := false, false;
  fork 1 First();
  fork 2 Second();
  join 1;
}
";

#[test]
fn who_waits_for_whom_is_told() {
    let program = lowered(ORDER);
    let (steps, _) = schedule(&program, &initial(&program), &[0, 0, 0, 1, 2]);
    let text = text_of(&program, Property::Finish, Verdict::Refuted(Counterexample::Deadlock(steps)));
    let first = "a.bpl: HANGS (deadlock): 3 threads wait for ever and nobody can go on; First#1 and Second#2 wait for each other (line 5)\n";
    let last = "\
  then
    main#0 waits at line 17: join 1 (First#1 has not finished)
    First#1 waits at line 5: atomic { assume !b; b := true; } (b = true since Second#2 set it at line 9)
    Second#2 waits at line 10: atomic { assume !a; a := true; } (a = true since First#1 set it at line 4)
  save the run with --evidence FILE
";
    assert!(text.starts_with(first) && text.ends_with(last), "{text}");
    // Whoever has finished does not give anything back, and nobody is to blame for an initial value.
    let forgotten = ORDER.replace("  atomic { assume !b; b := true; }\n  atomic { assume !a;", "  atomic { assume !a;");
    let program = lowered(&forgotten.replace("  join 1;", "  assume b && !b;"));
    let (steps, _) = schedule(&program, &initial(&program), &[0, 0, 0, 1, 1]);
    let text = text_of(&program, Property::Finish, Verdict::Refuted(Counterexample::Deadlock(steps)));
    assert!(text.contains("(a = true since First#1, which has finished, set it at line 4)\n"), "{text}");
    assert!(text.contains("main#0 waits at line 16: assume b && !b (b = true)\n"), "{text}");
}

/// The section of the thread in the slot that is open after the steps, said to be lost.
fn lost_section(program: &Program, slots: &[u32], thread: u32) -> Verdict {
    let (steps, last) = schedule(program, &initial(program), slots);
    let open = check::sections::open(program, &last);
    let section = open.into_iter().find(|section| section.thread == ThreadSlot(thread)).unwrap();
    Verdict::Refuted(Counterexample::Trap(Trap { steps, lost: Lost::Section(section) }))
}

#[test]
fn the_cause_comes_first_and_all_sections_are_listed() {
    let program = lowered(ORDER);
    let join = lost_section(&program, &[0, 0, 0, 1, 2], 0);
    let text = text_of(&program, Property::Sections, join.clone());
    let first = "a.bpl: CAN GET STUCK: First#1 can no longer leave its section `wait` at line 5, waiting for Second#2; 2 more sections stay open\n";
    let list = "\
  from here, the cause first
    First#1 cannot leave `wait`, entered at line 5: atomic { assume !b; b := true; } (waiting for Second#2)
    Second#2 cannot leave `wait`, entered at line 10: atomic { assume !a; a := true; } (waiting for First#1)
    main#0 cannot leave `join`, entered at line 17: join 1 (waiting for First#1)
";
    assert!(text.starts_with(first) && text.contains(list), "{text}");
    let accepted = accepted(&program, Property::Sections, Fairness::Strong, join);
    let value: serde_json::Value = serde_json::from_str(&json::write(&resolve(&accepted, &program))).unwrap();
    assert_eq!(value["lost"]["thread"], "First#1");
    assert_eq!(value["lost"]["sections"][2]["kind"], "join");
    assert_eq!(value["lost"]["sections"][1]["waits_for"][0], "First#1");
    assert_eq!(value["threads"][1]["situation"]["waits_for"][0], "Second#2");
}

#[test]
fn a_run_goes_on_until_the_cause_is_seen() {
    let text = "\
var go: bool;
procedure Wait()
{
  go := false;
  assume go;
}
procedure main()
{
  fork 1 Wait();
  join 1;
}
";
    let program = lowered(text);
    let ask = |verdict| accepted(&program, Property::Sections, Fairness::Strong, verdict);
    let join = ask(lost_section(&program, &[0], 0));
    let wait = cause::of(&join, &program).unwrap();
    assert_eq!(wait, lost_section(&program, &[0, 1], 1));
    assert_eq!(cause::of(&ask(wait), &program), None);
    // Who is waited for runs for ever: in a section, or in none.
    let spins = text.replace("assume go;", "assume {:unhang_begin \"spin\"} true; while (!go) { }");
    let program = lowered(&spins);
    let join = accepted(&program, Property::Sections, Fairness::Strong, lost_section(&program, &[0], 0));
    let Some(Verdict::Refuted(Counterexample::Trap(spin))) = cause::of(&join, &program) else {
        unreachable!("{spins}")
    };
    assert!(matches!(&spin.lost, Lost::Section(section) if section.thread == ThreadSlot(1)));
    let program = lowered(&text.replace("assume go;", "while (!go) { }"));
    let join = accepted(&program, Property::Sections, Fairness::Strong, lost_section(&program, &[0], 0));
    assert_eq!(cause::of(&join, &program), None);
}

#[test]
fn a_brace_is_no_statement() {
    let mut program = lowered("procedure main()\n{\n  assert false;\n}\n");
    let edge = &mut program.procedures[0].edges[0];
    edge.commands[0].span = Span { file: FileId(0), line: 4, column: 1, length: 1 };
    let (steps, _) = schedule(&program, &initial(&program), &[0]);
    let text = text_of(&program, Property::Finish, Verdict::Refuted(Counterexample::Failure(steps)));
    assert!(text.starts_with("a.bpl: FAILS: assertion fails at line 4: (end of main)\n"), "{text}");
}

#[test]
fn a_block_that_holds_the_scheduler_begins_and_ends() {
    let program =
        lowered("procedure main() { var i: int; i := 0; atomic { while (i < 1) { i := i + 1; } } assert false; }");
    let (steps, _) = schedule(&program, &initial(&program), &[0; 7]);
    let text = text_of(&program, Property::Finish, Verdict::Refuted(Counterexample::Failure(steps)));
    assert!(text.contains("    main#0  1  (atomic block begins)\n"), "{text}");
    assert!(text.contains("    main#0  1  (atomic block ends)\n"), "{text}");
}

#[test]
fn a_failure() {
    let program = lowered(LOCKS);
    let (steps, _) = schedule(&program, &initial(&program), &[0, 0, 0, 0]);
    let expected = "\
a.bpl: FAILS: assertion fails at line 18: assert b != 3
  steps, the last of which fails
    main#0  15  a, b := 0, 3    a: ? → 0, b: ? → 3
    main#0  16  fork 1 Lock(1)  Lock#1 starts
    main#0  17  x := 5          x: ? → 5
    main#0  18  assert b != 3
  save the run with --evidence FILE
";
    assert_eq!(text_of(&program, Property::Finish, Verdict::Refuted(Counterexample::Failure(steps))), expected);
}

#[test]
fn places_in_several_files_are_told_apart() {
    let program = lowered_all(&[
        ("lock.bpl", "var a: bool;\nprocedure Lock()\n{\n  assume !a;\n  a := true;\n}\n"),
        ("main.bpl", "procedure main()\n{\n  a := true;\n  fork 1 Lock();\n  join 1;\n}\n"),
    ]);
    let (steps, _) = schedule(&program, &initial(&program), &[0, 0]);
    let expected = "\
lock.bpl, main.bpl: HANGS (deadlock): 2 threads wait for ever and nobody can go on (lock.bpl:4)
  steps
    main#0  main.bpl:3  a := true      a: ? → true
    main#0  main.bpl:4  fork 1 Lock()  Lock#1 starts
  then
    main#0 waits at main.bpl:5: join 1 (Lock#1 has not finished)
    Lock#1 waits at lock.bpl:4: assume !a (a = true)
  save the run with --evidence FILE
";
    let deadlock = Verdict::Refuted(Counterexample::Deadlock(steps));
    assert_eq!(text_of(&program, Property::Finish, deadlock.clone()), expected);
    let replayed =
        run::write(&accepted(&program, Property::Finish, Fairness::Strong, deadlock), &program, Telling::OwnLines)
            .unwrap();
    assert!(replayed.contains("  | Lock#1 waits at lock.bpl:4: assume !a (a = true)\n"), "{replayed}");
    assert!(dot::write(&program).contains("label=\"main.bpl:4: fork 1 Lock()\""));
}

#[test]
fn proofs_in_the_words_of_the_property() {
    let program = lowered("procedure main() { var x: int; x := 1; }");
    let states = (1..10).find(|states| {
        let verdict = Verdict::Proved(Certificate::Exploration { states: *states });
        let question = Question { property: Property::Finish, fairness: Fairness::Strong };
        accept(&program, &question, verdict, &|_, _| false).is_ok()
    });
    let states = states.unwrap();
    let headline = |property, fairness| {
        let accepted = accepted(&program, property, fairness, Verdict::Proved(Certificate::Exploration { states }));
        terminal::write(&resolve(&accepted, &program), Detail::Summary, &Saved::No)
    };
    let counted = |text: &str| format!("a.bpl: {text} ({} explored)\n", program::text::counted(states, "state"));
    let finish = headline(Property::Finish, Fairness::Weak);
    assert_eq!(finish, counted("FINISHES: every weakly fair run completes"));
    let terminate = headline(Property::Terminate, Fairness::None);
    assert_eq!(terminate, counted("TERMINATES: no run is infinite under any scheduler"));
    let thread = headline(Property::Thread("main".into()), Fairness::Strong);
    assert_eq!(
        thread,
        counted("TERMINATES: no thread that runs `main` steps for ever under a strongly fair scheduler")
    );
    assert_eq!(headline(Property::Sections, Fairness::Strong), counted("OK: every section can be left"));
    assert_eq!(headline(Property::Exit, Fairness::Strong), counted("OK: the program can always end"));
}

#[test]
fn not_knowing_has_a_place_and_a_hint() {
    let program = lowered(LOCKS);
    let span = Span { file: FileId(0), line: 4, column: 3, length: 0 };
    let verdict = Verdict::Unknown(Reason::NumberTooLarge { span });
    let expected = "\
a.bpl: UNKNOWN: a number does not fit in 64 bits, which is all this engine handles [UH-NUMBER]
  at a.bpl:4
  what could help: keep the numbers small, for instance by taking them modulo a constant
  more about it: unhang explain UH-NUMBER
";
    assert_eq!(text_of(&program, Property::Finish, verdict), expected);
}

#[test]
fn the_middle_of_a_long_run_is_left_out() {
    let program = lowered("procedure main() { var x: int; x := 0; while (x < 40) { x := x + 1; } assert false; }");
    let (steps, _) = schedule(&program, &initial(&program), &[0; 83]);
    let accepted =
        accepted(&program, Property::Finish, Fairness::Strong, Verdict::Refuted(Counterexample::Failure(steps)));
    let outcome = resolve(&accepted, &program);
    let summary = terminal::write(&outcome, Detail::Summary, &Saved::No);
    assert_eq!(summary.lines().count(), 2 + 15 + 1 + 15 + 1);
    assert!(summary.contains("    … 53 more steps (--verbose shows all)\n"), "{summary}");
    assert_eq!(terminal::write(&outcome, Detail::Full, &Saved::No).lines().count(), 2 + 83 + 1);
    assert_eq!(terminal::write(&outcome, Detail::Headline, &Saved::No).lines().count(), 1);
}

#[test]
fn json_says_the_same() {
    let program = lowered(LOCKS);
    let (steps, _) = schedule(&program, &initial(&program), &[0, 0, 0, 0]);
    let verdict = Verdict::Refuted(Counterexample::Failure(steps));
    let accepted = accepted(&program, Property::Exit, Fairness::Weak, verdict);
    let value: serde_json::Value = serde_json::from_str(&json::write(&resolve(&accepted, &program))).unwrap();
    assert_eq!(value["schema"], 1);
    assert_eq!(value["answer"], "refuted");
    assert_eq!(value["kind"], "failure");
    assert_eq!(value["property"], "exit");
    assert_eq!(value["fairness"], "weak");
    assert_eq!(value["steps"][0]["changes"][1]["new"], "3");
    assert_eq!(value["steps"][1]["changes"][0]["starts"], "Lock#1");
    assert_eq!(value["failure"]["place"]["line"], 18);
}

#[test]
fn a_replayed_run_shows_its_states() {
    let program = lowered(LOCKS);
    let (steps, _) = schedule(&program, &initial(&program), &[0, 0, 0, 0]);
    let verdict = Verdict::Refuted(Counterexample::Failure(steps));
    let accepted = accepted(&program, Property::Exit, Fairness::Weak, verdict);
    let expected = "\
initial state
  | globals: a = ?, b = ?
  | main#0 can step at line 15: a, b := 0, 3
  |   in main: x = ?
step 1  main#0  a.bpl:15  a, b := 0, 3
    a: ? → 0
    b: ? → 3
  | globals: a = 0, b = 3
  | main#0 can step at line 16: fork 1 Lock(1)
  |   in main: x = ?
step 2  main#0  a.bpl:16  fork 1 Lock(1)
    Lock#1 starts
  | globals: a = 0, b = 3
  | main#0 can step at line 17: x := 5
  |   in main: x = ?
  | Lock#1 can step at line 4: atomic { assume a == 0; a := me; }
  |   in Lock: me = 1
step 3  main#0  a.bpl:17  x := 5
    x: ? → 5
  | globals: a = 0, b = 3
  | main#0 can step at line 18: assert b != 3
  |   in main: x = 5
  | Lock#1 can step at line 4: atomic { assume a == 0; a := me; }
  |   in Lock: me = 1
step 4  main#0  a.bpl:18  assert b != 3
the last step fails
";
    assert_eq!(run::write(&accepted, &program, Telling::OwnLines).unwrap(), expected);
}

#[test]
fn what_is_printed_is_replayed() {
    let printed = |format: &str, arguments: &str| {
        let output = format!("{{:unhang_output \"{format}\"{arguments}}}");
        let program = lowered(&format!("procedure main() {{ assume {output} true; assert false; }}"));
        let (steps, _) = schedule(&program, &initial(&program), &[0, 0]);
        let verdict = Verdict::Refuted(Counterexample::Failure(steps));
        let accepted = accepted(&program, Property::Finish, Fairness::Strong, verdict);
        let text = run::write(&accepted, &program, Telling::OwnLines).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("    prints ")).map(str::to_owned);
        line.unwrap_or_else(|| panic!("nothing is printed: {text}"))
    };
    assert_eq!(printed("100%% of %d and %u", ", 4294967295bv32, 4294967295bv32"), "\"100% of -1 and 4294967295\"");
    assert_eq!(printed("%5d|%-5d|%05d|%+d", ", 42bv32, 42bv32, 42bv32, 42bv32"), "\"   42|42   |00042|+42\"");
    assert_eq!(printed("%x %#X %o %.3d", ", 255bv32, 255bv32, 8bv64, 7bv32"), "\"ff 0XFF 10 007\"");
    assert_eq!(printed("%hhd %hd %ld", ", 255bv32, 65535bv32, 18446744073709551615bv64"), "\"-1 -1 -1\"");
    assert_eq!(printed("%*d%c", ", 3bv32, 7bv32, 33bv32"), "\"  7!\"");
    // 1.5 as the bits of a double.
    assert_eq!(printed("%f %.1f %g", &", 4609434218613702656bv64".repeat(3)), "\"1.500000 1.5 1.5\"");
    assert_eq!(printed("%d and %s", ", 1bv32"), "\"1 and …\"");
    assert_eq!(printed("a lonely %", ""), "\"a lonely %\"");
}

#[test]
fn automata_are_drawn() {
    let program = lowered("procedure main() { var x: int; x := 0; while (x < 2) { x := x + 1; } }");
    let text = dot::write(&program);
    assert!(text.contains("label=\"1: x < 2? no\""), "{text}");
    assert!(text.starts_with("digraph program {\n") && text.ends_with("}\n"), "{text}");
}
