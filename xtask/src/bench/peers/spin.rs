//! SPIN on the same models: whether they have deadlocks, and whether they finish under weak fairness.
//!
//! Our programs are printed in Promela (`promela`). SPIN needs two searches: one for deadlocks and failing assertions (`-DSAFETY`), and one
//! for fair cycles (`pan -a -f`, with `-DNOSTUTTER`, since a run that is over is no endless one). Both have its partial-order reduction and `-O2`; if
//! the memory is not enough, they are made once more with `-DCOLLAPSE`. Processor seconds are compared, without those of making the verifiers, which are
//! told as well.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use engine::Task;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::{Fairness, Property, Question};

use super::is_there;
use super::promela::{self, Sizes};
use super::verifier::{Said, Search, asked};
use crate::bench::all::Setting;
use crate::bench::all::plot::{Kind, Plot, Series};
use crate::bench::all::table::{Figure, Table, ratio, seconds};
use crate::bench::{boogie, explicit, measure};
use crate::root;

/// Whether it finishes under weak fairness: what SPIN can be asked.
const QUESTION: Question = Question { property: Property::Finish, fairness: Fairness::Weak };

/// Mere exploration, and that question.
const MODES: [&str; 2] = ["plain", "finish/weak"];

/// For each search of a model, and of a small program.
const LONGEST: Duration = Duration::from_secs(120);
const LONGEST_OF_SMALL: Duration = Duration::from_secs(5);

/// Seconds are counted in hundredths: less than this has no ratio.
const LEAST: f64 = 0.05;

/// The models of `bench/explicit`, with a size, what numbers they have, how many places their maps have, and whether they are for `--full` only.
const MODELS: &[(&str, u32, Sizes, bool)] = &[
    ("counters", 10, Sizes { number: "byte", places: 5 }, false),
    ("counters", 16, Sizes { number: "byte", places: 5 }, true),
    ("buffer", 8, Sizes { number: "byte", places: 5 }, false),
    ("buffer", 14, Sizes { number: "byte", places: 5 }, true),
    ("ring", 7, Sizes { number: "byte", places: 4 }, false),
    ("philosophers", 8, Sizes { number: "byte", places: 8 }, false),
    ("filter", 4, Sizes { number: "byte", places: 3 }, false),
    ("filter", 8, Sizes { number: "byte", places: 3 }, true),
];

/// Programs of the corpus of which only the answers are compared: in any of these folders, or all in Boogie for `--full`.
const FOLDERS: [&str; 3] = ["corpus/mutex", "corpus/philosophers", "corpus/fairness"];

/// For programs of which nothing is known but that they are small.
const ANY: Sizes = Sizes { number: "short", places: 12 };

/// The table: times for the larger models, and answers for the corpus.
pub(in crate::bench) fn table(setting: &Setting, tell: &mut dyn FnMut(&str)) -> Result<Table> {
    let mut table = Table {
        name: "spin",
        title: "SPIN on the models of `bench/explicit`, which are printed in Promela: whether they deadlock (`-DSAFETY`; here mere exploration), and whether they finish \
                under weak fairness (that and `pan -a -f` together); with partial-order reduction, `-O2`, and `-DCOLLAPSE` where the memory is not enough without. \
                Processor seconds, here those of the search without the checker; engine `explicit`."
            .to_owned(),
        columns: vec![
            "model", "size", "question", "SPIN", "states", "SPIN, s", "making it, s", "here", "states", "here, s", "SPIN / here",
        ],
        ..Table::default()
    };
    if !is_there("spin", "-V") || !is_there("cc", "--version") {
        table.notes.push("SPIN or a C compiler is not on the `PATH`: nothing was compared.".to_owned());
        tell(&table.notes[0]);
        return Ok(table);
    }
    let mut points = [Vec::new(), Vec::new()];
    for (model, size, sizes, _) in MODELS.iter().filter(|(.., only_full)| setting.is_full || !only_full) {
        compare(setting, model, *size, *sizes, &mut table, &mut points)?;
        table.rows.iter().rev().take(2).rev().for_each(|row| tell(&row.join("  ")));
    }
    corpus(setting, &mut table, tell)?;
    let series = ["deadlock", "finish"].iter().zip(points);
    let series = series.map(|(name, points)| Series { name: (*name).to_owned(), points }).collect();
    let plot = Plot { across: "SPIN, seconds", up: "here, seconds", kind: Kind::Compared, series };
    table.plots.push(("", plot.svg()));
    Ok(table)
}

