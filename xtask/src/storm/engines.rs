//! Who is asked in a storm: each engine, the modes of one of them, and the product with all of them; one at a time, on a thread that can
//! be left behind.

use std::any::Any;
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use check::accept::{Accepted, accept};
use check::rules::Rejection;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine::{Engine, Task};
use engine_commutativity::Commutativity;
use engine_commutativity::modes::Mode;
use engine_explicit::Explicit;
use engine_rely_guarantee::RelyGuarantee;
use engine_sequentialise::Sequentialise;
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use portfolio::{Missed, may_hold};
use program::arbitrary::random::Random;
use program::program::Program;
use program::property::Question;

use super::judge::Kind;
use super::product;

/// As many questions as fit into this many times the time of one are asked of an engine about a program.
const QUESTIONS_IN_FULL: u32 = 6;

/// Who has a solver to start needs so many times as much. So it is asked few questions, and about some programs only.
const WITH_A_SOLVER: u32 = 50;
const QUESTIONS_WITH_A_SOLVER: u32 = 2;
const PERCENT_WITH_A_SOLVER: usize = 20;

/// The product has engines with a solver in it, and threads to start. Of a program from C, which takes longer, it is asked as often.
const PERCENT_FOR_THE_PRODUCT: usize = 15;

/// Far more than an engine may need to notice that its time is up, also on a machine with other work to do.
const PATIENCE: Duration = Duration::from_secs(30);

/// An engine that needs so much longer than it may is late. If it has had a processor for all that time, that is wrong.
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
    /// Something that the checker could not go through in its time.
    Unchecked,
}

impl Said {
    /// As the corpus spells it.
    pub fn word(self) -> &'static str {
        match self {
            Said::Proved => "proved",
            Said::Refuted => "refuted",
            Said::Unknown | Said::Unchecked => "unknown",
        }
    }

    /// Whether it is an answer.
    pub fn is_answer(self) -> bool {
        matches!(self, Said::Proved | Said::Refuted)
    }
}

/// Something that an engine must not do, and what it was.
pub type Misdeed = (Kind, String);

/// Who can be asked.
#[derive(Clone)]
enum Asked {
    /// One engine.
    Engine(Arc<dyn Engine + Send>),
    /// All of them by the default plan, with the evidence and the text that users get.
    Product,
}

/// All who can be asked.
pub struct Engines {
    all: Vec<(String, Asked)>,
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
        let alone = |name: &str, engine: Arc<dyn Engine + Send>| (name.to_owned(), Asked::Engine(engine));
        let mut all = vec![
            alone(engine_explicit::NAME, Arc::new(Explicit)),
            alone(engine_commutativity::NAME, Arc::new(Commutativity { mode: Mode::default(), may_hold })),
            alone(engine_rely_guarantee::NAME, Arc::new(RelyGuarantee { may_hold })),
            alone(engine_sequentialise::NAME, Arc::new(Sequentialise::with_solver(Path::new("z3")))),
            (product::NAME.to_owned(), Asked::Product),
        ];
        let other = |mode: &Mode| *mode != Mode::default();
        for mode in Mode::all().into_iter().filter(other) {
            let name = format!("{} in mode {mode}", engine_commutativity::NAME);
            all.push((name, Asked::Engine(Arc::new(Commutativity { mode, may_hold }))));
        }
        Engines { all, time }
    }

    /// Those that are asked about the program of this seed: most of them, and one engine in one of its other modes.
    ///
    /// All of this is drawn, so that nothing of it goes with the language or with the shape of the program.
    pub fn for_seed(&self, seed: u64) -> Vec<usize> {
        let mut random = Random::new(seed ^ 0x00e9_614e);
        let (solver, product) = (random.chance(PERCENT_WITH_A_SOLVER), random.chance(PERCENT_FOR_THE_PRODUCT));
        let modes: Vec<usize> = (0..self.all.len()).filter(|engine| self.is_mode(*engine)).collect();
        let mode = random.pick(&modes).copied();
        let is_asked = |engine: &usize| match &self.all[*engine] {
            (_, Asked::Product) => product,
            (name, _) if name == engine_sequentialise::NAME => solver,
            _ => !self.is_mode(*engine) || mode == Some(*engine),
        };
        (0..self.all.len()).filter(is_asked).collect()
    }

    /// Whether it is an engine in a mode that users do not get.
    fn is_mode(&self, engine: usize) -> bool {
        self.all[engine].0.contains(" in mode ")
    }

    fn starts_a_solver(&self, engine: usize) -> bool {
        let (name, asked) = &self.all[engine];
        matches!(asked, Asked::Product) || name == engine_sequentialise::NAME
    }

    /// The same engines with so many times as much time.
    pub fn slower(&self, times: u32) -> Engines {
        Engines { all: self.all.clone(), time: self.time * times }
    }

    /// What users call it.
    pub fn name(&self, engine: usize) -> &str {
        &self.all[engine].0
    }

    /// What users call all of them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|(name, _)| name.as_str())
    }

    /// The engine's answer, if it has time left for this program; or what is wrong with it.
    pub fn ask(
        &self,
        engine: usize,
        program: &Arc<Program>,
        question: &Question,
        spent: &mut Spent,
    ) -> Option<Result<Answer, Misdeed>> {
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
        let limits = Limits { time, memory: MEMORY, states: STATES, ..Limits::default() };
        let (chosen, question, about) = (self.all[engine].1.clone(), question.clone(), program.clone());
        let patience = Budget::start(Limits { time: time + PATIENCE, ..limits });
        let said = portfolio::within(&patience, move || {
            let budget = Budget::start(limits);
            let task = Task { program: &about, question: &question };
            match chosen {
                Asked::Engine(engine) => answer(&*engine, task, &budget),
                Asked::Product => product::answer(task, &budget),
            }
        });
        *used += patience.elapsed();
        Some(match said {
            Ok(Ok((_, Took { worked, .. }))) if worked > time + LATE => {
                Err((Kind::Late, format!("works for {worked:.1?} instead of {time:.1?}")))
            }
            Ok(said) => said.map(|(said, took)| Answer { said, is_late: took.waited > time + LATE }),
            Err(Missed::Time) => Err((Kind::NotBack, format!("does not come back within {PATIENCE:?} after its time"))),
            Err(Missed::Thread(why)) => Err((Kind::Panic, why)),
        })
    }
}

