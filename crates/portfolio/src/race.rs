//! Several engines at the same question: the first accepted answer ends the work of the others.
//!
//! The engines of a plan start in its order. Each one has a head start before the next, and the next one starts at once if it gives up.
//! So a question that the first engine answers quickly costs nothing more, and is answered in the same way every time.

use std::collections::BTreeMap;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use check::accept::Accepted;
use engine::budget::Budget;
use engine::{Engine, Task};
use evidence::reason::Reason;
use evidence::verdict::Verdict;
use program::program::Program;
use program::types::Type;

use crate::judge::{self, Watched};
use crate::luck;
use crate::select::Plan;
use crate::unknown;

/// How long an engine works before the next one starts.
const HEAD_START: Duration = Duration::from_secs(5);

/// The same if the program has data without bounds, of which a search through all states may see no end.
const SHORT_HEAD_START: Duration = Duration::from_secs(1);

/// How long the others work if the program does what is not known, whoever asks.
const LAST_TRY: Duration = Duration::from_secs(2);

/// What an engine tells the others.
enum News {
    /// It claims an answer, which is yet to be checked: nobody else need start.
    Claim,
    /// What came of it.
    Judged(usize, Accepted),
}

/// The first answer that decides the question, or else the first engine's reason for not knowing.
pub(crate) fn race(task: Task<'_>, plan: &Plan, budget: &Budget, events: &Watched) -> Accepted {
    let (sender, news) = channel();
    let head_start = head_start(task.program);
    std::thread::scope(|scope| {
        let mut branches: Vec<Budget> = Vec::new();
        let mut rest = plan.engines.iter().enumerate();
        // Whether there was an engine left to start.
        let mut start_next = |budget: &Budget, branches: &mut Vec<Budget>| {
            let Some((place, engine)) = rest.next() else { return false };
            let (sender, branch) = (sender.clone(), budget.branch());
            branches.push(branch.clone());
            scope.spawn(move || work(place, &**engine, task, &branch, events, &sender));
            true
        };
        let mut waits = start_next(budget, &mut branches);
        let mut judged = BTreeMap::new();
        // What all who have given up say together: who has no proof does not know that there is time for others.
        let mut least = Help::AllTheTime;
        while judged.len() < branches.len() {
            let told = if waits { news.recv_timeout(head_start).ok() } else { news.recv().ok() };
            match told {
                None => waits = start_next(budget, &mut branches),
                Some(News::Claim) => waits = false,
                Some(News::Judged(place, accepted)) => {
                    let help = match accepted.verdict() {
                        Verdict::Unknown(reason) => help(reason),
                        Verdict::Proved(_) | Verdict::Refuted(_) => {
                            branches.iter().for_each(Budget::cancel);
                            return accepted;
                        }
                    };
                    judged.insert(place, accepted);
                    least = least.min(help);
                    waits = match least {
                        Help::None => false,
                        Help::LastTry => start_next(&budget.shortened(LAST_TRY), &mut branches),
                        Help::AllTheTime => start_next(budget, &mut branches),
                    };
                }
            }
        }
        let nobody =
            || Reason::Crashed { engine: "portfolio".to_owned(), message: "the plan has no engine".to_owned() };
        let first = judged.into_values().next();
        first.unwrap_or_else(|| unknown(task.program, task.question, nobody()))
    })
}

fn head_start(program: &Program) -> Duration {
    let locals = program.procedures.iter().flat_map(|procedure| &procedure.locals);
    let is_unbounded = program.globals.iter().chain(locals).any(|variable| has_no_bound(&variable.ty));
    if is_unbounded { SHORT_HEAD_START } else { HEAD_START }
}

fn has_no_bound(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Sort(_) => true,
        Type::Map(map) => map.keys.iter().any(has_no_bound) || has_no_bound(&map.value),
        Type::Bool | Type::Bits(_) | Type::Pointer => false,
    }
}

/// What the next engine is good for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Help {
    /// Nothing: the user has limited the search, not the engine.
    None,
    /// It may find something wrong before it comes to what is not known.
    LastTry,
    /// It may know what this one does not.
    AllTheTime,
}

fn help(reason: &Reason) -> Help {
    match reason {
        Reason::OutOfStates { .. } | Reason::OutOfMemory { .. } | Reason::OutOfTime { .. } | Reason::NotRead { .. } => {
            Help::None
        }
        Reason::DeepStack { limit, .. } => help(limit),
        Reason::UnboundedChoice { .. } | Reason::NumberTooLarge { .. } | Reason::NotProved { .. } => Help::AllTheTime,
        Reason::Unspecified { .. }
        | Reason::RandomNumbers { .. }
        | Reason::TooManyThreads { .. }
        | Reason::Unsupported { .. }
        | Reason::NoLasso { .. }
        | Reason::Solver { .. }
        | Reason::NotChecked { .. }
        | Reason::Rejected { .. }
        | Reason::Crashed { .. } => Help::LastTry,
    }
}

fn work(place: usize, engine: &dyn Engine, task: Task<'_>, budget: &Budget, events: &Watched, news: &Sender<News>) {
    let verdict = judge::solve(engine, task, budget, events);
    // Nobody listens any more if another one has answered.
    if !matches!(verdict, Verdict::Unknown(_)) {
        let _ = news.send(News::Claim);
    }
    let mut accepted = judge::accept(engine.name(), task, verdict, budget, events);
    if matches!(accepted.verdict(), Verdict::Unknown(Reason::RandomNumbers { .. }))
        && let Some(verdict) = luck::solve(engine, task, budget, events)
        && let Ok(certain) = judge::judge(task, verdict, budget, events)
    {
        accepted = certain;
    }
    let _ = news.send(News::Judged(place, accepted));
}
