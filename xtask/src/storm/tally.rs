//! The figures of a storm: how many programs, how many questions, who answered them, and what was compared.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Options;
use super::engines::Said;
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
    /// Engines that were not asked since they had no time left for the program.
    pub not_asked: u64,
    /// How often each engine said what, and how often it was late.
    by_engine: BTreeMap<String, Row>,
}

/// The figures of an engine.
#[derive(Default, Debug)]
struct Row {
    said: BTreeMap<Said, u64>,
    late: u64,
}

impl Tally {
    pub(super) fn count(&mut self, subject: &Subject, judged: &Judged) {
        self.programs[usize::from(matches!(subject, Subject::C(_)))] += 1;
        self.questions += judged.questions as u64;
        self.programs_with_truth += u64::from(judged.compared_with_truth > 0);
        self.programs_answered_twice += u64::from(judged.answered_twice > 0);
        self.compared_with_truth += judged.compared_with_truth as u64;
        self.answered_twice += judged.answered_twice as u64;
        self.not_asked += judged.not_asked as u64;
        for (engine, said, is_late) in &judged.answers {
            // Modes of an engine are one line.
            let name = engine.split(" mode ").next().unwrap_or(engine).replace(" in", ", other modes");
            let row = self.by_engine.entry(name).or_default();
            *row.said.entry(*said).or_default() += 1;
            row.late += u64::from(*is_late);
        }
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
            format!("not asked since the engine's time for the program was used up: {}", self.not_asked),
        ];
        let mut table = format!("{:<28} {:>10} {:>10} {:>10} {:>6}", "engine", "proved", "refuted", "unknown", "late");
        for (engine, row) in &self.by_engine {
            let of = |said| row.said.get(&said).copied().unwrap_or_default();
            let (proved, refuted, unknown) = (of(Said::Proved), of(Said::Refuted), of(Said::Unknown));
            let _ = write!(table, "\n{engine:<28} {proved:>10} {refuted:>10} {unknown:>10} {:>6}", row.late);
        }
        lines.extend(table.lines().map(str::to_owned));
        lines
    }
}
