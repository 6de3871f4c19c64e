//! How many programs are solved, by threads and by mode.

use std::collections::BTreeMap;

use super::options::Mode;
use super::outcome::Outcome;

/// The table: how many programs with so many threads are proved to terminate, how many are refuted, in how many a mode is the fastest,
/// how long it takes for what it solves, and how many rounds of refinement that are.
pub(super) fn lines(outcomes: &[Outcome], modes: &[Mode]) -> Vec<String> {
    let mut lines = vec![line("threads", "programs", modes.iter().map(|mode| mode.name().to_owned()))];
    let is_to_be_proved = |outcome: &&Outcome| outcome.expected == "proved";
    let (proofs, refutations): (Vec<&Outcome>, Vec<&Outcome>) = outcomes.iter().partition(is_to_be_proved);
    let mut by_threads: BTreeMap<usize, Vec<&Outcome>> = BTreeMap::new();
    proofs.iter().for_each(|outcome| by_threads.entry(outcome.threads).or_default().push(outcome));
    for (threads, outcomes) in &by_threads {
        lines.push(solved(&threads.to_string(), outcomes, modes));
    }
    lines.push(solved("to prove", &proofs, modes));
    lines.push(solved("to refute", &refutations, modes));
    let all: Vec<&Outcome> = outcomes.iter().collect();
    lines.push(solved("all", &all, modes));
    lines.push(counted("wrong", &all, modes, Outcome::is_wrong));
    lines.push(counted("fastest", &all, modes, |outcome| is_fastest(outcome, outcomes)));
    let seconds = |mode: &Mode| {
        let of_mode = outcomes.iter().filter(|outcome| outcome.mode == mode.name() && outcome.is_solved());
        // The sum of nothing is a negative zero.
        format!("{:.1}", 0.0 + of_mode.map(|outcome| outcome.seconds).sum::<f64>())
    };
    lines.push(line("seconds", "", modes.iter().map(seconds)));
    let rounds = |mode: &Mode| {
        let of_mode = outcomes.iter().filter(|outcome| outcome.mode == mode.name() && outcome.is_solved());
        of_mode.map(|outcome| outcome.rounds).sum::<usize>().to_string()
    };
    lines.push(line("rounds", "", modes.iter().map(rounds)));
    let any = |programs: &[&Outcome]| {
        let mut solved: Vec<&str> =
            programs.iter().filter(|outcome| outcome.is_solved()).map(|outcome| outcome.program.as_str()).collect();
        solved.sort_unstable();
        solved.dedup();
        solved.len()
    };
    lines.push(format!("at least one mode proves {} and refutes {}", any(&proofs), any(&refutations)));
    lines
}

fn solved(heading: &str, outcomes: &[&Outcome], modes: &[Mode]) -> String {
    counted(heading, outcomes, modes, Outcome::is_solved)
}

/// How many of the outcomes in each mode are such.
fn counted(heading: &str, outcomes: &[&Outcome], modes: &[Mode], is_such: impl Fn(&Outcome) -> bool) -> String {
    let programs = outcomes.len() / modes.len();
    let count = |mode: &Mode| {
        let of_mode = outcomes.iter().filter(|outcome| outcome.mode == mode.name());
        of_mode.filter(|outcome| is_such(outcome)).count().to_string()
    };
    line(heading, &programs.to_string(), modes.iter().map(count))
}

/// Whether no other mode has solved the program in less time.
fn is_fastest(outcome: &Outcome, outcomes: &[Outcome]) -> bool {
    let mut others = outcomes.iter().filter(|other| other.program == outcome.program && other.is_solved());
    outcome.is_solved() && others.all(|other| outcome.seconds <= other.seconds)
}

fn line(heading: &str, programs: &str, cells: impl Iterator<Item = String>) -> String {
    let cells: String = cells.map(|cell| format!("  {cell:>14}")).collect();
    format!("{heading:<10}  {programs:>8}{cells}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(program: &str, expected: &str, mode: &str, answer: &str, seconds: f64) -> Outcome {
        let (program, expected, mode) = (program.to_owned(), expected.to_owned(), mode.to_owned());
        Outcome {
            program,
            threads: 2,
            expected,
            mode,
            answer: answer.to_owned(),
            reason: String::new(),
            seconds,
            rounds: 3,
        }
    }

    #[test]
    fn outcomes_are_counted() {
        let outcomes = [
            outcome("a", "proved", "explicit", "proved", 1.0),
            outcome("a", "proved", "sequentialise", "unknown", 0.5),
            outcome("b", "refuted", "explicit", "refuted", 2.0),
            outcome("b", "refuted", "sequentialise", "refuted", 1.5),
            outcome("c", "proved", "explicit", "refuted", 0.1),
            outcome("c", "proved", "sequentialise", "proved", 0.2),
        ];
        let modes = ["explicit", "sequentialise"].map(|name| Mode::Only(name.to_owned()));
        let lines = lines(&outcomes, &modes);
        let words: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[1], ["2", "2", "1", "1"]);
        assert_eq!(words[3], ["to", "refute", "1", "1", "1"]);
        assert_eq!(words[4], ["all", "3", "2", "2"]);
        assert_eq!(words[5], ["wrong", "3", "1", "0"]);
        assert_eq!(words[6], ["fastest", "3", "1", "2"]);
        assert_eq!(words[7], ["seconds", "3.0", "1.7"]);
        assert_eq!(words[8], ["rounds", "6", "6"]);
        assert_eq!(lines[9], "at least one mode proves 2 and refutes 1");
    }
}
