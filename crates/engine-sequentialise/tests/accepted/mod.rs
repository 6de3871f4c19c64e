//! What tests of random programs share in which no state comes back: whatever the engine finds must be accepted by `check`.

use std::path::Path;
use std::time::Duration;

use engine::Task;
use engine::budget::{Budget, Limits};
use engine::prepare::{Prepared, lifted};
use engine_sequentialise::rounds::Bounds;
use engine_sequentialise::search::{Scope, Search, Within};
use evidence::counterexample::{Closing, Counterexample};
use evidence::verdict::Verdict;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use program::span::SourceFile;
use solver::pool::Pool;
use solver::session::Solver;

/// Random numbers from a seed, by the xorshift generator of Marsaglia.
pub struct Generator(u64);

impl Generator {
    /// A number below the limit.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// One of these.
    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// What is tried with random programs.
pub struct Trial {
    /// Makes the text of a program.
    pub write: fn(&mut Generator) -> String,
    /// Prepares it; a program for which there is nothing is passed over.
    pub prepare: fn(&Program) -> Option<Prepared>,
    /// Where lassos are looked for.
    pub scopes: Vec<(Bounds, Scope)>,
    /// The closing that is meant.
    pub is_meant: fn(&Closing) -> bool,
    /// Of a hundred programs at least so many have a lasso that closes like that.
    pub least: usize,
}

impl Trial {
    /// Tries sixty programs, or as many as the environment says.
    pub fn run(&self) {
        let pool = Pool::new(Solver::at(Path::new("z3")));
        let count = std::env::var("UNHANG_RANDOM_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(60_u64);
        let mut meant = 0;
        for seed in 1..=count {
            let text = (self.write)(&mut Generator(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
            let file = SourceFile::new("random.bpl".into(), text.as_str().into());
            let lowered = frontend::boogie::lower(vec![file], &Default::default());
            let program = lowered.unwrap_or_else(|error| panic!("{error}\n{text}"));
            let found = self.judged(&program, &pool, seed).unwrap_or_else(|how| panic!("seed {seed}: {how}\n{text}"));
            meant += usize::from(found);
        }
        assert!(meant * 100 >= self.least * count as usize, "only {meant} of {count} programs have such cycles");
    }

    /// Whether there is a lasso as is meant.
    fn judged(&self, program: &Program, pool: &Pool, seed: u64) -> Result<bool, String> {
        let Some(prepared) = (self.prepare)(program) else { return Ok(false) };
        let fairness = [Fairness::Strong, Fairness::Weak, Fairness::None][(seed % 3) as usize];
        let question = Question { property: Property::Terminate, fairness };
        let search = Search::new(&prepared, Task { program, question: &question }, pool);
        let budget = Budget::start(Limits { time: Duration::from_secs(60), ..Limits::default() });
        let mut is_meant = false;
        for (bounds, scope) in &self.scopes {
            let found = search.within(*bounds, scope.clone(), &budget.half_of_the_rest());
            if let Ok(Within::Lasso(lasso)) = found {
                is_meant |= (self.is_meant)(&lasso.closing);
                let lifted = lifted(&prepared, &Counterexample::Lasso(lasso)).ok_or("a lasso without a way back")?;
                let shown = format!("{lifted:?}");
                let accepted = check::accept::accept(program, &question, Verdict::Refuted(lifted), &|_, _| false);
                accepted.map_err(|why| format!("{fairness}: {why}\n{shown}"))?;
            }
        }
        Ok(is_meant)
    }
}