/// Measures one model, in turns.
fn compare(
    setting: &Setting,
    model: &str,
    size: u32,
    sizes: Sizes,
    table: &mut Table,
    points: &mut [Vec<(f64, f64)>; 2],
) -> Result<()> {
    let size = size.to_string();
    let program = boogie::load(&format!("bench/explicit/{model}.bpl"), Some(&size))?;
    let text = promela::print(&program, sizes).with_context(|| model.to_owned())?;
    let mut best: [Option<(Said, measure::Figures)>; 2] = [None, None];
    for _ in 0..setting.rounds {
        let deadlock = asked(&text, Search::Deadlocks, &["-O2"], LONGEST)?;
        let finish = deadlock.and(&asked(&text, Search::Cycles, &["-O2"], LONGEST)?);
        for ((best, said), mode) in best.iter_mut().zip([deadlock, finish]).zip(MODES) {
            let ours = measure::in_process(&[explicit::SUITE.name, model, &size, mode])?;
            *best = Some(match best.take() {
                None => (said, ours),
                Some((before, least)) => (before.best(said), least.least(ours)),
            });
        }
    }
    let answer = own_answer(&program, LONGEST)?;
    let questions = [("deadlock", "explored"), ("finish, weak", answer.as_str())];
    for (((question, own), best), points) in questions.into_iter().zip(best).zip(points) {
        let (said, ours) = best.context("it was measured")?;
        let is_long = said.seconds >= LEAST && ours.seconds >= LEAST && said.answer != "unknown";
        table.rows.push(vec![
            model.to_owned(),
            size.clone(),
            question.to_owned(),
            said.answer.to_owned(),
            said.states.to_string(),
            seconds(said.seconds),
            seconds(said.making),
            own.to_owned(),
            ours.states.to_string(),
            seconds(ours.seconds),
            if is_long { ratio(said.seconds / ours.seconds) } else { String::new() },
        ]);
        points.extend(is_long.then_some((said.seconds, ours.seconds)));
        if question != "deadlock" {
            table.figures.push(compared(&format!("spin/{model}/{size}"), own, said.answer));
        }
    }
    Ok(())
}

/// An answer that another tool contradicts is wrong, one way or the other. How long it takes is compared elsewhere.
fn compared(what: &str, own: &str, other: &str) -> Figure {
    let is_wrong = own != "unknown" && other != "unknown" && own != other;
    let answer = if is_wrong { format!("{own} but SPIN says {other}") } else { own.to_owned() };
    Figure { what: what.to_owned(), answer, is_wrong, units: 0.0 }
}

/// Compares the answers about small programs.
fn corpus(setting: &Setting, table: &mut Table, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let root = root::find()?;
    let folders: Vec<&str> = if setting.is_full { vec!["corpus"] } else { FOLDERS.to_vec() };
    let (mut same, mut other, mut open, mut left_out) = (0, Vec::new(), 0, 0);
    for folder in &folders {
        for path in root::files(&root.join(folder), &[".bpl"])? {
            let name = root::relative(&root, &path);
            // What is not read, or has what Promela has not, is not compared.
            let model = boogie::load(&name, None).and_then(|program| Ok((promela::print(&program, ANY)?, program)));
            let Ok((text, program)) = model else {
                left_out += 1;
                continue;
            };
            let own = own_answer(&program, LONGEST_OF_SMALL)?;
            if own == "unknown" {
                open += 1;
                continue;
            }
            let mut said = asked(&text, Search::Deadlocks, &["-O0"], LONGEST_OF_SMALL).with_context(|| name.clone())?;
            if said.answer != "refuted" {
                said = said.and(&asked(&text, Search::Cycles, &["-O0"], LONGEST_OF_SMALL)?);
            }
            let figure = compared(&format!("spin/{name}"), &own, said.answer);
            match said.answer {
                "unknown" => open += 1,
                _ if figure.is_wrong => other.push(name.clone()),
                _ => same += 1,
            }
            tell(&format!("{name}: {own}, SPIN: {}", said.answer));
            table.figures.push(figure);
        }
    }
    table.notes.push(format!(
        "Of programs in the corpus ({}), {same} have the same answer from both, {} different ones{}, {open} none from one of them; {left_out} are not translated (calls, memory, \
         machine integers, choices among many values).",
        folders.iter().map(|folder| format!("`{folder}`")).collect::<Vec<_>>().join(", "),
        other.len(),
        if other.is_empty() { String::new() } else { format!(" ({})", other.join(", ")) }
    ));
    Ok(())
}

/// What the explicit engine says, and the checker accepts.
fn own_answer(program: &Program, time: Duration) -> Result<String> {
    let budget = Budget::start(Limits { time, ..Limits::default() });
    let plan = portfolio::select::only("explicit").context("the engine is on the list")?;
    let accepted = portfolio::run(Task { program, question: &QUESTION }, plan, &budget, Arc::new(Silent));
    Ok(match accepted.verdict() {
        Verdict::Unknown(_) => "unknown".to_owned(),
        verdict => verdict.word().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions_are_wrong_and_silence_is_not() {
        assert!(compared("a", "proved", "refuted").is_wrong);
        assert!(!compared("a", "proved", "unknown").is_wrong && !compared("a", "refuted", "refuted").is_wrong);
    }
}
