//! Several engines at the same question: the first accepted answer ends the work of the others.
//!
//! The engines of a plan that fit the question start one after the other, each at its time, and at once if another one gives up.
//! So a question that the first engine answers quickly costs nothing more, and is answered in the same way every time.
//! While as many engines work as there are processors, a further one would only slow them down, and starts later.
//! They share the time, which is the same for all, and the memory, which is one amount for all of them together.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Scope, available_parallelism};
use std::time::Duration;

use check::accept::Accepted;
use engine::budget::Budget;
use engine::event::Events;
use engine::{Engine, Task};
use evidence::reason::Reason;
use evidence::verdict::Verdict;

use crate::judge::{self, Watched};
use crate::luck;
use crate::plan::{Start, Time};
use crate::profile::Profile;
use crate::select::{Plan, Runner};
use crate::{Answer, GaveUp, unknown};

/// How long the others work if the program does what is not known, whoever asks.
const LAST_TRY: Duration = Duration::from_secs(2);

/// How many times as late an engine starts while no processor is free.
const LATER: u32 = 2;

/// What listeners are told when an engine starts.
pub const STARTS: &str = "starts";

/// How it begins what they are told when it gives up.
pub const GIVES_UP: &str = "gives up";

/// What an engine tells the others.
enum News {
    /// It claims an answer, which is yet to be checked: nobody else need start.
    Claim,
    /// What came of it.
    Judged(usize, Accepted),
}

/// The first answer that decides the question, or else the most telling reason for not knowing.
pub(crate) fn race(task: Task<'_>, plan: &Plan, budget: &Budget, events: &Watched) -> Answer {
    let (sender, news) = channel();
    let fitting = plan.fitting(&Profile::of(task));
    let order: Vec<&'static str> = fitting.iter().map(|runner| runner.engine.name()).collect();
    let began = budget.elapsed();
    std::thread::scope(|scope| {
        let track =
            Track { task, events, sender: &sender, processors: available_parallelism().map_or(1, NonZero::get) };
        let mut waiting: VecDeque<(usize, &Runner)> = fitting.into_iter().enumerate().collect();
        let mut branches: Vec<Budget> = Vec::new();
        let mut judged: BTreeMap<usize, Accepted> = BTreeMap::new();
        // What all who have given up say together: who has no proof does not know that there is time for others.
        let mut least = Help::AllTheTime;
        let mut is_open = true;
        branches.extend(track.start(scope, waiting.pop_front(), budget));
        while judged.len() < branches.len() {
            let next = waiting.front().filter(|_| is_open);
            let patience = next.and_then(|(_, runner)| track.due(runner, branches.len() - judged.len()));
            let told = match patience {
                Some(due) => news.recv_timeout((began + due).saturating_sub(budget.elapsed())).ok(),
                None => news.recv().ok(),
            };
            match told {
                None => branches.extend(track.start(scope, waiting.pop_front(), budget)),
                Some(News::Claim) => is_open = false,
                Some(News::Judged(place, accepted)) => {
                    let Verdict::Unknown(reason) = accepted.verdict() else {
                        branches.iter().for_each(Budget::cancel);
                        return Answer { accepted, by: Some(order[place]), gave_up: gave_up(&order, &judged, None) };
                    };
                    // Who may use a part of the time only has not used up all.
                    let is_part = matches!(reason, Reason::OutOfTime { .. }) && !budget.is_over();
                    least = least.min(if is_part { Help::AllTheTime } else { help(reason) });
                    events.gives_up(order[place], reason);
                    judged.insert(place, accepted);
                    is_open = least != Help::None;
                    let budget = if least == Help::LastTry { &budget.shortened(LAST_TRY) } else { budget };
                    let next = if is_open { waiting.pop_front() } else { None };
                    branches.extend(track.start(scope, next, budget));
                }
            }
        }
        let nobody = || Reason::Unsupported {
            what: format!("the property `{}` by the engines of this plan", task.question.property),
            span: program::span::Span::NOWHERE,
        };
        let told = most_telling(&judged);
        match told.and_then(|place| Some((place, judged.remove(&place)?))) {
            Some((place, accepted)) => {
                // If another one's reason says more, the first one's is told behind it.
                let passed_over = judged.keys().next().copied().filter(|first| *first < place);
                Answer { accepted, by: order.get(place).copied(), gave_up: gave_up(&order, &judged, passed_over) }
            }
            None => Answer { accepted: unknown(task.program, task.question, nobody()), by: None, gave_up: Vec::new() },
        }
    })
}

