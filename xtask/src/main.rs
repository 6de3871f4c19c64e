//! `cargo xtask COMMAND`: the one place that prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use anyhow::{Result, bail};
use xtask::{bench, bless, commute, corpus, dist, fuzz, root, storm, tidy};

const USAGE: &str = "\
usage: cargo xtask COMMAND
  tidy            check the laws of the project that the compiler does not check
  corpus [TEXT]   run the corpus, or the programs whose path contains TEXT
  prepared [TEXT] prepare them for the provers, and compare the answers before and after
  reproduce [TEXT] whether the real programs hang as the refutations say
  native [TEXT] [--runs N] [--seed S]
                  whether programs that are proved to finish do so for real, run many times with delays
  commute [TEXT]  whether what is expected of the programs of bench/commute is true, within bounds
  bless           rewrite expected outputs; read the diff before committing it
  bench NAME      run a benchmark: all, explicit, c, mutant, commute, modular, portfolio
  storm [--programs N] [--seed S] [--language boogie|c|both] [--time MILLISECONDS] [--keep FOLDER]
                  random programs for all engines, whose answers must not contradict each other
  fuzz TARGET|all [--time SECONDS] [--inputs N] [--seed S]
                  damaged files for everything that reads text
  dist            the archive of a release, in target/dist";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<()> {
    match words {
        ["tidy"] => show(&tidy::check(&root::find()?)?),
        ["corpus"] => show(&corpus::check(&root::find()?, "")?),
        ["corpus", part] => show(&corpus::check(&root::find()?, part)?),
        ["prepared"] => show(&corpus::prepared::check(&root::find()?, "")?),
        ["prepared", part] => show(&corpus::prepared::check(&root::find()?, part)?),
        ["reproduce"] => corpus::reproduce::show(&root::find()?, "", &mut |line| println!("{line}")),
        ["reproduce", part] => corpus::reproduce::show(&root::find()?, part, &mut |line| println!("{line}")),
        ["native", rest @ ..] => {
            let options = corpus::native::Options::parse(rest)?;
            show(&corpus::native::run(&root::find()?, &options)?.report())
        }
        ["commute"] => show(&commute::validate::check("")?),
        ["commute", part] => show(&commute::validate::check(part)?),
        ["storm", rest @ ..] => {
            let options = storm::Options::parse(&root::find()?, rest)?;
            show(&storm::run(&options)?.report(&options))
        }
        ["fuzz", rest @ ..] => show(&fuzz::run(&root::find()?, &fuzz::Options::parse(rest)?)?),
        ["dist"] => show(&dist::run(&root::find()?)?),
        ["bless"] => bless::bless(&root::find()?),
        ["bench", name, rest @ ..] => bench::run(name, rest, &mut |line| println!("{line}")),
        _ => bail!("{USAGE}"),
    }
}

/// Prints a report; anything wrong in it fails the command.
fn show(report: &root::Report) -> Result<()> {
    report.notes.iter().for_each(|line| println!("{line}"));
    report.problems.iter().for_each(|line| eprintln!("{line}"));
    match report.problems.len() {
        0 => Ok(()),
        1 => bail!("1 problem"),
        several => bail!("{several} problems"),
    }
}
