//! The limit on memory is kept, whatever a program does: measured as what a process takes at most.
//!
//! Each measurement is made in a process of its own: this file runs itself with a name in the environment.
#![allow(clippy::unwrap_used)]

use std::fs::read_to_string;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use check::explore::{Graph, Spurious};
use check::rules::exploration::holds;
use check::semantics::state::initial;
use engine::Task;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::span::SourceFile;

/// Says what to measure, in a process of its own.
const MEASURED: &str = "UNHANG_MEASURED";

const MEMORY: u64 = 32 << 20;

/// A tenth of the limit, and what the process takes for itself.
const SLACK: u64 = MEMORY / 10 + (12 << 20);

/// Programs that take much memory in different places, with what is to be told of them.
const PROGRAMS: [(&str, &str); 10] = [
    ("one step with 2^18 outcomes", "UH-MEMORY"),
    ("one step with 2^18 outcomes for local variables", "UH-MEMORY"),
    ("local steps that part 40 times", "UH-MEMORY"),
    ("local steps that part twice into 2^16", "UH-MEMORY"),
    ("local calls that double 40 times", "UH-MEMORY"),
    ("a long loop", "UH-MEMORY"),
    ("a map that grows", "UH-MEMORY"),
    ("a deep recursion", "UH-MEMORY"),
    ("a proof over many states", "UH-UNCHECKED"),
    ("a proof over large maps", "UH-UNCHECKED"),
];

fn text(name: &str) -> String {
    let list = |count: usize, one: &dyn Fn(usize) -> String, between: &str| {
        (0..count).map(one).collect::<Vec<_>>().join(between)
    };
    let flags = list(18, &|n| format!("b{n}"), ", ");
    let twice = "fork 0 T(); fork 1 T(); join 0; join 1;";
    match name {
        "one step with 2^18 outcomes" => {
            format!("var {flags}: bool; procedure T() {{ atomic {{ havoc {flags}; }} }} procedure main() {{ {twice} }}")
        }
        "one step with 2^18 outcomes for local variables" => {
            format!("procedure T() {{ var {flags}: bool; havoc {flags}; }} procedure main() {{ {twice} }}")
        }
        "local steps that part 40 times" => {
            let flags = list(40, &|n| format!("b{n}"), ", ");
            let steps = list(40, &|n| format!("havoc b{n};"), " ");
            format!("procedure main() {{ var {flags}: bool; {steps} while (b0) {{ b0 := false; }} }}")
        }
        "local steps that part twice into 2^16" => {
            let choice = |x| format!("havoc {x}; assume 0 <= {x} && {x} < 65536;");
            format!("procedure main() {{ var x, y: int; {} {} while (x > y) {{ x := y; }} }}", choice("x"), choice("y"))
        }
        "local calls that double 40 times" => {
            let procedure = |n| format!("procedure p{n}() {{ call p{0}(); call p{0}(); }}", n + 1);
            format!("{} procedure p40() {{ }} procedure main() {{ call p0(); }}", list(40, &procedure, "\n"))
        }
        "a long loop" => "procedure main() { var i: int; i := 0; while (i < 1000000000) { i := i + 1; } }".to_owned(),
        "a map that grows" => {
            "var m: [int]int; procedure main() { var i: int; i := 0; while (true) { m[i] := i; i := i + 1; } }"
                .to_owned()
        }
        "a deep recursion" => "procedure f(n: int) { call f(n + 1); } procedure main() { call f(0); }".to_owned(),
        "a proof over many states" => "
            var x: [int]int;
            procedure C(me: int) { var i: int; i := 0; while (i < 25) { x[me] := x[me] + 1; i := i + 1; } }
            procedure main()
            {
              x[0] := 0; x[1] := 0; x[2] := 0;
              fork 0 C(0); fork 1 C(1); fork 2 C(2);
              join 0; join 1; join 2;
            }"
        .to_owned(),
        "a proof over large maps" => "
            var m: [int]int;
            procedure Look() { assume m[0] >= 0; }
            procedure main()
            {
              var i: int;
              i := 0;
              m[0] := 0;
              fork 0 Look();
              while (i < 1000) { m[i] := i + 1; i := i + 1; }
              join 0;
            }"
        .to_owned(),
        _ => unreachable!("there is no such program: {name}"),
    }
}

