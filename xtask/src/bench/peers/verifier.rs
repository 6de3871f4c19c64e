//! SPIN's verifiers: made from a model, run within limits, and what their reports mean.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

/// For each search, in mebibytes.
const MEMORY: u32 = 6_000;

/// What SPIN says.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Said {
    /// `proved`, `refuted` or `unknown`.
    pub(super) answer: &'static str,
    /// States stored.
    pub(super) states: u64,
    /// Of a processor, for the search.
    pub(super) seconds: f64,
    /// Of a processor, for making the verifier.
    pub(super) making: f64,
}

impl Said {
    /// Of both searches: an error in either refutes, and both must find none to prove.
    pub(super) fn and(&self, other: &Said) -> Said {
        let answer = match (self.answer, other.answer) {
            ("refuted", _) | (_, "refuted") => "refuted",
            ("proved", "proved") => "proved",
            _ => "unknown",
        };
        let (seconds, making) = (self.seconds + other.seconds, self.making + other.making);
        Said { answer, states: self.states.max(other.states), seconds, making }
    }

    /// The faster one.
    pub(super) fn best(self, other: Said) -> Said {
        if other.seconds < self.seconds { other } else { self }
    }
}

/// What a verifier looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// Deadlocks and failing assertions.
    Deadlocks,
    /// Fair cycles.
    Cycles,
}

/// What SPIN says of the model; with its states compressed if the memory is not enough otherwise.
pub(super) fn asked(model: &str, search: Search, flags: &[&str], longest: Duration) -> Result<Said> {
    match made_and_run(model, search, flags, longest)? {
        Ended::Said(said) => Ok(said),
        Ended::OutOfMemory => match made_and_run(model, search, &[flags, &["-DCOLLAPSE"]].concat(), longest)? {
            Ended::Said(said) => Ok(said),
            Ended::OutOfMemory => Ok(Said { answer: "unknown", states: 0, seconds: 0.0, making: 0.0 }),
        },
    }
}

/// How a search ended.
enum Ended {
    Said(Said),
    OutOfMemory,
}

fn made_and_run(model: &str, search: Search, flags: &[&str], longest: Duration) -> Result<Ended> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    fs::write(folder.join("model.pml"), model)?;
    let before = seconds_of_children()?;
    let made = Command::new("spin").args(["-a", "model.pml"]).current_dir(folder).output().context("spin")?;
    ensure!(made.status.success(), "spin refuses the model: {}", String::from_utf8_lossy(&made.stdout));
    // Fairness is counted in so many bytes: enough for sixty threads.
    let (kind, options): (&[&str], &[&str]) = match search {
        Search::Deadlocks => (&["-DSAFETY"], &[]),
        Search::Cycles => (&["-DNOSTUTTER", "-DNFAIR=8"], &["-a", "-f"]),
    };
    let memory = format!("-DMEMLIM={MEMORY}");
    let mut compiler = Command::new("cc");
    compiler.args(flags).args(kind).args([&memory, "-w", "-o", "pan", "pan.c"]).current_dir(folder);
    let compiled = compiler.output().context("the C compiler")?;
    ensure!(compiled.status.success(), "the verifier is not compiled: {}", String::from_utf8_lossy(&compiled.stderr));
    let making = seconds_of_children()? - before;
    let before = seconds_of_children()?;
    let mut pan = Command::new(folder.join("pan"));
    pan.args(options).args(["-m2000000", "-w22"]).current_dir(folder);
    let output = fs::File::create(folder.join("output"))?;
    pan.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let is_over = wait(&mut pan.spawn().context("the verifier cannot be started")?, longest)?;
    let text = String::from_utf8_lossy(&fs::read(folder.join("output"))?).into_owned();
    if text.contains("reached -DMEMLIM") || text.contains("out of memory") {
        return Ok(Ended::OutOfMemory);
    }
    let answer = if is_over { answer(&text) } else { "unknown" };
    Ok(Ended::Said(Said { answer, states: states(&text), seconds: seconds_of_children()? - before, making }))
}

/// Waits until it is over, or ends it when it takes too long.
fn wait(child: &mut Child, longest: Duration) -> Result<bool> {
    let start = Instant::now();
    while start.elapsed() < longest {
        if child.try_wait()?.is_some() {
            return Ok(true);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill()?;
    child.wait()?;
    Ok(false)
}

/// What the verifier's report means. A search that was cut short, or an index out of bounds, is no answer.
fn answer(text: &str) -> &'static str {
    let is_cut = ["max search depth too small", "Search not completed"];
    let errors =
        text.lines().find_map(|line| line.split_once("errors: ")).and_then(|(_, rest)| rest.trim().parse().ok());
    match errors {
        _ if text.contains("indexing") || text.contains("out of bounds") => "unknown",
        Some(0_u64) if is_cut.iter().any(|mark| text.contains(mark)) => "unknown",
        Some(0) => "proved",
        Some(_) => "refuted",
        None => "unknown",
    }
}

fn states(text: &str) -> u64 {
    let line = text.lines().find(|line| line.contains("states, stored"));
    line.and_then(|line| line.split_whitespace().next()).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// How many seconds processors have spent on processes that this one has waited for.
fn seconds_of_children() -> Result<f64> {
    /// Of which this file counts a hundred a second on Linux.
    const TICKS: f64 = 100.0;
    let text = fs::read_to_string(Path::new("/proc/self/stat")).context("time can be measured on Linux only")?;
    let Some((_, rest)) = text.rsplit_once(") ") else { bail!("unexpected: {text}") };
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let tick = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).context("no such field");
    // The 16th and 17th field of the line; the first two stand before the rest.
    Ok((tick(13)? + tick(14)?) / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_understood() {
        let report = |errors: u32, more: &str| {
            format!(
                "State-vector 60 byte, depth reached 9, errors: {errors}\n{more}\n       12 states, stored (30 visited)\n"
            )
        };
        assert_eq!((answer(&report(0, "")), answer(&report(1, ""))), ("proved", "refuted"));
        assert_eq!(answer(&report(0, "error: max search depth too small")), "unknown");
        assert_eq!(answer(&report(1, "pan:1: indexing g0[12] - size is 12")), "unknown");
        assert_eq!((answer("nothing"), states(&report(0, ""))), ("unknown", 12));
    }

    #[test]
    fn both_searches_count() {
        let said = |answer| Said { answer, states: 1, seconds: 1.0, making: 1.0 };
        assert_eq!(said("proved").and(&said("refuted")).answer, "refuted");
        assert_eq!(said("proved").and(&said("unknown")).answer, "unknown");
        assert_eq!(said("proved").and(&said("proved")), Said { seconds: 2.0, making: 2.0, ..said("proved") });
    }
}
