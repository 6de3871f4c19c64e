//! Who waits for whom, and who is the cause of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::outcome::{Situation, Standing};

/// For each thread that waits, in the order of the threads, those that it waits for and that wait themselves.
pub(crate) struct Waits<'a> {
    threads: Vec<&'a str>,
    direct: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Waits<'a> {
    /// What the situations of the threads say.
    pub(crate) fn of(standing: &'a [Standing]) -> Waits<'a> {
        let waiting: BTreeMap<&str, &[String]> =
            standing.iter().filter_map(|one| Some((one.thread.as_str(), waits_for(&one.situation)?))).collect();
        let known = |names: &'a [String]| names.iter().map(String::as_str).filter(|name| waiting.contains_key(name));
        let direct = waiting.iter().map(|(thread, names)| (*thread, known(names).collect())).collect();
        Waits { threads: standing.iter().map(|one| one.thread.as_str()).collect(), direct }
    }

    /// Whether everybody that the thread waits for, directly or not, waits for it in turn.
    pub(crate) fn is_innermost(&self, thread: &str) -> bool {
        self.reached(thread).iter().all(|other| self.reached(other).contains(thread))
    }

    /// The first threads that wait for each other in a circle, if there are any.
    pub(crate) fn circle(&self) -> Vec<&'a str> {
        let is_in_circle = |thread: &&&str| self.is_innermost(thread) && self.reached(thread).contains(**thread);
        let Some(first) = self.threads.iter().find(is_in_circle) else { return Vec::new() };
        let members = self.reached(first);
        self.threads.iter().copied().filter(|thread| members.contains(thread)).collect()
    }

    /// Everybody that the thread waits for, directly or not.
    fn reached(&self, thread: &str) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        let mut found: Vec<&str> = self.direct.get(thread).cloned().unwrap_or_default();
        while let Some(next) = found.pop() {
            if reached.insert(next) {
                found.extend(self.direct.get(next).into_iter().flatten());
            }
        }
        reached
    }
}

/// The threads that a thread in this situation waits for; nothing if it does not wait.
pub(crate) fn waits_for(situation: &Situation) -> Option<&[String]> {
    match situation {
        Situation::Waits { waits_for, .. } => Some(waits_for),
        Situation::HeldBack { by, .. } => Some(std::slice::from_ref(by)),
        Situation::Finished | Situation::Ready { .. } => None,
    }
}

/// Whether a thread in this situation waits for the end of another one.
pub(crate) fn joins(situation: &Situation) -> bool {
    matches!(situation, Situation::Waits { joins, .. } if !joins.is_empty())
}
