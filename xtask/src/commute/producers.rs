//! The two families of TerMute's introduction with any number of producers: what a prover is measured on beyond the paper's twelve threads.

use std::fs;

use anyhow::{Context, Result};

use crate::commute::{Case, case_of};
use crate::root;

/// A member of each family, from which the others are made.
const MEMBERS: [&str; 2] = ["bench/commute/terminating/producers/producers-2.bpl", CONSUMER];
const CONSUMER: &str = "bench/commute/terminating/producers/producers-consumer-3.bpl";

/// So many producers, alone and with a consumer.
pub(crate) fn cases(producers: usize) -> Result<Vec<Case>> {
    let root = root::find()?;
    let case = |member: &&str| {
        let threads = producers + usize::from(*member == CONSUMER);
        let stem = member.rsplit_once('-').context("the name of a member of a family ends with a number")?.0;
        let text = grown(&fs::read_to_string(root.join(member))?, producers);
        let expectation = fs::read_to_string(root.join(member).with_extension("expect"))?;
        case_of(&format!("{stem}-{threads}.bpl"), text, &expectation)
    };
    MEMBERS.iter().map(case).collect()
}

/// The program with another number of producers.
fn grown(text: &str, producers: usize) -> String {
    let mut forks: Vec<String> = (1..=producers).map(|id| format!("  fork {id} Producer();\n")).collect();
    if text.contains(" Consumer();") {
        forks.push(format!("  fork {} Consumer();\n", producers + 1));
    }
    let mut forks = forks.concat();
    let line = |line: &str| match line.trim_start() {
        // All of them stand where the first one stood.
        code if code.starts_with("fork ") => std::mem::take(&mut forks),
        code if code.starts_with("axiom producer_num ==") => format!("axiom producer_num == {producers};\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The larger programs, of which search says little, are those of the smaller ones with more threads.
    #[test]
    fn families_are_what_is_grown() {
        let mut compared = 0;
        for known in crate::commute::cases("terminating/producers/").unwrap() {
            let same = |grown: &Case| {
                let is_same = program::text::print(&grown.program) == program::text::print(&known.program);
                is_same && grown.name == known.name && grown.threads == known.threads
            };
            let grown = [known.threads - 1, known.threads].map(|producers| cases(producers).unwrap());
            assert_eq!(grown.iter().flatten().filter(|grown| same(grown)).count(), 1, "{}", known.name);
            compared += 1;
        }
        assert_eq!(compared, 21);
    }
}