/// How long something has taken.
pub struct Took {
    /// By the clock: the machine may have other work to do meanwhile.
    pub waited: Duration,
    /// By the processor, as far as this thread has had it.
    pub worked: Duration,
}

impl Took {
    /// What the work gives, and how long it has taken since the budget began.
    pub fn by<T>(budget: &Budget, work: impl FnOnce() -> T) -> (T, Took) {
        let before = worked();
        let done = work();
        let waited = budget.elapsed();
        let worked = before.zip(worked()).map_or(waited, |(before, after)| after.saturating_sub(before));
        (done, Took { waited, worked })
    }
}

/// How long this thread has had a processor, where the system says so.
fn worked() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// What the engine claims, if the checker agrees, and how long the engine has taken.
fn answer(engine: &dyn Engine, task: Task<'_>, budget: &Budget) -> Result<(Said, Took), Misdeed> {
    let (verdict, took) = Took::by(budget, || guarded("has panicked", || engine.solve(task, budget, &Silent)));
    let verdict = verdict?;
    if let Verdict::Unknown(reason) = &verdict {
        return Ok((unknown(reason)?, took));
    }
    Ok((judge(task, verdict, budget)?.map_or(Said::Unchecked, |accepted| said(accepted.verdict())), took))
}

/// What the checker makes of the claim, if it can go through it. It has no limit of time but patience: what was claimed is worth being
/// looked at.
pub fn judge(task: Task<'_>, claim: Verdict, budget: &Budget) -> Result<Option<Accepted>, Misdeed> {
    let word = said(&claim).word();
    let impatient = |_, bytes| bytes > MEMORY || budget.elapsed() > PATIENCE / 2;
    let judged = guarded(&format!("claims {word}, and the checker has panicked"), || {
        accept(task.program, task.question, claim, &impatient)
    })?;
    match judged {
        Ok(accepted) => Ok(Some(accepted)),
        Err(Rejection::Interrupted { .. } | Rejection::Random { .. }) => Ok(None),
        Err(rejection @ Rejection::Broken { .. }) => {
            Err((Kind::Rejected, format!("claims {word}, and the checker rejects it: {rejection}")))
        }
    }
}

/// What a reason for not knowing comes to. Some must not be.
pub fn unknown(reason: &Reason) -> Result<Said, Misdeed> {
    match reason {
        Reason::Crashed { engine, message } => Err((Kind::Panic, format!("says that {engine} has crashed: {message}"))),
        Reason::Solver { message } => Err((Kind::Solver, format!("says that the solver does not work: {message}"))),
        Reason::Rejected { engine, why } => {
            Err((Kind::Rejected, format!("says that a claim of {engine} was rejected: {why}")))
        }
        Reason::NotChecked { .. } => Ok(Said::Unchecked),
        _ => Ok(Said::Unknown),
    }
}

/// The word for a verdict.
pub fn said(verdict: &Verdict) -> Said {
    match verdict {
        Verdict::Proved(_) => Said::Proved,
        Verdict::Refuted(_) => Said::Refuted,
        Verdict::Unknown(_) => Said::Unknown,
    }
}

/// What the work gives, unless it panics.
pub fn guarded<T>(otherwise: &str, work: impl FnOnce() -> T) -> Result<T, Misdeed> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.map_err(|panic| (Kind::Panic, format!("{otherwise}: {}", message(&*panic))))
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_knowing_is_no_excuse_for_everything() {
        let message = || "why".to_owned();
        let kind = |reason: Reason| unknown(&reason).map_err(|(kind, _)| kind);
        assert_eq!(kind(Reason::Crashed { engine: message(), message: message() }), Err(Kind::Panic));
        assert_eq!(kind(Reason::Solver { message: message() }), Err(Kind::Solver));
        assert_eq!(kind(Reason::Rejected { engine: message(), why: message() }), Err(Kind::Rejected));
        assert_eq!(kind(Reason::NotChecked { what: message() }), Ok(Said::Unchecked));
        assert_eq!(kind(Reason::OutOfStates { limit: 1 }), Ok(Said::Unknown));
    }

    #[test]
    fn a_panic_is_told() {
        assert_eq!(guarded("works and panics", || 1), Ok(1));
        let told = guarded("works and panics", || panic!("no {}", "more"));
        assert_eq!(told, Err::<(), _>((Kind::Panic, "works and panics: no more".to_owned())));
    }
}
