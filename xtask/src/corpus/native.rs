//! Whether programs that are proved to finish do so for real: `cargo xtask native`.
//!
//! Every C and C++ program whose `finish` under strong fairness is expected to be proved, and is (`xtask/tests/corpus.rs`), is built with
//! random delays, and run with many seeds. One that does not end, or that a signal ends, contradicts the proof.
//! The other half, programs that hang, is `cargo xtask reproduce`.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use engine::budget::{Budget, Limits};
use frontend::reproduction::stress::{self, Ending};
use unhang::commands::reproduce::build_delayed;
use unhang::processes;

use super::{Case, cases, command};
use crate::parallel::for_each;
use crate::root::Report;

/// How long a run may take unless another time is given. Most take some milliseconds.
pub const LIMIT: Duration = Duration::from_secs(60);

/// How a function begins that is a single step to competition tools, and is none to the machine.
const ATOMIC_FUNCTION: &str = "__VERIFIER_atomic_";

/// What makes something that has a name on the whole machine, and may be there already.
const NAMED: &str = "sem_open";

/// What only those may use whom the system grants priorities in real time; for others the functions fail.
const PRIORITIES: &str = "PTHREAD_PRIO_PROTECT";

/// A function of the competition that ends the program where an assumption is not so; a run that comes there is none of the program's.
const ASSUMES_BY_ABORT: &str = "assume_abort_if_not";

/// What is run, and how often.
#[derive(Clone, Debug)]
pub struct Options {
    /// Programs whose paths contain this.
    pub part: String,
    /// So many runs of each.
    pub runs: u64,
    /// The first run has this seed, the others those that follow.
    pub seed: u64,
    /// The answer that is expected of the programs. Of those that hang, some do so here as well.
    pub word: &'static str,
    /// A run that has not ended by then hangs.
    pub limit: Duration,
}

impl Options {
    /// As the command line says: `[TEXT] [--runs N] [--seed S]`.
    pub fn parse(words: &[&str]) -> Result<Options> {
        let mut options = Options { part: String::new(), runs: 20, seed: 0, word: "proved", limit: LIMIT };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut number = || -> Result<u64> {
                let value = words.next().with_context(|| format!("{word} needs a value"))?;
                value.parse().with_context(|| format!("{word} needs a number, and `{value}` is none"))
            };
            match word {
                "--runs" => options.runs = number()?,
                "--seed" => options.seed = number()?,
                _ if word.starts_with("--") => bail!("there is no option `{word}`, only --runs and --seed"),
                _ if options.part.is_empty() => options.part = word.to_owned(),
                _ => bail!("one text says which programs are meant, and `{word}` is another one"),
            }
        }
        ensure!(options.runs > 0, "no runs would show nothing");
        ensure!(options.seed.checked_add(options.runs).is_some(), "seeds end at {}", u64::MAX);
        Ok(options)
    }
}

/// What came of all programs.
#[derive(Default, Debug)]
pub struct Tally {
    /// Programs that were run.
    pub programs: u64,
    /// Runs that have ended.
    pub ended: u64,
    /// Runs that are none of the program's, since it has assumed something that is not so.
    pub set_aside: u64,
    /// Programs that cannot be run, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// Programs that were run although the list in `left-out.txt` says that they cannot be.
    pub not_left_out: Vec<String>,
    /// Runs that have not ended, or that a signal has ended.
    pub contradictions: Vec<String>,
}

impl Tally {
    /// Contradictions; and whatever keeps the figures from saying what they seem to.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = self.contradictions.clone();
        problems.sort();
        let unexpected = self.left_out.iter().filter(|(name, why)| !is_expected(name, why));
        problems.extend(unexpected.map(|(name, why)| format!("{name} cannot be run, which nobody expects: {why}")));
        let not_left_out = self.not_left_out.iter();
        problems
            .extend(not_left_out.map(|name| format!("{name} can be run, and is on the list of those that cannot be")));
        if self.ended == 0 && self.contradictions.is_empty() {
            problems.push("no run has ended, so that nothing was seen".to_owned());
        }
        problems
    }

    /// For people.
    pub fn report(mut self) -> Report {
        self.left_out.sort();
        self.not_left_out.sort();
        let Tally { programs, ended, set_aside, .. } = self;
        let mut notes: Vec<String> =
            self.left_out.iter().map(|(name, why)| format!("left out {name}: {why}")).collect();
        notes.push(format!(
            "native: {programs} programs, {ended} runs have ended, {set_aside} set aside, {} programs left out, {} contradictions",
            self.left_out.len(),
            self.contradictions.len()
        ));
        Report { notes, problems: self.problems() }
    }
}

/// The programs of the corpus that cannot be run, a line each: the path, a colon, and words of the reason.
const LEFT_OUT: &str = include_str!("left-out.txt");

fn expected() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = LEFT_OUT.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": "))
}

