//! How long it takes to find fair lassos by sequentialisation, from the program to the accepted answer, next to the paper's figures.
//!
//! Unlike the other benchmarks this one looks at the clock, since most of the time is the solver's, a process of its own.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use engine::Task;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::{Fairness, Property, Question};

use super::{boogie, measure};

/// The name of the benchmark.
pub const NAME: &str = "mutant";

/// Numbers of philosophers, and the seconds that Figure 3d has for them.
const PHILOSOPHERS: &[(u32, Option<f64>)] = &[
    (2, Some(2.1)),
    (3, Some(3.43)),
    (4, Some(6.13)),
    (5, Some(8.94)),
    (6, Some(21.91)),
    (7, Some(15.79)),
    (8, Some(30.77)),
    (9, Some(31.66)),
    (10, Some(43.54)),
    (15, None),
    (20, None),
    (25, None),
    (30, None),
];

/// Other programs of the corpus, and the paper's seconds.
const OTHERS: &[(&str, Option<f64>)] = &[("corpus/livelock/optimistic-list.bpl", Some(44.0))];

/// Every program is answered so many times, and the best time counts.
const ROUNDS: usize = 3;

/// Measures all.
pub fn run(tell: &mut dyn FnMut(&str)) -> Result<()> {
    measure::in_release(|| all(tell), NAME)
}

/// A program that hangs, and how long it takes to find that out.
pub(super) struct Found {
    pub(super) name: String,
    /// How many philosophers there are.
    pub(super) size: Option<u32>,
    /// How many threads.
    pub(super) threads: usize,
    pub(super) seconds: f64,
    /// What the paper says.
    pub(super) paper: Option<f64>,
}

fn all(tell: &mut dyn FnMut(&str)) -> Result<()> {
    tell("program              size  seconds  seconds/thread  paper, seconds  ratio");
    each(u32::MAX, ROUNDS, &mut |found| {
        let size = found.size.map(|size| size.to_string()).unwrap_or_default();
        tell(&line(&found.name, &size, found.seconds, found.seconds / found.threads as f64, found.paper));
    })
}

/// Measures the philosophers up to this number of them, and the others, each so many times.
pub(super) fn each(most: u32, rounds: usize, tell: &mut dyn FnMut(Found)) -> Result<()> {
    for (size, paper) in PHILOSOPHERS.iter().filter(|(size, _)| *size <= most) {
        let program = boogie::load("bench/mutant/philosophers.bpl", Some(&size.to_string()))?;
        let (name, seconds) = ("philosophers".to_owned(), best(&program, rounds)?);
        tell(Found { name, size: Some(*size), threads: *size as usize, seconds, paper: *paper });
    }
    for (path, paper) in OTHERS {
        let program = boogie::load(path, None)?;
        let name = path.rsplit('/').next().and_then(|name| name.strip_suffix(".bpl")).unwrap_or(path).to_owned();
        let (threads, seconds) = (program.run_by_threads().len(), best(&program, rounds)?);
        tell(Found { name, size: None, threads, seconds, paper: *paper });
    }
    Ok(())
}

fn line(name: &str, size: &str, seconds: f64, by_thread: f64, paper: Option<f64>) -> String {
    let (paper, ratio) = match paper {
        Some(paper) => (format!("{paper:.2}"), format!("{:.1}", paper / seconds)),
        None => Default::default(),
    };
    let line = format!("{name:<19}  {size:>4}  {seconds:>7.2}  {by_thread:>14.3}  {paper:>14}  {ratio:>5}");
    line.trim_end().to_owned()
}

/// The best time in which a hang is found and accepted.
fn best(program: &Program, rounds: usize) -> Result<f64> {
    let question = Question { property: Property::Finish, fairness: Fairness::Strong };
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let plan = portfolio::select::only("sequentialise").context("the engine is on the list")?;
        let budget = Budget::start(Limits::default());
        let accepted = portfolio::run(Task { program, question: &question }, plan, &budget, Arc::new(Silent));
        match accepted.verdict() {
            Verdict::Refuted(_) => best = best.min(budget.elapsed().as_secs_f64()),
            other => bail!("a program that hangs is {}", other.word()),
        }
    }
    Ok(best)
}
