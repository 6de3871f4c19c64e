//! The options of `bench all`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use super::{EXPERIMENTS, FULL, QUICK, Setting};
use crate::root;

const USAGE: &str = "\
usage: cargo xtask bench all [OPTION]…
  --quick           what takes some fifteen minutes; so it is if nothing is said
  --full            as much time for each question as TerMute's evaluation gives, and the larger models: many hours
  --time SECONDS    for each question to a prover, in place of what these say; not compared with the baseline
  --only NAME       this table; several may be named
  --into FOLDER     for the files; target/bench if nothing is said
  --save            also write bench/baseline.csv and the tables and plots of docs/EXPERIMENTS.md";

/// What is measured, and where it goes.
#[derive(Debug)]
pub(super) struct Options {
    /// How much.
    pub(super) setting: Setting,
    /// Which tables; all of them if none is named.
    pub(super) only: Vec<&'static str>,
    /// For the files.
    pub(super) folder: PathBuf,
    /// Whether this is what is compared with from now on.
    pub(super) saves: bool,
}

/// Reads the options.
pub(super) fn parse(words: &[&str]) -> Result<Options> {
    let folder = root::find()?.join("target/bench");
    let mut options = Options { setting: QUICK, only: Vec::new(), folder, saves: false };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} needs a value\n{USAGE}"));
        match *word {
            "--quick" => options.setting = QUICK,
            "--full" => options.setting = FULL,
            "--time" => {
                let seconds = value()?.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && *seconds < 1e6);
                options.setting = Setting { name: "other", seconds: seconds.context(USAGE)?, ..options.setting };
            }
            "--only" => {
                let name = value()?;
                let known = EXPERIMENTS.iter().map(|(known, _)| *known);
                let found = known.clone().find(|known| known == name);
                let names = known.collect::<Vec<_>>().join(", ");
                options.only.push(found.with_context(|| format!("there is no table `{name}`; there are: {names}"))?);
            }
            "--into" => options.folder = PathBuf::from(value()?),
            "--save" => options.saves = true,
            _ => bail!("{USAGE}"),
        }
    }
    ensure!(!options.saves || options.setting.name != "other", "only --quick or --full can be saved");
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = parse(&["--full", "--only", "mutant", "--only", "spin", "--save"]).unwrap();
        assert_eq!((options.setting.name, options.only, options.saves), ("full", vec!["mutant", "spin"], true));
        let options = parse(&["--time", "0.5"]).unwrap();
        assert_eq!((options.setting.name, options.setting.seconds, options.setting.is_full), ("other", 0.5, false));
        assert_eq!(parse(&[]).unwrap().setting.name, "quick");
    }

    #[test]
    fn wrong_options_are_refused() {
        for words in
            [&["--time"][..], &["--time", "0"], &["--only", "luck"], &["--fast"], &["--time", "1", "--save"], &["spin"]]
        {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
