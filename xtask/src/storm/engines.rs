//! The engines of a storm, asked one at a time, each on a thread that can be left behind.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use check::accept::accept;
use check::rules::Rejection;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_commutativity::Commutativity;
use engine_commutativity::modes::Mode;
use engine_explicit::Explicit;
use engine_rely_guarantee::RelyGuarantee;
use engine_sequentialise::Sequentialise;
use evidence::verdict::Verdict;
use portfolio::{Missed, may_hold};
use program::program::Program;
use program::property::Question;

/// As many questions as fit into this many times the time of one are asked of an engine about a program.
const QUESTIONS_IN_FULL: u32 = 6;

/// An engine that has a solver to start needs so many times as much. So it is asked few questions, and about some programs only.
const WITH_A_SOLVER: u32 = 50;
const QUESTIONS_WITH_A_SOLVER: u32 = 2;
const PROGRAMS_WITH_A_SOLVER: u64 = 5;

/// Far more than an engine may need to notice that its time is up, also on a machine with other work to do.
const PATIENCE: Duration = Duration::from_secs(30);

/// An engine that needs so much longer than it may is late.
const LATE: Duration = Duration::from_secs(1);

/// No program here needs more.
const MEMORY: u64 = 1 << 30;
const STATES: u64 = 20_000;

/// What an engine says of a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Said {
    /// Yes, and the checker agrees.
    Proved,
    /// No, and the checker agrees.
    Refuted,
    /// Nothing.
    Unknown,
}

impl Said {
    /// As the corpus spells it.
    pub fn word(self) -> &'static str {
        match self {
            Said::Proved => "proved",
            Said::Refuted => "refuted",
            Said::Unknown => "unknown",
        }
    }
}

/// All engines.
pub struct Engines {
    all: Vec<(String, Arc<dyn Engine + Send>)>,
    time: Duration,
}

/// How long each engine has worked on a program.
#[derive(Default)]
pub struct Spent(BTreeMap<usize, Duration>);

/// An answer, and whether it came late.
pub struct Answer {
    pub said: Said,
    pub is_late: bool,
}

impl Engines {
    pub fn new(time: Duration) -> Engines {
        let mut all: Vec<(String, Arc<dyn Engine + Send>)> = vec![
            (engine_explicit::NAME.to_owned(), Arc::new(Explicit)),
            (engine_commutativity::NAME.to_owned(), Arc::new(Commutativity { mode: Mode::default(), may_hold })),
            (engine_rely_guarantee::NAME.to_owned(), Arc::new(RelyGuarantee { may_hold })),
            (engine_sequentialise::NAME.to_owned(), Arc::new(Sequentialise::with_solver(Path::new("z3")))),
        ];
        let other = |mode: &Mode| *mode != Mode::default();
        for mode in Mode::all().into_iter().filter(other) {
            all.push((
                format!("{} in mode {mode}", engine_commutativity::NAME),
                Arc::new(Commutativity { mode, may_hold }),
            ));
        }
        Engines { all, time }
    }

    /// Those that are asked about the program of this seed: most of them, and one engine in one of its other modes.
    pub fn for_seed(&self, seed: u64) -> Vec<usize> {
        let (main, modes) = (4, (self.all.len() - 4) as u64);
        let in_turn = (modes > 0).then(|| main + usize::try_from(seed % modes.max(1)).unwrap_or_default());
        let is_asked = |engine: &usize| !self.starts_a_solver(*engine) || seed.is_multiple_of(PROGRAMS_WITH_A_SOLVER);
        (0..main).filter(is_asked).chain(in_turn).collect()
    }

    fn starts_a_solver(&self, engine: usize) -> bool {
        self.all[engine].0 == engine_sequentialise::NAME
    }

    /// The same engines with so many times as much time.
    pub fn slower(&self, times: u32) -> Engines {
        Engines { all: self.all.clone(), time: self.time * times }
    }

    /// What users call it.
    pub fn name(&self, engine: usize) -> &str {
        &self.all[engine].0
    }

    /// The engine's answer, if it has time left for this program; or what is wrong with it.
    pub fn ask(
        &self,
        engine: usize,
        program: &Arc<Program>,
        question: &Question,
        spent: &mut Spent,
    ) -> Option<Result<Answer, String>> {
        let used = spent.0.entry(engine).or_default();
        let (times, questions) = if self.starts_a_solver(engine) {
            (WITH_A_SOLVER, QUESTIONS_WITH_A_SOLVER)
        } else {
            (1, QUESTIONS_IN_FULL)
        };
        let time = self.time * times;
        if *used >= time * questions {
            return None;
        }
        let limits = Limits { time, memory: MEMORY, states: STATES };
        let (chosen, asked, about) = (self.all[engine].1.clone(), question.clone(), program.clone());
        let patience = Budget::start(Limits { time: time + PATIENCE, ..limits });
        let said = portfolio::within(&patience, move || {
            let budget = Budget::start(limits);
            let answered = answer(&*chosen, Task { program: &about, question: &asked }, &budget);
            (answered, budget.elapsed())
        });
        *used += patience.elapsed();
        Some(match said {
            Ok((answered, took)) => answered.map(|said| Answer { said, is_late: took > time + LATE }),
            Err(Missed::Time) => Err(format!("does not come back within {PATIENCE:?} after its time")),
            Err(Missed::Thread(why)) => Err(why),
        })
    }
}

/// What the engine claims, if the checker agrees.
fn answer(engine: &dyn Engine, task: Task<'_>, budget: &Budget) -> Result<Said, String> {
    let solved = catch_unwind(AssertUnwindSafe(|| engine.solve(task, budget, &Silent)));
    let verdict = solved.map_err(|panic| format!("has panicked: {}", message(&*panic)))?;
    let said = match verdict {
        Verdict::Proved(_) => Said::Proved,
        Verdict::Refuted(_) => Said::Refuted,
        Verdict::Unknown(_) => return Ok(Said::Unknown),
    };
    // The check has no limit of time but patience: what was claimed is worth being looked at.
    let judged = catch_unwind(AssertUnwindSafe(|| {
        accept(task.program, task.question, verdict, &|_, bytes| bytes > MEMORY || budget.elapsed() > PATIENCE / 2)
    }));
    match judged
        .map_err(|panic| format!("claims {}, and the checker has panicked: {}", said.word(), message(&*panic)))?
    {
        Ok(_) => Ok(said),
        Err(Rejection::Interrupted { .. } | Rejection::Random { .. }) => Ok(Said::Unknown),
        Err(rejection @ Rejection::Broken { .. }) => {
            Err(format!("claims {}, and the checker rejects it: {rejection}", said.word()))
        }
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}
