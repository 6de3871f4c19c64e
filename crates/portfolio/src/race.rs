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

use crate::judge::{self, Watched};
use crate::luck;
use crate::select::Plan;
use crate::unknown;

/// How long an engine works before the next one starts.
const HEAD_START: Duration = Duration::from_secs(5);

/// What an engine tells the others.
enum News {
    /// It claims an answer, which is yet to be checked: nobody else need start.
    Claim,
    /// What came of it.
    Judged(usize, Accepted),
}

/// The first answer that decides the question, or else the first engine's reason for not knowing.
pub(crate) fn race(task: Task<'_>, plan: &Plan, budget: &Budget, events: &Watched) -> Accepted {
    let branches: Vec<Budget> = plan.engines.iter().map(|_| budget.branch()).collect();
    let (sender, news) = channel();
    std::thread::scope(|scope| {
        let mut not_started = plan.engines.iter().zip(&branches).enumerate();
        let (mut running, mut claims) = (0, 0);
        let mut reasons = BTreeMap::new();
        let mut start_next = |running: &mut usize| {
            let Some((place, (engine, branch))) = not_started.next() else { return false };
            let sender = sender.clone();
            *running += 1;
            scope.spawn(move || work(place, &**engine, task, branch, events, &sender));
            true
        };
        let mut more = start_next(&mut running);
        while running > 0 {
            let told = if more && claims == 0 { news.recv_timeout(HEAD_START).ok() } else { news.recv().ok() };
            match told {
                Some(News::Claim) => claims += 1,
                Some(News::Judged(_, accepted)) if !matches!(accepted.verdict(), Verdict::Unknown(_)) => {
                    branches.iter().for_each(Budget::cancel);
                    return accepted;
                }
                Some(News::Judged(place, accepted)) => {
                    running -= 1;
                    claims = 0;
                    reasons.insert(place, accepted);
                    more = start_next(&mut running);
                }
                None => more = start_next(&mut running),
            }
        }
        let nobody =
            || Reason::Crashed { engine: "portfolio".to_owned(), message: "the plan has no engine".to_owned() };
        let first = reasons.into_values().next();
        first.unwrap_or_else(|| unknown(task.program, task.question, nobody()))
    })
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
