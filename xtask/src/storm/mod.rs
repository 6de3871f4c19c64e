//! `cargo xtask storm`: random programs in Boogie and in C, given to every engine, whose answers must not contradict each other.
//!
//! A program is made from a seed, so that a seed is a bug report. Every engine is asked about every property under every notion of
//! fairness, within a short time: one that runs out of it has said nothing. Whatever it claims goes to the checker.
//! A naive model checker, which lives in the tests of `check`, knows the truth about programs with few states.
//!
//! The product as users get it, with all engines, is asked about some of the programs as well.
//!
//! What must not happen: two engines that contradict each other or the truth, evidence that the checker rejects or that is not the same
//! after it was saved, a panic, a solver that does not work, an engine that comes back late or not at all, or that answers nothing in
//! the whole of a large storm. What does happen is made smaller, and is written down as a program of the corpus.

mod boogie;
mod c;
mod engines;
mod judge;
mod keep;
mod product;
pub mod tally;

#[path = "../../../crates/check/tests/naive/mod.rs"]
mod naive;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use program::arbitrary::random::Random;

use crate::root::Report;
use engines::Engines;
use keep::Subject;
use tally::Tally;

/// Deep expressions are walked recursively.
const STACK_BYTES: usize = 256 << 20;

/// Programs from C take more steps for the same than others.
const MORE_TIME_FOR_C: u32 = 4;

/// What a storm is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many programs there are, of both languages together.
    pub programs: u64,
    /// The seed of the first one.
    pub seed: u64,
    /// In which languages they are written.
    pub languages: Languages,
    /// How long an engine may think about one question, if it is about a program in Boogie; about one in C, four times that.
    /// About one program it is asked for as long as six questions take at most.
    pub time: Duration,
    /// Where programs with wrong answers are written to.
    pub keep: PathBuf,
}

/// In which languages random programs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Languages {
    /// In Boogie.
    Boogie,
    /// In C.
    C,
    /// One in ten in C, since compiling takes longer than answering.
    Both,
}

impl Languages {
    /// Whether the program of this seed is in C. It is drawn apart from everything else that depends on the seed.
    fn is_c(self, seed: u64) -> bool {
        match self {
            Languages::Boogie => false,
            Languages::C => true,
            Languages::Both => Random::new(seed ^ 0x001a_9c0a).chance(10),
        }
    }
}

impl Options {
    /// What is taken where nothing is said.
    pub fn new(root: &Path) -> Options {
        let keep = root.join("corpus/regression");
        Options { programs: 1_000, seed: 0, languages: Languages::Both, time: Duration::from_millis(50), keep }
    }

    /// Reads `--programs N --seed S --language boogie|c|both --time MILLISECONDS --keep FOLDER`.
    pub fn parse(root: &Path, words: &[&str]) -> Result<Options> {
        let mut options = Options::new(root);
        let mut words = words.iter();
        while let Some(&name) = words.next() {
            let value = *words.next().with_context(|| format!("{name} needs a value"))?;
            let number =
                || value.parse::<u64>().with_context(|| format!("{name} needs a number, and `{value}` is none"));
            match name {
                "--programs" => options.programs = number()?,
                "--seed" => options.seed = number()?,
                "--time" => options.time = Duration::from_millis(number()?),
                "--keep" => options.keep = PathBuf::from(value),
                "--language" => {
                    options.languages = match value {
                        "boogie" => Languages::Boogie,
                        "c" => Languages::C,
                        "both" => Languages::Both,
                        other => bail!("programs are written in boogie, c or both, not in `{other}`"),
                    }
                }
                other => {
                    bail!("a storm has no option `{other}`; it has --programs, --seed, --language, --time, --keep")
                }
            }
        }
        ensure!(options.programs > 0, "a storm of no programs would show nothing");
        ensure!(options.seed.checked_add(options.programs).is_some(), "seeds end at {}", u64::MAX);
        ensure!(!options.time.is_zero(), "engines need more time than none");
        Ok(options)
    }

    fn subject(&self, seed: u64) -> Subject {
        if self.languages.is_c(seed) { Subject::C(c::program(seed)) } else { Subject::Boogie(boogie::program(seed)) }
    }
}

/// What came of a storm.
pub struct Outcome {
    /// How many programs and questions there were, and who answered them.
    pub tally: Tally,
    /// What went wrong, in the order of seeds.
    pub problems: Vec<String>,
}

impl Outcome {
    /// The figures, and what went wrong.
    pub fn report(self, options: &Options) -> Report {
        Report { notes: self.tally.lines(options), problems: self.problems }
    }
}

/// Lets the storm loose on all processors.
pub fn run(options: &Options) -> Result<Outcome> {
    ensure!(options.keep.is_dir(), "{} is no folder", options.keep.display());
    let (next, tally, problems) = (AtomicU64::new(0), Mutex::new(Tally::default()), Mutex::new(Vec::new()));
    let work = || {
        let for_boogie = Engines::new(options.time);
        let for_c = for_boogie.slower(MORE_TIME_FOR_C);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.programs {
                return;
            }
            let seed = options.seed + number;
            let subject = options.subject(seed);
            let engines = if matches!(subject, Subject::C(_)) { &for_c } else { &for_boogie };
            let judged = judge::judge(&subject, seed, engines);
            for (number, wrong) in judged.wrong.iter().enumerate() {
                let told = keep::keep(options, seed, &subject, wrong, number, engines);
                problems.lock().expect("nobody panics while holding the list").push((seed, told));
            }
            tally.lock().expect("nobody panics while holding the figures").count(&subject, &judged);
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let start = || std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        (0..workers).try_for_each(|_| start().map(drop))
    })
    .context("no thread can be started")?;
    let mut problems = problems.into_inner().expect("nobody panics while holding the list");
    problems.sort();
    let tally = tally.into_inner().expect("nobody panics while holding the figures");
    let mut problems: Vec<String> = problems.into_iter().map(|(_, told)| told).collect();
    problems.extend(tally.silent(&Engines::new(options.time)));
    Ok(Outcome { tally, problems })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Whatever goes with the language by accident would test half of what it seems to.
    #[test]
    fn every_engine_and_mode_meets_programs_in_both_languages() {
        let engines = Engines::new(Duration::from_millis(1));
        let mut met = BTreeSet::new();
        for seed in 0..800 {
            let is_c = Languages::Both.is_c(seed);
            met.extend(engines.for_seed(seed).into_iter().map(|engine| (is_c, engines.name(engine))));
        }
        let all: BTreeSet<(bool, &str)> =
            [false, true].into_iter().flat_map(|is_c| engines.names().map(move |name| (is_c, name))).collect();
        assert_eq!(met, all, "{:?}", all.difference(&met));
    }

    #[test]
    fn one_program_in_ten_is_in_c() {
        let count = (0..2_000).filter(|seed| Languages::Both.is_c(*seed)).count();
        assert!((140..260).contains(&count), "{count}");
    }
}
