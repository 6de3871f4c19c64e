//! Cycles on stacks that grow: whatever the engine finds in random recursive programs is accepted by `check`.

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
use evidence::counterexample::{Closing, Counterexample};
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::span::SourceFile;
use solver::pool::Pool;
use solver::session::Solver;

/// Of a hundred programs at least so many have a cycle on a stack that grows.
const LEAST_DESCENDING: usize = 10;

/// Random programs from a seed, by the xorshift generator of Marsaglia.
struct Generator(u64);

impl Generator {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    fn truth(&mut self) -> &'static str {
        self.pick(&["g", "h", "p", "own", "!g", "!h", "!p", "!own", "true", "false"])
    }

    fn statement(&mut self, text: &mut String, depth: u32) {
        // Writing to a string does not fail.
        let _ = match self.below(if depth == 0 { 6 } else { 8 }) {
            0 | 1 => writeln!(text, "{} := {};", self.pick(&["g", "h", "own"]), self.truth()),
            2 => writeln!(text, "call own := A({});", self.truth()),
            3 => writeln!(text, "call own := B({});", self.truth()),
            4 => writeln!(text, "assume {};", self.truth()),
            5 => writeln!(text, "n := n + {};", self.below(3) as i64 - 1),
            _ => {
                let condition = match self.below(4) {
                    0 => format!("n < {}", self.below(5)),
                    _ => self.truth().to_owned(),
                };
                let _ = writeln!(text, "if ({condition}) {{");
                self.statement(text, depth - 1);
                let _ = writeln!(text, "}} else {{");
                self.statement(text, depth - 1);
                writeln!(text, "}}")
            }
        };
    }

    fn procedure(&mut self, text: &mut String, name: &str) {
        let _ = writeln!(
            text,
            "procedure {name}(p: bool) returns (r: bool)\nmodifies g, h, n;\n{{\nvar own: bool;\nown := p;"
        );
        for _ in 0..=self.below(3) {
            self.statement(text, 2);
        }
        let _ = writeln!(text, "r := {};\n}}", self.truth());
    }

    fn program(&mut self) -> String {
        let mut text = "var g, h: bool;\nvar n: int;\n".to_owned();
        self.procedure(&mut text, "A");
        self.procedure(&mut text, "B");
        text.push_str("procedure other()\nmodifies g, h, n;\n{\nvar own: bool;\ncall own := B(true);\n}\n");
        text.push_str("procedure main()\nmodifies g, h, n;\n{\nvar own: bool;\ng, h, n := true, false, 0;\n");
        if self.below(2) == 0 {
            text.push_str("fork 1 other();\n");
        }
        text.push_str("call own := A(false);\n}\n");
        text
    }
}

#[test]
fn what_descends_is_accepted() {
    let pool = Pool::new(Solver::at(Path::new("z3")));
    let count = std::env::var("UNHANG_RANDOM_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(60_u64);
    let mut descending = 0;
    for seed in 1..=count {
        let text = Generator(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).program();
        let file = SourceFile::new("random.bpl".into(), text.as_str().into());
        let lowered = frontend::boogie::lower(vec![file], &Default::default());
        let program = lowered.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let descends = judged(&program, &pool, seed).unwrap_or_else(|how| panic!("seed {seed}: {how}\n{text}"));
        descending += usize::from(descends);
    }
    assert!(
        descending * 100 >= LEAST_DESCENDING * count as usize,
        "only {descending} of {count} programs have cycles on stacks that grow"
    );
}

/// Whether there is a cycle on a stack that grows.
fn judged(program: &Program, pool: &Pool, seed: u64) -> Result<bool, String> {
    let Ok(prepared) = prepare::to_depth(program, 3) else { return Ok(false) };
    let fairness = [Fairness::Strong, Fairness::Weak, Fairness::None][(seed % 3) as usize];
    let question = Question { property: Property::Terminate, fairness };
    let search = Search::new(&prepared, Task { program, question: &question }, pool);
    let budget = Budget::start(Limits { time: Duration::from_secs(60), ..Limits::default() });
    let mut descends = false;
    for laws in [growth::NONE, growth::LINEAR] {
        let scope = Scope { universe: Universe::Exact, laws, stops: Stops::Everywhere };
        let bounds = Bounds { stem: 1, cycle: 2, unrolling: 1 };
        let found = search.within(bounds, scope, &budget.half_of_the_rest());
        if let Ok(Within::Lasso(lasso)) = found {
            descends |= lasso.closing == Closing::Keyframe;
            let lifted = prepared.lifted(&Counterexample::Lasso(lasso)).ok_or("a lasso that cannot be taken back")?;
            let shown = format!("{lifted:?}");
            let accepted = check::accept::accept(program, &question, Verdict::Refuted(lifted), &|_, _| false);
            accepted.map_err(|why| format!("{fairness}: {why}\n{shown}"))?;
        }
    }
    Ok(descends)
}
