//! TerMute, Table 1 and Figure 6: the paper's seven algorithms, which are modes of the engine `commutativity`, and the engine's own way.

use anyhow::{Context, Result};

use super::Setting;
use super::plot::{Kind, Plot, Series};
use super::table::{Figure, Table, seconds};
use super::unit;
use crate::bench::commute;
use crate::bench::commute::options;
use crate::bench::commute::outcome::Outcome;
use crate::commute::cases;

/// The algorithms of TerMute's Table 1: the paper's name, the mode here, and how many of its 114 programs it solves and solves first.
const TERMUTE: [(&str, &str, u32, u32); 7] = [
    ("Baseline", "baseline", 31, 3),
    ("H", "hgen", 59, 3),
    ("POR", "por", 77, 56),
    ("OPG", "opg", 48, 1),
    ("H+POR", "hgen+por", 92, 13),
    ("OPG+POR", "opg+por", 81, 18),
    ("H+POR+OPG", "hgen+opg+por", 97, 7),
];

/// What the engine does if no mode is named.
const OWN: &str = "commutativity";

/// TerMute, Table 1 and Figure 6.
pub(super) fn table(setting: &Setting, tell: &mut dyn FnMut(&str)) -> Result<Table> {
    let mut words: Vec<String> = Vec::new();
    for (_, mode, ..) in TERMUTE {
        words.extend(["--mode".to_owned(), mode.to_owned()]);
    }
    words.extend(["--engine".to_owned(), OWN.to_owned(), "--time".to_owned(), setting.seconds.to_string()]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let options = options::parse(&words)?.context("there is something to measure")?;
    let programs = cases("terminating")?;
    let before = unit::unit();
    let outcomes = commute::outcomes(&programs, &options, tell)?;
    let unit = (before + unit::unit()) / 2.0;
    let mut table = Table {
        name: "commute",
        title: format!(
            "TerMute, Table 1: how many programs each algorithm proves to terminate, and on how many it is the first; the paper within 300 s for each of its 114, \
             here within {} s for each of the {} in `bench/commute/terminating`.",
            setting.seconds,
            programs.len()
        ),
        columns: vec!["paper's name", "mode here", "paper, solved", "paper, first", "here, solved", "here, first", "seconds for what it solves"],
        notes: vec![
            "TERMUTE is the best of the five with commutativity. The last row is the engine as users have it, which is no algorithm of the paper: \
             it is first where it is faster than all of these, while they are compared with each other only. The paper's programs are not public; ours are after its description. \
             It compares two interpolating solvers as well, which are not used here."
                .to_owned(),
        ],
        ..Table::default()
    };
    for (name, mode, solved, first) in TERMUTE {
        table.rows.push(algorithm(name, &[mode], &outcomes, Some((solved, first))));
    }
    let with_commutativity: Vec<&str> = TERMUTE[2..].iter().map(|(_, mode, ..)| *mode).collect();
    table.rows.push(algorithm("TERMUTE", &with_commutativity, &outcomes, Some((101, 95))));
    table.rows.push(algorithm("", &[OWN], &outcomes, None));
    let own = outcomes.iter().filter(|outcome| outcome.mode == OWN);
    table.figures = own.map(|outcome| figure(outcome, unit)).collect();
    let wrong = outcomes.iter().filter(|outcome| outcome.mode != OWN && outcome.is_wrong());
    table.figures.extend(wrong.map(|outcome| figure(outcome, unit)));
    let points = solved_by_both(&outcomes, "opg+por", "hgen+opg+por");
    let name = format!("{} programs", points.len());
    let plot = Plot {
        across: "OPG+POR, seconds",
        up: "H+POR+OPG, seconds",
        kind: Kind::Compared,
        series: vec![Series { name, points }],
    };
    table.plots.push(("-quantiles", commute::plot::svg(&outcomes, &options)));
    table.plots.push(("-generalised", plot.svg()));
    Ok(table)
}

/// A row: the best of these modes.
fn algorithm(name: &str, modes: &[&str], outcomes: &[Outcome], paper: Option<(u32, u32)>) -> Vec<String> {
    let mut programs: Vec<&str> = outcomes.iter().map(|outcome| outcome.program.as_str()).collect();
    programs.dedup();
    let best = |program: &str, modes: &dyn Fn(&str) -> bool| {
        let own = outcomes.iter().filter(|it| it.program == program && modes(&it.mode) && it.is_solved());
        own.map(|it| it.seconds).reduce(f64::min)
    };
    let (mut solved, mut first, mut spent) = (0, 0, 0.0);
    for program in programs {
        let Some(own) = best(program, &|mode| modes.contains(&mode)) else { continue };
        let others = best(program, &|mode| !modes.contains(&mode) && mode != OWN);
        solved += 1;
        spent += own;
        first += usize::from(others.is_none_or(|others| own <= others));
    }
    let (paper_solved, paper_first) = paper.map(|it| (it.0.to_string(), it.1.to_string())).unwrap_or_default();
    let mode = match modes {
        [mode] => format!("`{mode}`"),
        _ => "the best of them".to_owned(),
    };
    vec![name.to_owned(), mode, paper_solved, paper_first, solved.to_string(), first.to_string(), seconds(spent)]
}

fn figure(outcome: &Outcome, unit: f64) -> Figure {
    Figure {
        what: format!("commute/{}/{}", outcome.mode, outcome.program),
        answer: outcome.answer.clone(),
        is_wrong: outcome.is_wrong(),
        units: outcome.seconds / unit,
    }
}

/// The times of programs that both modes solve.
fn solved_by_both(outcomes: &[Outcome], left: &str, right: &str) -> Vec<(f64, f64)> {
    let of = |mode: &str, program: &str| {
        let found = outcomes.iter().find(|it| it.mode == mode && it.program == program && it.is_solved());
        found.map(|outcome| outcome.seconds)
    };
    let solved = outcomes.iter().filter(|it| it.mode == left);
    solved.filter_map(|it| Some((of(left, &it.program)?.max(0.001), of(right, &it.program)?.max(0.001)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::commute::options::Mode;

    #[test]
    fn the_modes_of_the_table_are_known() {
        for (_, mode, ..) in TERMUTE {
            let options = options::parse(&["--mode", mode]).unwrap().unwrap();
            assert_eq!(options.modes, [Mode::Way(mode.to_owned())]);
        }
    }

    #[test]
    fn the_first_of_several_is_counted_once() {
        let outcome = |program: &str, mode: &str, answer: &str, seconds: f64| Outcome {
            program: program.to_owned(),
            threads: 2,
            expected: "proved".to_owned(),
            mode: mode.to_owned(),
            answer: answer.to_owned(),
            reason: String::new(),
            seconds,
            rounds: 1,
        };
        let outcomes = [
            outcome("a", "por", "proved", 1.0),
            outcome("a", "opg", "proved", 2.0),
            outcome("b", "por", "unknown", 1.0),
            outcome("b", "opg", "proved", 3.0),
        ];
        assert_eq!(algorithm("POR", &["por"], &outcomes, None)[4..], ["1", "1", "1.00"]);
        assert_eq!(algorithm("both", &["por", "opg"], &outcomes, Some((9, 8)))[2..], ["9", "8", "2", "2", "4.00"]);
        assert_eq!(solved_by_both(&outcomes, "por", "opg"), [(1.0, 2.0)]);
    }
}
