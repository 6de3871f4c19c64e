//! Proofs that follow one thread at a time, next to the figures of Popeea and Rybalchenko's paper and to the other prover.
//!
//! Three tables: the programs of the paper's Table 1, written in C; both proof rules (PROGTERM is `terminate`, THREADTERM is `thread=NAME`) on
//! programs of `bench/commute` and of the corpus, and which engine is first on which; and workers that share a counter under a lock, with more
//! and more of them. All times are from the program to the accepted answer, by the clock.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use engine::Task;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::{Fairness, Property, Question};

use super::{boogie, c, measure};
use crate::commute;
use crate::corpus::expect::is_modular;

/// The name of the benchmark.
pub const NAME: &str = "modular";

/// The engines that are compared.
const ENGINES: [&str; 2] = ["commutativity", "rely-guarantee"];

/// A row of the paper's table: what it calls the program, where it is here, what is asked, and its answer with its seconds.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) path: &'static str,
    pub(super) property: &'static str,
    pub(super) answer: &'static str,
    pub(super) seconds: Option<f64>,
}

const fn row(
    name: &'static str,
    path: &'static str,
    property: &'static str,
    answer: &'static str,
    seconds: Option<f64>,
) -> Row {
    Row { name, path, property, answer, seconds }
}

/// Table 1. Where the paper says nothing of the second thread, it does not end.
const TABLE: &[Row] = &[
    row("Cook et al., Figure 2", "corpus/c/modular/lock-decrement.c", "thread=T1", "modular", Some(0.1)),
    row("", "corpus/c/modular/lock-decrement.c", "terminate", "refuted", None),
    row("Figure 6", "corpus/c/modular/one-bit-lock.c", "thread=T1", "not modular", Some(0.4)),
    row("", "corpus/c/modular/one-bit-lock.c", "terminate", "refuted", None),
    row("Figure 2", "corpus/c/modular/choice.c", "thread=T1", "modular", Some(5.9)),
    row("", "corpus/c/modular/choice.c", "terminate", "modular", Some(9.4)),
    row("Lu et al., Figure 2", "corpus/c/modular/lu-park-seo-zhou-2.c", "thread=parent", "modular", Some(0.3)),
    row("", "corpus/c/modular/lu-park-seo-zhou-2.c", "terminate", "refuted", None),
    row("Lu et al., Figure 4", "corpus/c/modular/lu-park-seo-zhou-4.c", "thread=transfer", "modular", Some(13.2)),
    row("", "corpus/c/modular/lu-park-seo-zhou-4.c", "terminate", "refuted", None),
];

/// Programs of the corpus on which both rules are tried, besides those of `bench/commute`.
const CORPUS: &[&str] = &[
    "corpus/modular/choice.bpl",
    "corpus/modular/lock-decrement.bpl",
    "corpus/modular/spin-flag.bpl",
    "corpus/modular/workers.bpl",
    "corpus/c/unbounded/atomic-countdown.c",
    "corpus/c/unbounded/down-by-one.c",
    "corpus/c/unbounded/local-bound.c",
    "corpus/c/unbounded/nested.c",
    "corpus/c/unbounded/opposite-counters.c",
    "corpus/c/unbounded/two-counters.c",
];

/// Numbers of workers.
const WORKERS: &[usize] = &[2, 4, 8, 16, 32, 64];

/// Numbers of workers in C, where 64 threads exist at most, and `main` is one of them.
const WORKERS_IN_C: &[usize] = &[2, 4, 8, 16, 32, 63];

const USAGE: &str = "usage: cargo xtask bench modular [--time SECONDS] [--only TEXT]: for each question, 2 if nothing is said; \
                     the programs whose path contains the text";

/// Every row of the table is answered so many times, and the best time counts.
const ROUNDS: usize = 3;

/// Measures as the options say.
pub fn run(words: &[&str], tell: &mut dyn FnMut(&str)) -> Result<()> {
    let (mut seconds, mut part) = (2.0, "");
    for option in words.chunks(2) {
        match option {
            ["--time", number] => seconds = number.parse().ok().filter(|it| *it > 0.0).context(USAGE)?,
            ["--only", text] => part = text,
            _ => bail!(USAGE),
        }
    }
    let time = Duration::from_secs_f64(seconds);
    measure::in_release_with(|| all(time, part, tell), &[&[NAME], words].concat())
}

