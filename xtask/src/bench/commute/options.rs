//! The options of the benchmark.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use program::property::Fairness;

use crate::root;

const USAGE: &str = "\
usage: cargo xtask bench commute [OPTION]…
  --list             say which programs there are, and stop
  --engine NAME      ask this engine; several can be compared. Without it, all work together
  --mode NAME        ask the engine that has modes in this one; several can be compared, and `all` means all of them
  --time SECONDS     for each program; 60 if nothing is said
  --fairness NAME    strong, weak or none; strong if nothing is said
  --only TEXT        the programs whose path contains the text
  --producers NUMBER so many producers, alone and with a consumer, in place of the programs that there are
  --into FOLDER      for commute.csv and commute.svg; target/bench if nothing is said";

/// What is measured, and where the figures go.
#[derive(Debug)]
pub(in crate::bench) struct Options {
    /// What is compared.
    pub(in crate::bench) modes: Vec<Mode>,
    /// For each program in each mode.
    pub(in crate::bench) time: Duration,
    /// Which infinite runs count.
    pub(in crate::bench) fairness: Fairness,
    /// In the path of each program that is asked about.
    pub(in crate::bench) part: String,
    /// How many producers there are in the two programs that are asked about in place of those that there are.
    pub(in crate::bench) producers: Option<usize>,
    /// For the files.
    pub(in crate::bench) folder: PathBuf,
}

/// Who is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::bench) enum Mode {
    /// All engines, as users have them.
    All,
    /// One engine.
    Only(String),
    /// The engine that has modes, in this one.
    Way(String),
}

impl Mode {
    /// As in tables.
    pub(in crate::bench) fn name(&self) -> &str {
        match self {
            Mode::All => "all",
            Mode::Only(name) | Mode::Way(name) => name,
        }
    }
}

/// Reads the options. There are none if the programs are only to be listed.
pub(in crate::bench) fn parse(words: &[&str]) -> Result<Option<Options>> {
    if words == ["--list"] {
        return Ok(None);
    }
    let mut options = Options {
        modes: Vec::new(),
        time: Duration::from_secs(60),
        fairness: Fairness::Strong,
        part: String::new(),
        producers: None,
        folder: root::find()?.join("target/bench"),
    };
    for pair in words.chunks(2) {
        let [option, value] = pair else { bail!("{USAGE}") };
        match *option {
            "--engine" => options.modes.push(engine(value)?),
            "--mode" if *value == "all" => {
                options.modes.extend(portfolio::select::modes().into_iter().map(Mode::Way));
            }
            "--mode" => {
                portfolio::select::in_mode(value).map_err(anyhow::Error::msg)?;
                options.modes.push(Mode::Way((*value).to_owned()));
            }
            "--time" => {
                let seconds = value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                options.time = seconds.with_context(|| format!("`{value}` is no number of seconds"))?;
            }
            "--fairness" => options.fairness = value.parse().map_err(anyhow::Error::msg)?,
            "--only" => options.part = (*value).to_owned(),
            "--producers" => {
                let number = value.parse().ok().filter(|number| *number > 0);
                options.producers = Some(number.with_context(|| format!("`{value}` is no number of producers"))?);
            }
            "--into" => options.folder = PathBuf::from(value),
            _ => bail!("{USAGE}"),
        }
    }
    if options.modes.is_empty() {
        options.modes.push(Mode::All);
    }
    Ok(Some(options))
}

fn engine(name: &str) -> Result<Mode> {
    let names: Vec<&str> = portfolio::select::names().collect();
    ensure!(names.contains(&name), "there is no engine `{name}`; there are: {}", names.join(", "));
    Ok(Mode::Only(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        assert!(parse(&["--list"]).unwrap().is_none());
        let nothing = parse(&[]).unwrap().unwrap();
        assert_eq!((nothing.modes, nothing.time), (vec![Mode::All], Duration::from_secs(60)));
        let words = ["--engine", "explicit", "--engine", "sequentialise", "--time", "0.5", "--fairness", "none"];
        let options = parse(&words).unwrap().unwrap();
        assert_eq!(options.modes.iter().map(Mode::name).collect::<Vec<_>>(), ["explicit", "sequentialise"]);
        assert_eq!((options.time, options.fairness), (Duration::from_millis(500), Fairness::None));
        let options = parse(&["--mode", "por+opg", "--mode", "all"]).unwrap().unwrap();
        assert_eq!(options.modes[0], Mode::Way("por+opg".to_owned()));
        assert_eq!(options.modes.len(), 1 + portfolio::select::modes().len());
    }

    #[test]
    fn wrong_options_are_refused() {
        for words in [
            &["--time"][..],
            &["--time", "-1"],
            &["--engine", "luck"],
            &["--mode", "luck"],
            &["--fast", "1"],
            &["--producers", "0"],
            &["--fairness", "a"],
        ] {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