/// Whose reason says the most: the first one's, unless it says only that there was no end in time and another engine has come to a cycle of
/// which it does not know why it ends.
fn most_telling(judged: &BTreeMap<usize, Accepted>) -> Option<usize> {
    let (first, accepted) = judged.first_key_value()?;
    let is_late = matches!(accepted.verdict(), Verdict::Unknown(Reason::OutOfTime { .. }));
    let has_cycle = |accepted: &Accepted| matches!(accepted.verdict(), Verdict::Unknown(Reason::Unranked { .. }));
    let cycle = judged.iter().find(|(_, accepted)| is_late && has_cycle(accepted));
    Some(cycle.map_or(*first, |(place, _)| *place))
}

/// Who has given up and why. Who was stopped, since the time or the memory was over, has not, but for the one that was passed over.
fn gave_up(order: &[&'static str], judged: &BTreeMap<usize, Accepted>, passed_over: Option<usize>) -> Vec<GaveUp> {
    let reason = |(place, accepted): (&usize, &Accepted)| match accepted.verdict() {
        Verdict::Unknown(reason) if !reason.is_limit() || passed_over == Some(*place) => {
            Some(GaveUp { engine: order[*place], reason: reason.clone() })
        }
        Verdict::Unknown(_) | Verdict::Proved(_) | Verdict::Refuted(_) => None,
    };
    judged.iter().filter_map(reason).collect()
}

/// Where engines start from.
#[derive(Clone, Copy)]
struct Track<'a> {
    task: Task<'a>,
    events: &'a Watched,
    sender: &'a Sender<News>,
    processors: usize,
}

impl<'a> Track<'a> {
    /// How long after the beginning the engine starts while so many work; nothing if it waits until they give up.
    fn due(&self, runner: &Runner, working: usize) -> Option<Duration> {
        match runner.line.start {
            Start::InTurn => None,
            Start::At(time) if working < self.processors => Some(time),
            Start::At(time) => Some(time * LATER),
        }
    }

    /// Starts the engine, if there is one, and tells its share of the budget.
    fn start<'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        next: Option<(usize, &'scope Runner)>,
        budget: &Budget,
    ) -> Option<Budget>
    where
        'a: 'scope,
    {
        let (place, runner) = next?;
        let branch = match runner.line.time {
            Time::All => budget.branch(),
            Time::HalfOfTheRest => budget.half_of_the_rest().branch(),
        };
        self.events.works_at(runner.engine.name(), STARTS);
        let (track, own, sender) = (*self, branch.clone(), self.sender.clone());
        scope.spawn(move || work(place, &*runner.engine, track.task, &own, track.events, &sender));
        Some(branch)
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
        Reason::UnboundedChoice { .. }
        | Reason::NumberTooLarge { .. }
        | Reason::NotProved { .. }
        | Reason::Unranked { .. } => Help::AllTheTime,
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
    budget.give_back();
    let mut accepted = judge::accept(engine.name(), task, verdict, budget, events);
    if matches!(accepted.verdict(), Verdict::Unknown(Reason::RandomNumbers { .. }))
        && let Some(verdict) = luck::solve(engine, task, budget, events)
        && let Ok(certain) = judge::judge(task, verdict, budget, events)
    {
        accepted = certain;
    }
    budget.give_back();
    let _ = news.send(News::Judged(place, accepted));
}