fn all(time: Duration, part: &str, tell: &mut dyn FnMut(&str)) -> Result<()> {
    if part.is_empty() {
        table(tell)?;
        tell("");
    }
    rules(time, part, tell)?;
    if part.is_empty() {
        tell("");
        workers(tell)?;
    }
    Ok(())
}

/// Ours beside the paper's.
fn table(tell: &mut dyn FnMut(&str)) -> Result<()> {
    tell("program                lines  question              answer       seconds  paper        seconds");
    each_row(Duration::from_secs(20), ROUNDS, &mut |row| {
        let paper = row.paper.seconds.map(|seconds| format!("{seconds:.1}")).unwrap_or_default();
        let line = format!(
            "{:<21}  {:>5}  {:<20}  {:<11}  {:>7.2}  {:<11}  {paper:>7}",
            row.paper.name, row.lines, row.paper.property, row.word, row.seconds, row.paper.answer
        );
        tell(line.trim_end());
    })
}

/// A row of the table, and what comes of it here.
pub(super) struct Measured {
    pub(super) paper: &'static Row,
    pub(super) lines: usize,
    pub(super) word: String,
    pub(super) seconds: f64,
}

/// Answers every row of the table so many times, each within this time.
pub(super) fn each_row(time: Duration, rounds: usize, tell: &mut dyn FnMut(Measured)) -> Result<()> {
    for row in TABLE {
        let program = load(row.path)?;
        let lines =
            program.files.iter().find(|file| file.name.ends_with(row.path)).map_or(0, |it| it.text.lines().count());
        let question = Question { property: parsed(row.property)?, fairness: Fairness::None };
        let mut best = answer(&program, &question, "rely-guarantee", time)?;
        for _ in 1..rounds {
            let again = answer(&program, &question, "rely-guarantee", time)?;
            best.seconds = best.seconds.min(again.seconds);
        }
        tell(Measured { paper: row, lines, word: best.word, seconds: best.seconds });
    }
    Ok(())
}

/// Both rules and both engines.
fn rules(time: Duration, part: &str, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let mut programs: Vec<(String, Program)> = Vec::new();
    for path in CORPUS.iter().filter(|path| path.contains(part)) {
        programs.push(((*path).to_owned(), load(path)?));
    }
    // If no program there is meant, those of the corpus are enough.
    let cases = commute::cases("terminating").unwrap_or_default();
    let meant = cases.into_iter().map(|case| (format!("bench/commute/{}", case.name), case.program));
    programs.extend(meant.filter(|(name, _)| name.contains(part)));
    ensure!(!programs.is_empty(), "there is no program whose path contains `{part}`");
    tell(&format!("{:<56}  {:<20}  {:>13}  {:>14}  first", "program", "question", ENGINES[0], ENGINES[1]));
    let (mut first, mut solved) = ([0_usize; 2], [[0_usize; 2]; 2]);
    for (name, program) in &programs {
        for (rule, property) in [Some(Property::Terminate), started(program)].into_iter().enumerate() {
            let Some(property) = property else { continue };
            let question = Question { property, fairness: Fairness::Strong };
            let asked = |engine| answer(program, &question, engine, time);
            let answers = [asked(ENGINES[0])?, asked(ENGINES[1])?];
            let is_first = |own: usize| {
                answers[own].is_proved
                    && !(answers[1 - own].is_proved && answers[1 - own].seconds <= answers[own].seconds)
            };
            let fastest = (0..2).find(|engine| is_first(*engine));
            for (engine, answer) in answers.iter().enumerate() {
                solved[engine][rule] += usize::from(answer.is_proved);
                first[engine] += usize::from(fastest == Some(engine));
            }
            let shown = |answer: &Answered| {
                if answer.is_proved { format!("{:.2} s", answer.seconds) } else { answer.word.clone() }
            };
            let property = question.property.to_string();
            let who = fastest.map_or("nobody", |engine| ENGINES[engine]);
            let [left, right] = [shown(&answers[0]), shown(&answers[1])];
            tell(&format!("{name:<56}  {property:<20}  {left:>13}  {right:>14}  {who}"));
        }
    }
    tell("");
    tell(&format!("{} programs               {:>14}  {:>14}", programs.len(), ENGINES[0], ENGINES[1]));
    for (rule, heading) in ["PROGTERM (terminate)", "THREADTERM (thread=)"].into_iter().enumerate() {
        tell(&format!("{heading:<26}  {:>14}  {:>14}", solved[0][rule], solved[1][rule]));
    }
    tell(&format!("{:<26}  {:>14}  {:>14}", "first", first[0], first[1]));
    Ok(())
}

