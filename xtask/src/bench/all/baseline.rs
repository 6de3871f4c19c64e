//! What was measured before, and whether it has become worse.
//!
//! An answer that is not there any more is worse, and so is one that takes longer by [`FACTOR`] and by [`UNITS`]. Times are in units of a fixed work
//! (see `unit`). An answer that took more than half of its time before is allowed to be missing: it may come or not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::Setting;
use super::table::{Figure, Table};

/// Where the baseline is kept.
const PATH: &str = "bench/baseline.csv";

const FIRST: &str = "setting,question,answer,units\n";

/// Whatever takes so many times as long is slower, ...
const FACTOR: f64 = 2.5;

/// ... if that is also so many units of work: a unit is some milliseconds.
const UNITS: f64 = 60.0;

/// Words that are no answers.
const NONE: [&str; 2] = ["unknown", "not proved"];

/// What was measured before: by setting and question, the answer and its cost.
#[derive(Default, PartialEq, Debug)]
pub(super) struct Baseline(BTreeMap<(String, String), (String, f64)>);

impl Baseline {
    /// The one that was saved, or an empty one.
    pub(super) fn read(root: &Path) -> Result<Baseline> {
        match fs::read_to_string(root.join(PATH)) {
            Ok(text) => Baseline::parse(&text).with_context(|| PATH.to_owned()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Baseline::default()),
            Err(error) => Err(error).with_context(|| PATH.to_owned()),
        }
    }

    fn parse(text: &str) -> Result<Baseline> {
        let mut entries = BTreeMap::new();
        let rest = text.strip_prefix(FIRST).with_context(|| format!("the first line is not {FIRST}"))?;
        for line in rest.lines() {
            let words: Vec<&str> = line.split(',').collect();
            let [setting, question, answer, units] = words[..] else { anyhow::bail!("no such line: {line}") };
            let units: f64 = units.parse().with_context(|| line.to_owned())?;
            entries.insert((setting.to_owned(), question.to_owned()), (answer.to_owned(), units));
        }
        Ok(Baseline(entries))
    }

    /// With what was measured now. What the tables say nothing of stays as it was.
    pub(super) fn with(&self, setting: &Setting, tables: &[Table]) -> Result<Baseline> {
        let mut entries = self.0.clone();
        for table in tables {
            let old = format!("{}/", table.name);
            entries.retain(|(known, question), _| known != setting.name || !question.starts_with(&old));
            for figure in &table.figures {
                ensure!(!figure.is_wrong, "a wrong answer is not saved: {}", figure.what);
                let key = (setting.name.to_owned(), figure.what.clone());
                entries.insert(key, (figure.answer.clone(), figure.units));
            }
        }
        Ok(Baseline(entries))
    }

    /// Saves it.
    pub(super) fn write(&self, root: &Path) -> Result<()> {
        fs::write(root.join(PATH), self.text()).with_context(|| PATH.to_owned())
    }

    fn text(&self) -> String {
        let line = |((setting, question), (answer, units)): (&(String, String), &(String, f64))| {
            format!("{setting},{question},{answer},{units:.1}\n")
        };
        FIRST.to_owned() + &self.0.iter().map(line).collect::<String>()
    }

    fn get(&self, setting: &Setting, question: &str) -> Option<&(String, f64)> {
        self.0.get(&(setting.name.to_owned(), question.to_owned()))
    }
}

/// The figures that are slower than they were.
pub(super) fn slower<'a>(saved: &Baseline, setting: &Setting, figures: &'a [Figure]) -> Vec<&'a Figure> {
    let is_slower = |figure: &&Figure| {
        let before = saved.get(setting, &figure.what).filter(|(answer, _)| is_answer(answer));
        let is_more = |units: f64| figure.units > FACTOR * units && figure.units > units + UNITS;
        is_answer(&figure.answer) && before.is_some_and(|(_, units)| is_more(*units))
    };
    figures.iter().filter(is_slower).collect()
}

/// Of two measurements the better one.
pub(super) fn least(figures: &mut [Figure], again: Vec<Figure>) {
    for (figure, again) in figures.iter_mut().zip(again) {
        if figure.what == again.what && figure.answer == again.answer {
            figure.units = figure.units.min(again.units);
        }
    }
}

/// Questions of this table that were answered before and are not asked any more. A table for which a tool is missing has no figures at all.
pub(super) fn gone(saved: &Baseline, setting: &Setting, table: &Table) -> Vec<String> {
    if table.figures.is_empty() {
        return Vec::new();
    }
    let of_table = format!("{}/", table.name);
    let before = saved.0.iter().filter(|((known, what), _)| known == setting.name && what.starts_with(&of_table));
    let gone = before.filter(|((_, what), _)| table.figures.iter().all(|figure| figure.what != *what));
    gone.map(|((_, what), (answer, _))| format!("GONE: {what}: it was {answer}, and is not asked any more")).collect()
}

