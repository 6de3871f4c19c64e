//! The figures of a storm: how many programs, how many questions, who answered them, and what was compared.

use std::collections::BTreeMap;

use super::Options;
use super::engines::{Engines, Said};
use super::judge::Judged;
use super::keep::Subject;

/// The figures.
#[derive(Default, Debug)]
pub struct Tally {
    /// Programs in Boogie, and in C.
    pub programs: [u64; 2],
    /// Questions about all of them.
    pub questions: u64,
    /// Programs of which some answers were compared with the truth.
    pub programs_with_truth: u64,
    /// Programs of which some question was answered by at least two engines.
    pub programs_answered_twice: u64,
    /// Answers that were compared with the truth.
    pub compared_with_truth: u64,
    /// Questions that were answered by at least two engines.
    pub answered_twice: u64,
    /// What each engine did, by its name.
    by_engine: BTreeMap<String, Row>,
}

/// So many programs are enough for every engine to answer something, in each of its modes.
const ENOUGH: u64 = 1_000;

/// The figures of an engine.
#[derive(Default, Debug)]
struct Row {
    said: BTreeMap<Said, u64>,
    late: u64,
    /// Questions that it was not asked since it had no time left for the program.
    not_asked: u64,
}

impl Row {
    fn of(&self, said: Said) -> u64 {
        self.said.get(&said).copied().unwrap_or_default()
    }

    fn add(&mut self, other: &Row) {
        other.said.iter().for_each(|(said, count)| *self.said.entry(*said).or_default() += count);
        self.late += other.late;
        self.not_asked += other.not_asked;
    }
}

impl Tally {
    pub(super) fn count(&mut self, subject: &Subject, judged: &Judged) {
        self.programs[usize::from(matches!(subject, Subject::C(_)))] += 1;
        self.questions += judged.questions as u64;
        self.programs_with_truth += u64::from(judged.compared_with_truth > 0);
        self.programs_answered_twice += u64::from(judged.answered_twice > 0);
        self.compared_with_truth += judged.compared_with_truth as u64;
        self.answered_twice += judged.answered_twice as u64;
        for (engine, said, is_late) in &judged.answers {
            let row = self.by_engine.entry(engine.clone()).or_default();
            *row.said.entry(*said).or_default() += 1;
            row.late += u64::from(*is_late);
        }
        for engine in &judged.not_asked {
            self.by_engine.entry(engine.clone()).or_default().not_asked += 1;
        }
    }

    /// Engines that have answered nothing in a storm that is large enough for that: they were not tested.
    pub(super) fn silent(&self, engines: &Engines) -> Vec<String> {
        if self.programs.iter().sum::<u64>() < ENOUGH {
            return Vec::new();
        }
        let answers =
            |name: &str| self.by_engine.get(name).map_or(0, |row| row.of(Said::Proved) + row.of(Said::Refuted));
        let silent = engines.names().filter(|name| answers(name) == 0);
        silent.map(|name| format!("{name} has answered nothing in the whole storm")).collect()
    }

    /// The figures as text.
    pub fn lines(&self, options: &Options) -> Vec<String> {
        let [boogie, c] = self.programs;
        let last = options.seed + options.programs - 1;
        let mut lines = vec![
            format!(
                "storm: seeds {} to {last}: {boogie} programs in Boogie, {c} in C, {} questions",
                options.seed, self.questions
            ),
            format!(
                "compared with the truth: {} answers about {} programs",
                self.compared_with_truth, self.programs_with_truth
            ),
            format!(
                "answered by at least two engines: {} questions about {} programs",
                self.answered_twice, self.programs_answered_twice
            ),
        ];
        lines.push(format!(
            "{:<28} {:>10} {:>10} {:>10} {:>10} {:>6} {:>10}",
            "engine", "proved", "refuted", "unknown", "unchecked", "late", "not asked"
        ));
        // Modes of an engine are one line.
        let mut rows: BTreeMap<String, Row> = BTreeMap::new();
        for (engine, row) in &self.by_engine {
            let name = engine.split(" mode ").next().unwrap_or(engine).replace(" in", ", other modes");
            rows.entry(name).or_default().add(row);
        }
        for (engine, row) in &rows {
            let [proved, refuted] = [Said::Proved, Said::Refuted].map(|said| row.of(said));
            let [unknown, unchecked] = [Said::Unknown, Said::Unchecked].map(|said| row.of(said));
            let Row { late, not_asked, .. } = row;
            lines.push(format!(
                "{engine:<28} {proved:>10} {refuted:>10} {unknown:>10} {unchecked:>10} {late:>6} {not_asked:>10}"
            ));
        }
        lines.push("not asked: the engine's time for the program was used up by other questions".to_owned());
        lines
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_engine_that_answers_nothing_in_a_large_storm_is_told() {
        let engines = Engines::new(Duration::from_millis(1));
        let mut tally = Tally { programs: [ENOUGH - 1, 0], ..Tally::default() };
        assert!(tally.silent(&engines).is_empty());
        tally.programs = [ENOUGH - 1, 1];
        assert_eq!(tally.silent(&engines).len(), engines.names().count());
        let said = |said| Row { said: BTreeMap::from([(said, 1)]), ..Row::default() };
        tally.by_engine.insert("explicit".to_owned(), said(Said::Refuted));
        tally.by_engine.insert("sequentialise".to_owned(), said(Said::Unknown));
        assert_eq!(tally.silent(&engines).len(), engines.names().count() - 1);
    }
}
