//! The tables and figures of three papers' evaluations, with what comes of the same here; `termute` has the fourth.
//!
//! Figures of papers are from other machines: a ratio to them says which way it goes, no more. All other ratios are of what is measured here, in one run.

use std::time::Duration;

use anyhow::Result;

use super::Setting;
use super::plot::{Kind, Plot, Series};
use super::table::{Figure, Table, ratio, seconds};
use super::unit;
use crate::bench::search::{self, Suite};
use crate::bench::{c, explicit, modular, mutant};

/// MUTANT, section 5: Figure 3d, and the list with optimistic locks.
pub(super) fn mutant(setting: &Setting, tell: &mut dyn FnMut(&str)) -> Result<Table> {
    let mut table = Table {
        name: "mutant",
        title: "MUTANT, Figure 3d (philosophers who try again) and section 5 (a list with optimistic locks): seconds until the fair \
                lasso is found, and here also accepted by the checker; engine `sequentialise`."
            .to_owned(),
        columns: vec!["program", "threads", "paper, s", "here, s", "paper / here", "here, s a thread"],
        notes: vec![
            "The paper's third example, assertions that are checked concurrently (11, 21 and 36 seconds for three variants that hang, 402 \
             seconds for the absence of periodic runs in one that does not), is not public."
                .to_owned(),
        ],
        ..Table::default()
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut before = unit::unit();
    mutant::each(setting.philosophers, setting.rounds, &mut |found| {
        let threads = found.threads as f64;
        tell(&format!("{} {}: {} s", found.name, found.threads, seconds(found.seconds)));
        table.rows.push(vec![
            found.name.clone(),
            found.threads.to_string(),
            found.paper.map(seconds).unwrap_or_default(),
            seconds(found.seconds),
            found.paper.map(|paper| ratio(paper / found.seconds)).unwrap_or_default(),
            seconds(found.seconds / threads),
        ]);
        if found.size.is_some() {
            ours.push((threads, found.seconds));
            theirs.extend(found.paper.map(|paper| (threads, paper)));
        }
        table.figures.push(Figure {
            what: format!("mutant/{}/{}", found.name, found.threads),
            answer: "refuted".to_owned(),
            is_wrong: false,
            units: unit::in_units(found.seconds, before),
        });
        before = unit::unit();
    })?;
    let series =
        vec![Series { name: "paper".to_owned(), points: theirs }, Series { name: "here".to_owned(), points: ours }];
    let plot = Plot { across: "philosophers", up: "seconds", kind: Kind::Joined, series };
    table.plots.push(("", plot.svg()));
    Ok(table)
}

/// Popeea and Rybalchenko, Table 1.
pub(super) fn modular(setting: &Setting, tell: &mut dyn FnMut(&str)) -> Result<Table> {
    let mut table = Table {
        name: "modular",
        title: "Popeea and Rybalchenko, Table 1: one thread ends (`thread=`), or all of them do (`terminate`), without fairness; \
                engine `rely-guarantee`, on our own programs in C after the paper's."
            .to_owned(),
        columns: vec!["program", "lines", "question", "paper", "paper, s", "here", "here, s", "paper / here"],
        notes: vec!["Where the paper has ×, the second thread does not end; here that is refuted with a run.".to_owned()],
        ..Table::default()
    };
    let time = Duration::from_secs_f64(setting.seconds * 10.0);
    let mut before = unit::unit();
    let mut name = "";
    modular::each_row(time, setting.rounds, &mut |row| {
        let paper = row.paper;
        name = if paper.name.is_empty() { name } else { paper.name };
        tell(&format!("{name} {}: {} {} s", paper.property, row.word, seconds(row.seconds)));
        let is_proved = paper.seconds.is_some();
        table.rows.push(vec![
            name.to_owned(),
            row.lines.to_string(),
            format!("`{}`", paper.property),
            if is_proved { paper.answer.to_owned() } else { "×".to_owned() },
            paper.seconds.map(seconds).unwrap_or_default(),
            row.word.clone(),
            seconds(row.seconds),
            paper.seconds.map(|paper| ratio(paper / row.seconds)).unwrap_or_default(),
        ]);
        table.figures.push(Figure {
            what: format!("modular/{}/{}", name.replace(',', ""), paper.property),
            is_wrong: !is_proved && row.word.ends_with("modular"),
            answer: row.word,
            units: unit::in_units(row.seconds, before),
        });
        before = unit::unit();
    })?;
    Ok(table)
}

/// What is compared: mere exploration, all sections, and whether the program can end.
const MODES: [&str; 3] = ["plain", "sections", "exit"];

/// DIVINE, Figures 6, 7 and 8.
pub(super) fn sections(setting: &Setting, tell: &mut dyn FnMut(&str)) -> Result<Table> {
    let mut table = Table {
        name: "sections",
        title: "DIVINE, Figures 6 to 8: what it costs to look for sections that cannot be left (local nontermination) and for the end \
                of the program (global nontermination), over mere exploration; engine `explicit`, processor seconds."
            .to_owned(),
        columns: vec![
            "program", "size", "states", "plain, s", "sections, s", "sections / plain", "memory ×", "states ×", "exit, s", "exit / plain",
        ],
        notes: vec![
            "The paper's programs (35 of Boost's threads, 8 of DIVINE's, 16 small ones) are not public as they were measured; it reports up to 59 times the time of \
             mere exploration for sections, up to 3 times the memory and up to 10 times the states, and little for the end of the program. \
             Memory × and states × are ratios of sections to plain, too. Refuted: the search ends before it has seen all states, so that there is no ratio."
                .to_owned(),
        ],
        ..Table::default()
    };
    let (mut local, mut global) = (Vec::new(), Vec::new());
    for suite in [&explicit::SUITE, &c::SUITE] {
        for (model, size) in suite.models {
            sections_of(suite, model, *size, setting, &mut table, (&mut local, &mut global))?;
            tell(&table.rows.last().map(|row| row.join("  ")).unwrap_or_default());
        }
    }
    let series =
        vec![Series { name: "sections".to_owned(), points: local }, Series { name: "exit".to_owned(), points: global }];
    let plot =
        Plot { across: "plain exploration, seconds", up: "with the property, seconds", kind: Kind::Compared, series };
    table.plots.push(("", plot.svg()));
    Ok(table)
}

type Points = Vec<(f64, f64)>;

fn sections_of(
    suite: &Suite,
    model: &str,
    size: u32,
    setting: &Setting,
    table: &mut Table,
    (local, global): (&mut Points, &mut Points),
) -> Result<()> {
    let before = unit::unit();
    let figures = search::figures(suite, model, size, &MODES, setting.rounds)?;
    let [plain, sections, exit] = figures[..] else { anyhow::bail!("not all modes of {model} were measured") };
    let name = format!("{}/{model}", suite.name);
    let mut row = vec![name.clone(), size.to_string(), plain.states.to_string(), seconds(plain.seconds)];
    row.push(seconds(sections.seconds));
    if sections.states >= plain.states {
        row.push(ratio(sections.seconds / plain.seconds));
        row.push(ratio(sections.bytes as f64 / plain.bytes as f64));
        row.push(ratio(sections.states as f64 / plain.states as f64));
        local.push((plain.seconds, sections.seconds));
    } else {
        row.extend(["(refuted)".to_owned(), String::new(), String::new()]);
    }
    row.push(seconds(exit.seconds));
    if exit.states >= plain.states {
        row.push(ratio(exit.seconds / plain.seconds));
        global.push((plain.seconds, exit.seconds));
    } else {
        row.push("(refuted)".to_owned());
    }
    table.rows.push(row);
    for (mode, figures) in MODES.iter().zip(&figures) {
        table.figures.push(Figure {
            what: format!("sections/{name}/{size}/{mode}"),
            // How many states there are does not depend on the machine: fewer or more of them are another answer.
            answer: format!("{} states", figures.states),
            is_wrong: false,
            units: unit::in_units(figures.seconds, before),
        });
    }
    Ok(())
}
