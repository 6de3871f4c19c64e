//! How many programs there are, by what they are about and by their number of threads.

use std::collections::BTreeMap;

use crate::commute::Case;

/// The least and the greatest number of threads.
const THREADS: std::ops::RangeInclusive<usize> = 2..=12;

/// A table in Markdown.
pub(super) fn write(cases: &[Case]) -> String {
    let mut rows: BTreeMap<(bool, &str), Vec<usize>> = BTreeMap::new();
    for case in cases {
        // Those that terminate come first.
        rows.entry((!case.terminates, &case.kind)).or_default().push(case.threads);
    }
    let numbers: Vec<String> = THREADS.map(|threads| threads.to_string()).collect();
    let mut lines = vec![row("threads", &numbers, "all")];
    lines.push(format!("|---|{}", "---:|".repeat(numbers.len() + 1)));
    for (hangs, heading) in [(false, "terminating"), (true, "hanging")] {
        for ((_, kind), threads) in rows.iter().filter(|((is_hanging, _), _)| *is_hanging == hangs) {
            lines.push(counted(&format!("`{heading}/{kind}/`"), threads));
        }
        let all: Vec<usize> = cases.iter().filter(|case| case.terminates != hangs).map(|case| case.threads).collect();
        lines.push(counted(&format!("all in `{heading}/`"), &all));
    }
    lines.join("\n")
}

/// How many of them have two threads, three, and so on.
pub(super) fn by_threads(threads: &[usize]) -> Vec<usize> {
    THREADS.map(|number| threads.iter().filter(|threads| **threads == number).count()).collect()
}

fn counted(heading: &str, threads: &[usize]) -> String {
    let counts = by_threads(threads).into_iter();
    let counts: Vec<String> = counts.map(|count| if count == 0 { String::new() } else { count.to_string() }).collect();
    row(heading, &counts, &threads.len().to_string())
}

fn row(heading: &str, cells: &[String], last: &str) -> String {
    format!("| {heading} | {} | {last} |", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use program::expr::{BinaryOp, Expr, UnaryOp};
    use program::types::Type;

    use super::*;
    use crate::commute::cases;

    /// Appendix E.2 of the paper. It speaks of 114 programs, but these are 115.
    const PAPER: [usize; 11] = [47, 25, 14, 9, 8, 3, 2, 2, 2, 2, 1];

    #[test]
    fn there_are_as_many_programs_as_in_the_paper() {
        let cases = cases("").unwrap();
        let threads: Vec<usize> = cases.iter().filter(|case| case.terminates).map(|case| case.threads).collect();
        assert_eq!(by_threads(&threads), PAPER);
        assert_eq!(threads.len(), PAPER.iter().sum::<usize>());
        assert!(cases.len() - threads.len() >= 40);
    }

    #[test]
    fn all_programs_are_different() {
        let mut known = BTreeMap::new();
        for case in cases("").unwrap() {
            // The text form has no comments and no lines.
            let twin = known.insert(program::text::print(&case.program), case.name.clone());
            assert_eq!(twin, None, "{} is the same program", case.name);
        }
    }

    #[test]
    fn what_terminates_does_so_under_a_strongly_fair_scheduler() {
        for case in cases("").unwrap() {
            let words: Vec<&str> = case.questions.iter().map(|(_, answer)| answer.word()).collect();
            let asked: Vec<String> = case.questions.iter().map(|(question, _)| question.fairness.to_string()).collect();
            assert_eq!(asked, ["strong", "weak", "none"], "{}", case.name);
            assert_eq!(words[0], if case.terminates { "proved" } else { "refuted" }, "{}", case.name);
            // Under a scheduler of whom less is asked there are more runs.
            let is_monotone = words.windows(2).all(|pair| pair[0] == "proved" || pair[1] == "refuted");
            assert!(is_monotone, "{}", case.name);
        }
    }

    #[test]
    fn programs_are_linear_over_integers() {
        for case in cases("").unwrap() {
            let procedures = &case.program.procedures;
            let variables = procedures.iter().flat_map(|procedure| &procedure.locals).chain(&case.program.globals);
            let other = variables.into_iter().find(|variable| !matches!(variable.ty, Type::Int | Type::Bool));
            assert_eq!(other, None, "{}", case.name);
            let edges = procedures.iter().flat_map(|procedure| &procedure.edges);
            for command in edges.flat_map(|edge| &edge.commands) {
                command.action.for_each_expr(|expr| assert!(is_linear(expr), "{}: {expr:?}", case.name));
            }
        }
    }

    /// Whether there are sums and comparisons of variables and numbers, put together by the words of logic.
    fn is_linear(expr: &Expr) -> bool {
        let is_known = match expr {
            Expr::Literal(_) | Expr::Variable(_) | Expr::If(..) => true,
            Expr::Unary(op, _) => matches!(op, UnaryOp::Not | UnaryOp::Negate),
            Expr::Binary(op, ..) => {
                use BinaryOp::{
                    Add, And, Equal, Greater, GreaterEqual, Implies, Less, LessEqual, NotEqual, Or, Subtract,
                };
                matches!(op, And | Or | Implies | Equal | NotEqual)
                    || matches!(op, Less | LessEqual | Greater | GreaterEqual | Add | Subtract)
            }
            Expr::Select(..) | Expr::Update(..) | Expr::Load(..) => false,
        };
        let mut operands = Vec::new();
        expr.for_each_operand(|operand| operands.push(operand));
        is_known && operands.into_iter().all(is_linear)
    }
}
