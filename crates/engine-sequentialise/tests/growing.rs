//! Cycles in which numbers grow: whatever the engine finds in random programs on integers is accepted by `check`.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use engine::Task;
use engine::budget::{Budget, Limits};
use engine::prepare;
use engine_sequentialise::context::Stops;
use engine_sequentialise::growth;
use engine_sequentialise::rounds::Bounds;
use engine_sequentialise::search::{Scope, Search, Within};
use engine_sequentialise::universe::Universe;
use evidence::counterexample::{Closing, Counterexample, Lasso};
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::span::SourceFile;
use solver::pool::Pool;
use solver::session::Solver;

/// Of a hundred programs at least so many have a cycle in which numbers grow.
const LEAST_GROWING: usize = 15;

/// Random programs from a seed, by the xorshift generator of Marsaglia.
struct Generator(u64);

impl Generator {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn number(&mut self) -> i64 {
        self.below(7) as i64 - 3
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    fn variable(&mut self) -> &'static str {
        self.pick(&["x", "y", "z", "own"])
    }

    fn condition(&mut self) -> String {
        let (left, op, right) = (self.variable(), self.pick(&["<", "<=", "!=", "==", ">="]), self.variable());
        match self.below(5) {
            0 => format!("{left} {op} {}", self.number()),
            1 => format!("{left} {op} {right}"),
            2 => format!("{left} {op} {right} + {}", self.number()),
            3 => format!("2 * {left} {op} {right}"),
            _ => format!("{left} mod 2 == {}", self.below(2)),
        }
    }

    fn statement(&mut self, text: &mut String, depth: u32) {
        let (target, other) = (self.variable(), self.variable());
        // Writing to a string does not fail.
        let _ = match self.below(if depth == 0 { 5 } else { 7 }) {
            0 | 1 => writeln!(text, "{target} := {target} + {};", self.number()),
            2 => writeln!(text, "{target} := {other} + {};", self.number()),
            3 => writeln!(text, "{target} := {target} + {other};"),
            4 => writeln!(text, "havoc {target}; assume {target} > {other};"),
            5 => writeln!(text, "m[{}] := {target};", self.below(2)),
            _ => {
                let _ = writeln!(text, "if ({}) {{", self.condition());
                self.statement(text, depth - 1);
                let _ = writeln!(text, "}} else {{");
                self.statement(text, depth - 1);
                writeln!(text, "}}")
            }
        };
    }

    fn thread(&mut self, text: &mut String) {
        let _ = writeln!(text, "own := {};", self.number());
        let _ = writeln!(text, "while ({}) {{", self.condition());
        for _ in 0..=self.below(2) {
            self.statement(text, 1);
        }
        if self.below(3) == 0 {
            let _ = writeln!(text, "assume {};", self.condition());
        }
        let _ = writeln!(text, "}}");
    }

    fn program(&mut self) -> String {
        let globals = "var x, y, z: int;\nvar m: [int]int;\n";
        let mut text = format!("{globals}procedure other()\nmodifies x, y, z, m;\n{{\nvar own: int;\n");
        self.thread(&mut text);
        text.push_str("}\nprocedure main()\nmodifies x, y, z, m;\n{\nvar own: int;\n");
        let _ = writeln!(text, "x, y, z := {}, {}, {};", self.number(), self.number(), self.number());
        let _ = writeln!(text, "m[0] := 0; m[1] := 0;");
        if self.below(2) == 0 {
            text.push_str("fork 1 other();\n");
        }
        self.thread(&mut text);
        text.push_str("}\n");
        text
    }
}

#[test]
fn what_grows_is_accepted() {
    let pool = Pool::new(Solver::at(Path::new("z3")));
    let count = std::env::var("UNHANG_RANDOM_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(60_u64);
    let mut growing = 0;
    for seed in 1..=count {
        let text = Generator(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).program();
        let file = SourceFile::new("random.bpl".into(), text.as_str().into());
        let lowered = frontend::boogie::lower(vec![file], &Default::default());
        let program = lowered.unwrap_or_else(|error| panic!("{error}\n{text}"));
        growing +=
            usize::from(judged(&program, &pool, seed).unwrap_or_else(|how| panic!("seed {seed}: {how}\n{text}")));
    }
    assert!(
        growing * 100 >= LEAST_GROWING * count as usize,
        "only {growing} of {count} programs have cycles that grow"
    );
}

/// Whether there is a cycle in which numbers grow.
fn judged(program: &Program, pool: &Pool, seed: u64) -> Result<bool, String> {
    let prepared = prepare::without_memory(program).map_err(|_| "the program cannot be prepared")?;
    let fairness = [Fairness::Strong, Fairness::Weak, Fairness::None][(seed % 3) as usize];
    let question = Question { property: Property::Terminate, fairness };
    let search = Search::new(&prepared, Task { program, question: &question }, pool);
    let budget = Budget::start(Limits { time: Duration::from_secs(60), ..Limits::default() });
    let mut grows = false;
    for laws in [growth::LINEAR, growth::ALL] {
        let scope = Scope { universe: Universe::Exact, laws, stops: Stops::Few };
        let bounds = Bounds { stem: 1, cycle: 2, unrolling: 2 };
        let found = search.within(bounds, scope, &budget.half_of_the_rest());
        if let Ok(Within::Lasso(lasso)) = found {
            grows |= matches!(lasso, Lasso { closing: Closing::Growing(_), .. });
            let lifted = prepared.lifted(&Counterexample::Lasso(lasso)).ok_or("a lasso that cannot be taken back")?;
            let shown = format!("{lifted:?}");
            let accepted = check::accept::accept(program, &question, Verdict::Refuted(lifted), &|_, _| false);
            accepted.map_err(|why| format!("{fairness}: {why}\n{shown}"))?;
        }
    }
    Ok(grows)
}