fn is_expected(name: &str, why: &str) -> bool {
    expected().any(|(path, words)| path == name && why.contains(words))
}

/// Builds the programs and runs them.
pub fn run(root: &Path, options: &Options) -> Result<Tally> {
    let mut wanted = cases(root, &options.part)?;
    wanted.retain(|case| is_wanted(case, options.word));
    ensure!(
        !wanted.is_empty(),
        "of no C or C++ program in the corpus whose path contains `{}` is `finish` {}",
        options.part,
        options.word
    );
    let tally = Mutex::new(Tally::default());
    for_each(&wanted, |case| {
        let one = attempt(case, options);
        let mut tally = tally.lock().expect("nobody panics while holding the tally");
        match one {
            Ok(one) => {
                tally.programs += 1;
                tally.ended += one.ended;
                tally.set_aside += one.set_aside;
                tally.contradictions.extend(one.contradictions);
                let is_listed = expected().any(|(path, _)| path == case.name);
                tally.not_left_out.extend(is_listed.then(|| case.name.clone()));
            }
            Err(why) => {
                let why = format!("{why:#}");
                // The last line says what could not be done, and those before it why.
                let line = why.lines().find(|line| line.contains("undefined")).or(why.lines().last());
                tally.left_out.push((case.name.clone(), line.unwrap_or_default().to_owned()));
            }
        }
    });
    Ok(tally.into_inner().expect("nobody panics while holding the tally"))
}

fn is_wanted(case: &Case, word: &str) -> bool {
    let is_compiled = [".c", ".cpp"].iter().any(|ending| case.name.ends_with(ending));
    let mut questions = case.expectation.answer.questions().iter();
    is_compiled
        && questions.any(|one| one.property == "finish" && one.fairness == "strong" && one.answer.word() == word)
}

/// Runs one program with all seeds, until one does not end.
fn attempt(case: &Case, options: &Options) -> Result<Tally> {
    let check = command(case, &[])?;
    if let Some(entry) = &check.reading.entry {
        bail!("the program begins with `{entry}`, and a real one with `main`");
    }
    let files = check.reading.paths();
    for file in &files {
        let text = std::fs::read_to_string(file)?;
        let mut names = text.split(ATOMIC_FUNCTION).skip(1);
        ensure!(
            names.all(|rest| rest.starts_with("begin") || rest.starts_with("end")),
            "it has a function that is a single step"
        );
        ensure!(!text.contains(ASSUMES_BY_ABORT), "it assumes something by calling `abort`");
        ensure!(!text.contains(NAMED), "it shares a name with whatever else runs on the machine");
        ensure!(!text.contains(PRIORITIES), "it needs priorities that the system grants to few");
    }
    let folder = tempfile::tempdir()?;
    let binary = folder.path().join("program");
    build_delayed(&files, &check.reading.compiling, (folder.path(), &binary), &check.start())?;
    let mut tally = Tally::default();
    for seed in options.seed..options.seed + options.runs {
        let budget = Budget::start(Limits { time: options.limit, ..Limits::default() });
        let ending = stress::run(&binary, &check.reading.arguments, seed, &processes::sample, &|| budget.is_over())
            .map_err(|why| anyhow!("{why}"))?;
        match ending {
            Ending::Ended => tally.ended += 1,
            Ending::SetAside => tally.set_aside += 1,
            Ending::Killed(how) => {
                tally.contradictions.push(format!("{}: seed {seed}: a signal has ended it ({how})", case.name));
                break;
            }
            Ending::Hangs(sample) => {
                let state = match sample {
                    Some(sample) if sample.all_sleep => format!("all of its {} threads sleep", sample.threads),
                    Some(sample) => format!("it has {} threads, of which some run", sample.threads),
                    None => "of its threads nothing is known".to_owned(),
                };
                let seconds = options.limit.as_secs();
                tally
                    .contradictions
                    .push(format!("{}: seed {seed}: has not ended within {seconds} s: {state}", case.name));
                break;
            }
        }
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_runs_nothing_or_leaves_something_out_has_shown_nothing() {
        assert_eq!(Tally::default().problems(), ["no run has ended, so that nothing was seen"]);
        let ended = || Tally { programs: 1, ended: 3, ..Tally::default() };
        assert!(ended().problems().is_empty());
        let left_out = |name: &str, why: &str| Tally { left_out: vec![(name.to_owned(), why.to_owned())], ..ended() };
        assert_eq!(left_out("corpus/c/none.c", "there is no compiler").problems().len(), 1);
        let (path, words) = expected().next().expect("there are such programs");
        assert!(left_out(path, &format!("error: {words}")).problems().is_empty());
        assert_eq!(left_out(path, "there is no compiler").problems().len(), 1);
        assert_eq!(Tally { not_left_out: vec![path.to_owned()], ..ended() }.problems().len(), 1);
    }
}