/// More and more workers, in Boogie with a lock of their own and in C with a mutex, until it takes too long.
fn workers(tell: &mut dyn FnMut(&str)) -> Result<()> {
    more_and_more("workers", WORKERS, &|count| boogie::read("workers.bpl", text_of_workers(count)), tell)?;
    tell("");
    let in_c = |count: usize| c::read("corpus/c/modular/workers.c", &[&format!("-DWORKERS={count}")]);
    more_and_more("in C", WORKERS_IN_C, &in_c, tell)
}

fn more_and_more(
    heading: &str,
    counts: &[usize],
    made: &dyn Fn(usize) -> Result<Program>,
    tell: &mut dyn FnMut(&str),
) -> Result<()> {
    const LONGEST: Duration = Duration::from_secs(60);
    tell(&format!("{heading:>7}  answer       seconds  seconds/worker"));
    for count in counts {
        let program = made(*count)?;
        let question = Question { property: Property::Terminate, fairness: Fairness::None };
        let Answered { word, seconds, is_proved } = answer(&program, &question, "rely-guarantee", LONGEST)?;
        tell(&format!("{count:>7}  {word:<11}  {seconds:>7.2}  {:>14.3}", seconds / *count as f64));
        if !is_proved {
            break;
        }
    }
    Ok(())
}

/// Workers that take work from one counter, under a lock that says who has it: as in `corpus/modular/workers.bpl`, with so many of them.
fn text_of_workers(count: usize) -> String {
    let worker = |number: usize| {
        format!(
            "procedure worker{number}()\n  modifies work, lck;\n{{\n  var mine: int;\n  mine := 1;\n  while (mine > 0) {{\n    \
             atomic {{ assume lck == 0; lck := {number}; }}\n    mine := work;\n    if (mine > 0) {{\n      work := mine - 1;\n    }}\n    \
             lck := 0;\n  }}\n}}\n\n"
        )
    };
    let workers: String = (1..=count).map(worker).collect();
    let forks: String = (1..=count).map(|number| format!("  fork {number} worker{number}();\n")).collect();
    format!(
        "var work: int;\nvar lck: int;\n\n{workers}\
         procedure main()\n  modifies work, lck;\n{{\n  havoc work;\n  lck := 0;\n{forks}}}\n"
    )
}

/// What an engine says.
struct Answered {
    /// In a word.
    word: String,
    seconds: f64,
    is_proved: bool,
}

fn answer(program: &Program, question: &Question, engine: &str, time: Duration) -> Result<Answered> {
    let plan = portfolio::select::only(engine).context("the engine is on the list")?;
    let budget = Budget::start(Limits { time, ..Limits::default() });
    let accepted = portfolio::run(Task { program, question }, plan, &budget, Arc::new(Silent));
    let seconds = budget.elapsed().as_secs_f64();
    let word = match accepted.verdict() {
        Verdict::Proved(certificate) => match is_modular(program, certificate)? {
            Some(true) => "modular",
            Some(false) => "not modular",
            None => "proved",
        },
        Verdict::Refuted(_) => "refuted",
        Verdict::Unknown(_) => "not proved",
    };
    Ok(Answered { word: word.to_owned(), seconds, is_proved: matches!(accepted.verdict(), Verdict::Proved(_)) })
}

fn parsed(property: &str) -> Result<Property> {
    property.parse().map_err(anyhow::Error::msg)
}

/// That the first procedure ends with which a thread is started later, if there is one.
fn started(program: &Program) -> Option<Property> {
    let run = program.run_by_threads();
    let later = run.iter().filter(|it| !program.start.contains(it)).map(|it| program.procedure(*it));
    let is_own = |file: usize| program.files.get(file).is_none_or(|file| file.origin.is_own());
    let mut own = later.filter(|procedure| !procedure.wraps && is_own(procedure.span.file.index()));
    own.next().map(|procedure| Property::Thread(procedure.name.clone()))
}

fn load(path: &str) -> Result<Program> {
    if path.ends_with(".bpl") { boogie::load(path, None) } else { c::read(path, &[]) }
}
