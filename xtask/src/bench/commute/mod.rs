//! What the engines solve of `bench/commute`, and how long it takes: the table and the quantile plot of TerMute's evaluation.
//!
//! A mode is an engine, or all of them together as users have them. Each program is asked about in each mode, one after the other, from
//! the program to the accepted answer, and the clock is looked at, since most of the time may be the solver's.

pub(super) mod options;
pub(super) mod outcome;
pub(super) mod plot;
mod summary;

use std::fs;

use anyhow::{Context, Result, ensure};

use self::options::Options;
use self::outcome::Outcome;
use super::measure;
use crate::commute::{Case, cases, producers, readme};

/// The name of the benchmark.
pub const NAME: &str = "commute";

/// Measures as the options say.
pub fn run(words: &[&str], tell: &mut dyn FnMut(&str)) -> Result<()> {
    match options::parse(words)? {
        None => list(tell),
        Some(options) => measure::in_release_with(|| all(&options, tell), &[&[NAME], words].concat()),
    }
}

/// Tells which programs there are.
fn list(tell: &mut dyn FnMut(&str)) -> Result<()> {
    tell("program                                   threads  finish: strong, weak, none");
    for case in cases("")? {
        let answers: Vec<String> = case.questions.iter().map(|(_, answer)| answer.to_string()).collect();
        tell(&format!("{:<40}  {:>7}  {}", case.name, case.threads, answers.join(", ")));
    }
    tell("");
    tell(&readme::table()?);
    Ok(())
}

fn all(options: &Options, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let cases = match options.producers {
        Some(number) => producers::cases(number)?,
        None => cases(&options.part)?,
    };
    let outcomes = outcomes(&cases, options, tell)?;
    tell("");
    summary::lines(&outcomes, &options.modes).iter().for_each(|line| tell(line));
    fs::create_dir_all(&options.folder).with_context(|| options.folder.display().to_string())?;
    let table: String = outcome::CSV.to_owned() + &outcomes.iter().map(Outcome::csv).collect::<String>();
    for (name, text) in [("commute.csv", table), ("commute.svg", plot::svg(&outcomes, options))] {
        let path = options.folder.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        tell(&format!("written: {}", path.display()));
    }
    let wrong: Vec<&str> = outcomes.iter().filter(|outcome| outcome.is_wrong()).map(|it| it.program.as_str()).collect();
    ensure!(wrong.is_empty(), "wrong answers: {}", wrong.join(", "));
    Ok(())
}

/// What comes of each program in each mode.
pub(super) fn outcomes(cases: &[Case], options: &Options, tell: &mut dyn FnMut(&str)) -> Result<Vec<Outcome>> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for case in cases {
        for mode in &options.modes {
            let outcome = outcome::of(case, mode, options)?;
            tell(&outcome.line());
            outcomes.push(outcome);
        }
    }
    Ok(outcomes)
}
