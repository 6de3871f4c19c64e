//! `cargo xtask fuzz TARGET`: everything that reads text is given damaged files of the corpus.
//!
//! The functions in [`targets`] are also those of `cargo fuzz` (see `fuzz/`), which needs a nightly compiler and is guided by coverage.
//! This driver needs neither: it damages what the corpus has, the same way for the same seed.
//!
//! The input at hand lies in a file while it is read, so that it is there also if the process ends.

mod damage;
mod seeds;
pub mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use engine::budget::{Budget, Limits};
use program::arbitrary::random::Random;

use crate::root::Report;
use targets::{TARGETS, Target};

/// The tool itself reads with a stack as large as this.
const STACK_BYTES: usize = unhang::exit::STACK_BYTES;

/// Whatever takes longer than this to read is worth being looked at. The machine may have other work to do.
const SLOW: Duration = Duration::from_secs(10);

/// What a campaign is.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which targets.
    pub targets: Vec<&'static Target>,
    /// How long each of them is given inputs.
    pub time: Duration,
    /// At most so many inputs for each.
    pub inputs: u64,
    /// What the damage depends on.
    pub seed: u64,
}

impl Options {
    /// Reads `TARGET [--time SECONDS] [--inputs N] [--seed S]`; the target may be `all`.
    pub fn parse(words: &[&str]) -> Result<Options> {
        let names = || TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
        let [name, rest @ ..] = words else { bail!("what is to be fuzzed? There are: {}, all", names()) };
        let targets: Vec<&'static Target> =
            TARGETS.iter().filter(|target| *name == "all" || target.name == *name).collect();
        ensure!(!targets.is_empty(), "there is no target `{name}`; there are: {}, all", names());
        let mut options = Options { targets, time: Duration::from_secs(60), inputs: u64::MAX, seed: 0 };
        for pair in rest.chunks(2) {
            let [name, value] = pair else { bail!("{} needs a value", pair[0]) };
            let number =
                value.parse::<u64>().with_context(|| format!("{name} needs a number, and `{value}` is none"))?;
            match *name {
                "--time" => options.time = Duration::from_secs(number),
                "--inputs" => options.inputs = number,
                "--seed" => options.seed = number,
                other => bail!("a campaign has no option `{other}`; it has --time, --inputs, --seed"),
            }
        }
        Ok(options)
    }
}

/// Runs the campaign. The problems are inputs that did harm, which lie in the folder `target/fuzz`.
pub fn run(root: &Path, options: &Options) -> Result<Report> {
    let folder = root.join("target/fuzz");
    fs::create_dir_all(&folder)?;
    let mut report = Report::default();
    for target in &options.targets {
        let seeds = seeds::seeds(root, target)?;
        ensure!(!seeds.is_empty(), "there is nothing to begin with for `{}`", target.name);
        let work = || campaign(target, &seeds, &folder, options);
        let found = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            thread.map(|thread| thread.join())
        });
        let found = found.context("no thread can be started")?;
        let Ok(found) = found else { bail!("the campaign of `{}` has ended early", target.name) };
        let Campaign { inputs, accepted, problems } = found?;
        report.notes.push(format!(
            "fuzz {}: {inputs} inputs from {} files, {accepted} of them accepted, {} did harm",
            target.name,
            seeds.len(),
            problems.len()
        ));
        report.problems.extend(problems);
    }
    Ok(report)
}

struct Campaign {
    inputs: u64,
    accepted: u64,
    problems: Vec<String>,
}

fn campaign(target: &Target, seeds: &[Vec<u8>], folder: &Path, options: &Options) -> Result<Campaign> {
    let budget = Budget::start(Limits { time: options.time, ..Limits::default() });
    let mut random = Random::new(options.seed);
    let mut found = Campaign { inputs: 0, accepted: 0, problems: Vec::new() };
    let current = folder.join(format!("{}.input", target.name));
    while !budget.is_over() && found.inputs < options.inputs {
        // Every file as it is comes first.
        let untouched = usize::try_from(found.inputs).ok().and_then(|number| seeds.get(number)).cloned();
        let input = untouched.unwrap_or_else(|| damage::damaged(seeds, &mut random));
        fs::write(&current, &input).with_context(|| current.display().to_string())?;
        found.inputs += 1;
        let clock = Budget::start(Limits::default());
        let read = catch_unwind(AssertUnwindSafe(|| (target.read)(&input)));
        let problem = match read {
            Ok(Ok(_)) | Ok(Err(_)) if clock.elapsed() > SLOW => Some(format!("takes {:?}", clock.elapsed())),
            Ok(Ok(is_accepted)) => {
                found.accepted += u64::from(is_accepted);
                None
            }
            Ok(Err(what)) => Some(what),
            Err(_) => Some("panics".to_owned()),
        };
        if let Some(what) = problem {
            let kept = folder.join(format!("{}-{}-{}", target.name, options.seed, found.inputs));
            fs::write(&kept, &input)?;
            found.problems.push(format!("{}: {what}: see {}", target.name, kept.display()));
        }
    }
    fs::remove_file(&current).or_else(|error| if current.exists() { Err(error) } else { Ok(()) })?;
    Ok(found)
}