fn program(name: &str) -> Program {
    let file = SourceFile::new("large.bpl".into(), text(name).into());
    frontend::boogie::lower(vec![file], &Default::default()).unwrap()
}

fn question() -> Question {
    Question { property: Property::Finish, fairness: Fairness::Strong }
}

/// What the process took at most so far, and takes now.
fn memory() -> Option<(u64, u64)> {
    let status = read_to_string("/proc/self/status").ok()?;
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    };
    Some((field("VmHWM:")?, field("VmRSS:")?))
}

/// What the process says that measures this; nothing where memory cannot be measured.
fn measure(what: &str) -> Option<String> {
    memory()?;
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = command.args(["--exact", "measured", "--nocapture"]).env(MEASURED, what).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{what}: {text}{}", String::from_utf8_lossy(&output.stderr));
    let line = text.lines().find_map(|line| line.split_once("measured: ")).map(|(_, line)| line.to_owned());
    Some(line.unwrap_or_else(|| panic!("{what}: {text}")))
}

/// Measures in this process if it is for that.
#[test]
fn measured() {
    let Ok(what) = std::env::var(MEASURED) else { return };
    let figures = match what.strip_prefix("count ") {
        Some(name) => count(&program(name)),
        None => answer(&program(&what)),
    };
    #[allow(clippy::print_stdout)] // The process was started to be read.
    {
        println!("measured: {figures}");
    }
}

/// The answer, and what it took.
fn answer(program: &Program) -> String {
    let question = question();
    let limits = Limits { memory: MEMORY, time: Duration::from_secs(3600), ..Limits::default() };
    let task = Task { program, question: &question };
    // Others prove some of these without looking at all states.
    let plan = portfolio::select::only("explicit").expect("there is such an engine");
    let accepted = portfolio::run(task, plan, &Budget::start(limits), Arc::new(Silent));
    format!("{} {:?}", memory().unwrap().0, accepted.verdict())
}

/// What the checker says that it needs to explore and judge the graph, and what it takes.
fn count(program: &Program) -> String {
    let (before, _) = memory().unwrap();
    let most = AtomicU64::new(0);
    let interrupt = |_: u64, bytes: u64| {
        most.fetch_max(bytes, Ordering::Relaxed);
        false
    };
    let graph = Graph::explore(program, &initial(program), Spurious::Taken, &interrupt).unwrap();
    assert!(holds(program, &question(), &graph).unwrap());
    format!("{} {}", most.load(Ordering::Relaxed), memory().unwrap().0 - before)
}

#[test]
fn no_program_takes_more_memory_than_it_may() {
    for (name, code) in PROGRAMS {
        let Some(figures) = measure(name) else { return };
        let (peak, verdict) = figures.split_once(' ').unwrap();
        let reason = if code == "UH-MEMORY" { "OutOfMemory" } else { "NotChecked" };
        assert!(verdict.contains(reason) && verdict.starts_with("Unknown"), "{name}: {verdict}");
        let peak: u64 = peak.parse().unwrap();
        assert!(peak < MEMORY + SLACK, "{name}: {} MiB", peak >> 20);
    }
}

#[test]
fn the_checker_takes_what_it_says() {
    for (name, _) in PROGRAMS.iter().filter(|(_, code)| *code == "UH-UNCHECKED") {
        let Some(figures) = measure(&format!("count {name}")) else { return };
        let (said, took) = figures.split_once(' ').unwrap();
        let (said, took): (u64, u64) = (said.parse().unwrap(), took.parse().unwrap());
        assert!(took < said + said / 10 + (4 << 20), "{name}: {} MiB, not {}", took >> 20, said >> 20);
        assert!(said < 2 * took + (4 << 20), "{name}: {} MiB, not {}", took >> 20, said >> 20);
    }
}
