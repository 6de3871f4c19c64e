//! `cargo xtask bench all`: the tables and figures of the four papers with ours beside them, and other tools where they are installed.
//!
//! Each table becomes a CSV file, a Markdown file and plots. What was measured is compared with a baseline that was saved before; what
//! seems to have become slower is measured once more before it is told.

mod baseline;
mod document;
mod machine;
mod options;
mod papers;
pub(super) mod plot;
pub(super) mod table;
mod termute;
pub(super) mod unit;

use std::fs;

use anyhow::{Context, Result, bail};

use self::baseline::Baseline;
use self::options::Options;
use self::table::Table;
use super::{measure, peers};
use crate::root;

/// The name of the benchmark.
pub const NAME: &str = "all";

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    /// As the baseline calls it: answers within different times are not compared.
    pub(super) name: &'static str,
    /// For each question to a prover.
    pub(super) seconds: f64,
    /// How often each thing is measured; the best time counts.
    pub(super) rounds: usize,
    /// How many philosophers there are at most.
    pub(super) philosophers: u32,
    /// Whether the larger models are measured as well.
    pub(super) is_full: bool,
}

/// At most twenty minutes on a machine with two processors.
const QUICK: Setting = Setting { name: "quick", seconds: 1.0, rounds: 2, philosophers: 15, is_full: false };

/// As much time as the evaluation of TerMute gives: hours.
const FULL: Setting = Setting { name: "full", seconds: 300.0, rounds: 5, philosophers: 30, is_full: true };

/// Something that is measured: its name, and what does it.
type Experiment = (&'static str, fn(&Setting, &mut dyn FnMut(&str)) -> Result<Table>);

/// In the order in which they are told.
const EXPERIMENTS: &[Experiment] = &[
    ("mutant", papers::mutant),
    ("modular", papers::modular),
    ("sections", papers::sections),
    ("commute", termute::table),
    ("spin", peers::spin_table),
    ("stateless", peers::stateless_table),
];

/// Measures as the options say.
pub fn run(words: &[&str], tell: &mut dyn FnMut(&str)) -> Result<()> {
    let options = options::parse(words)?;
    measure::in_release_with(|| all(&options, tell), &[&[NAME], words].concat())
}

fn all(options: &Options, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let root = root::find()?;
    fs::create_dir_all(&options.folder).with_context(|| options.folder.display().to_string())?;
    let machine = machine::lines();
    machine.iter().for_each(|line| tell(line));
    let saved = Baseline::read(&root)?;
    let mut tables = Vec::new();
    let mut problems = Vec::new();
    for (name, measure) in EXPERIMENTS.iter().filter(|(name, _)| options.only.is_empty() || options.only.contains(name))
    {
        tell(&format!("\n{name}"));
        let mut table = measure(&options.setting, tell)?;
        if !baseline::slower(&saved, &options.setting, &table.figures).is_empty() {
            tell("something seems to be slower than it was: once more");
            baseline::least(&mut table.figures, measure(&options.setting, &mut |_| ())?.figures);
        }
        tell(&table.markdown());
        problems.extend(baseline::problems(&saved, &options.setting, &table.figures));
        problems.extend(baseline::gone(&saved, &options.setting, &table));
        write(options, &table, tell)?;
        tables.push(table);
    }
    let report: String = tables.iter().map(|table| format!("## {}\n\n{}\n", table.name, table.markdown())).collect();
    let report = format!("{}\n\n{report}", document::machine(&machine, &options.setting));
    fs::write(options.folder.join("all.md"), report)?;
    if options.saves {
        saved.with(&options.setting, &tables)?.write(&root)?;
        document::write(&root, &machine, &options.setting, &tables)?;
    }
    tell(&baseline::summary(&saved, &options.setting, &tables, &problems));
    problems.iter().for_each(|problem| tell(problem));
    let wrong = tables.iter().flat_map(|table| &table.figures).filter(|figure| figure.is_wrong).count();
    match (wrong, problems.len()) {
        (0, 0) => Ok(()),
        (0, _) if options.saves => Ok(()),
        (wrong, worse) => bail!("{wrong} answers are wrong, {worse} are lost, gone or slower than the baseline says"),
    }
}

/// Writes what belongs to the table into files.
fn write(options: &Options, table: &Table, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let plots = table.plots.iter().map(|(part, svg)| (format!("{}{part}.svg", table.name), svg.clone()));
    let texts = [(format!("{}.csv", table.name), table.csv()), (format!("{}.md", table.name), table.markdown())];
    for (name, text) in texts.into_iter().chain(plots) {
        let path = options.folder.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        tell(&format!("written: {}", path.display()));
    }
    Ok(())
}