/// What is worse than it was, a line each.
pub(super) fn problems(saved: &Baseline, setting: &Setting, figures: &[Figure]) -> Vec<String> {
    let mut problems = Vec::new();
    for figure in figures {
        let Figure { what, answer, units, .. } = figure;
        if figure.is_wrong {
            problems.push(format!("WRONG: {what}: {answer}"));
        }
        if let Some((before, cost)) =
            saved.get(setting, what).filter(|(before, _)| is_answer(before) && before != answer)
        {
            // One that took most of its time before may come or not.
            let was_soon = is_answer(answer) || *cost < units / 2.0;
            if was_soon {
                problems.push(format!("LOST: {what}: it was {before} after {cost:.1} units, and is {answer} now"));
            }
        }
    }
    for figure in slower(saved, setting, figures) {
        let before = saved.get(setting, &figure.what).map_or(0.0, |(_, units)| *units);
        problems.push(format!("SLOWER: {}: {:.1} units, where it took {before:.1}", figure.what, figure.units));
    }
    problems
}

/// One line for all: how many of the answers were there before, and how many of them are worse.
pub(super) fn summary(saved: &Baseline, setting: &Setting, tables: &[Table], problems: &[String]) -> String {
    let figures = tables.iter().flat_map(|table| &table.figures);
    match figures.filter(|figure| saved.get(setting, &figure.what).is_some()).count() {
        0 => format!("{PATH} has nothing to compare with for `{}`", setting.name),
        known => format!("compared with {known} answers in {PATH}: {} are worse", problems.len()),
    }
}

fn is_answer(word: &str) -> bool {
    !NONE.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::super::QUICK;
    use super::*;

    fn figure(what: &str, answer: &str, units: f64) -> Figure {
        Figure { what: what.to_owned(), answer: answer.to_owned(), is_wrong: false, units }
    }

    fn saved() -> Baseline {
        let figures =
            vec![figure("t/a", "proved", 10.0), figure("t/b", "refuted", 200.0), figure("t/c", "unknown", 5.0)];
        let table = Table { name: "t", figures, ..Table::default() };
        Baseline::default().with(&QUICK, &[table]).unwrap()
    }

    #[test]
    fn what_is_saved_is_read_back() {
        assert_eq!(Baseline::parse(&saved().text()).unwrap(), saved());
        assert!(Baseline::parse("nonsense").is_err() && Baseline::parse(&format!("{FIRST}a,b\n")).is_err());
    }

    #[test]
    fn noise_is_no_problem() {
        let now = [figure("t/a", "proved", 60.0), figure("t/b", "refuted", 480.0), figure("t/c", "proved", 9.0)];
        assert_eq!(problems(&saved(), &QUICK, &now), Vec::<String>::new());
        // Nor is an answer that had taken more than half of the time.
        assert!(problems(&saved(), &QUICK, &[figure("t/b", "unknown", 300.0)]).is_empty());
    }

    #[test]
    fn what_is_worse_is_told() {
        let told = |now: Figure| problems(&saved(), &QUICK, &[now]).join("\n");
        assert!(told(figure("t/b", "refuted", 520.0)).starts_with("SLOWER: t/b"));
        assert!(told(figure("t/a", "unknown", 100.0)).starts_with("LOST: t/a"));
        assert!(told(figure("t/b", "proved", 1.0)).starts_with("LOST: t/b"));
        assert!(told(Figure { is_wrong: true, ..figure("t/new", "proved", 1.0) }).starts_with("WRONG: t/new"));
    }

    #[test]
    fn what_is_not_asked_any_more_is_told() {
        let table = |figures: Vec<Figure>| Table { name: "t", figures, ..Table::default() };
        let told = gone(&saved(), &QUICK, &table(vec![figure("t/a", "proved", 1.0), figure("t/c", "proved", 1.0)]));
        assert_eq!(told, ["GONE: t/b: it was refuted, and is not asked any more"]);
        assert!(gone(&saved(), &QUICK, &table(Vec::new())).is_empty());
        assert!(gone(&saved(), &QUICK, &Table { name: "u", ..table(vec![figure("u/a", "proved", 1.0)]) }).is_empty());
    }

    #[test]
    fn the_better_measurement_counts() {
        let mut figures = [figure("t/b", "refuted", 520.0)];
        least(&mut figures, vec![figure("t/b", "refuted", 210.0)]);
        assert!(problems(&saved(), &QUICK, &figures).is_empty());
    }
}
