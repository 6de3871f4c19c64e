//! A system whose threads look at each other: where threads stand, and how often each has stepped, as numbers; and what one thread may
//! know of the steps of others.
//!
//! Thread-modular proofs (`evidence::modular`) follow one thread at a time. Of the others it knows *guarantees*: relations between the
//! numbers before and after their steps. That another thread is not in its critical section is a fact about where it stands, so that
//! there is a number for each thread and location: 1 while the thread stands there, 0 otherwise. That another thread has not stepped
//! for some time is a fact about a number that counts its steps (a scheduling counter, as in Olderog and Apt, doi:10.1145/44501.44504).
//!
//! Facts speak of [`Var::State`], the numbers now, and in relations of [`Var::Old`] with the same number, what it was at the beginning. Behind
//! the variables of the system come the locations of all threads, then the counters.
//!
//! What has to follow from what in such a proof is said here once, for whoever makes it and whoever checks it.
//!
//! Threads that are alike may be one ([`super::classes`]): the first of them stands for all, and its numbers for those of whichever it is. Nobody
//! knows anything of the numbers of others in a class then, since they are many. Whoever stands for a class meets others of it, its
//! *fellows*, of which it knows what they guarantee and that they are not itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::ids::NodeId;
use crate::linear::blocked::blocked;
use crate::linear::classes::{Class, Rigid, Shared, first_letter};
use crate::linear::expr::{Linear, Var};
use crate::linear::system::{Letter, System};
use crate::property::Fairness;

/// A system with numbers for where threads stand and how often they have stepped.
#[derive(Clone, Debug)]
pub struct Located<'a> {
    /// The system.
    pub system: &'a System,
    /// By number behind the system's own, a thread and one of its locations.
    stands: Vec<(usize, NodeId)>,
    numbers: BTreeMap<(usize, NodeId), u32>,
    /// By thread, how it is started, unless it is there from the start; for a class, how any of it is.
    starts: BTreeMap<usize, Start>,
    /// The threads that stand for themselves or for their class.
    kept: Vec<usize>,
    /// The classes.
    classes: &'a [Class],
    /// By thread of a class, that class and which member the thread is.
    class_of: BTreeMap<usize, (usize, usize)>,
    /// For each number that one of a class has for itself, that of the first.
    origins: BTreeMap<u32, u32>,
    /// By rigid number, what it is.
    rigid: BTreeMap<u32, &'a Rigid>,
}

/// Another thread, as a thread sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Who {
    /// This one, or any of the class for which it stands.
    Thread(usize),
    /// Another one of the own class.
    Fellow,
    /// Another one of the own class, whose number is less.
    Below,
    /// Another one of the own class, whose number is larger.
    Above,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Thread(thread) => write!(f, "thread {thread}"),
            Who::Fellow => write!(f, "another one of the class"),
            Who::Below => write!(f, "another one of the class, with a number that is less,"),
            Who::Above => write!(f, "another one of the class, with a number that is larger,"),
        }
    }
}

/// How a thread is started. It is started at most once, by one edge that is in no loop.
#[derive(Clone, Debug)]
struct Start {
    /// By whom.
    by: usize,
    /// Where the starter may stand afterwards.
    afterwards: BTreeSet<NodeId>,
}

/// What a number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The variable of the system.
    Variable(usize),
    /// Whether the thread stands at the location.
    Stands(usize, NodeId),
    /// How often the thread has stepped.
    Steps(usize),
}

/// What a thread promises about some of its steps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Guarantee {
    /// The numbers that may change, besides those of the thread itself and where started threads stand.
    pub changes: BTreeSet<u32>,
    /// The threads that are started.
    pub starts: BTreeSet<usize>,
    /// Threads that have not been started before these steps.
    pub before: BTreeSet<usize>,
    /// Whether these steps happen only finitely often.
    pub spurious: bool,
    /// What is not negative: of the numbers before ([`Var::Old`]) and after ([`Var::State`]).
    pub facts: Vec<Linear>,
}

/// What is known before a step, of which something has to follow.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Premises {
    facts: Vec<Linear>,
    /// Whether [`Var::Chosen`] is a number between two steps, and not something that a letter chooses.
    has_middle: bool,
}

/// What facts say about the numbers before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// They are those at the beginning of the relation.
    Here,
    /// The relation has begun earlier.
    Earlier,
}

impl<'a> Located<'a> {
    /// The system with these numbers.
    pub fn of(system: &'a System) -> Located<'a> {
        Located::with(system, &[])
    }

    /// The same where some threads stand for others.
    pub fn shared(shared: &'a Shared) -> Located<'a> {
        Located::with(&shared.system, &shared.classes)
    }

    fn with(system: &'a System, classes: &'a [Class]) -> Located<'a> {
        let mut places = BTreeSet::new();
        for (number, thread) in system.threads.iter().enumerate() {
            places.extend([(number, thread.entry), (number, thread.exit)]);
        }
        places.extend(system.letters.iter().flat_map(|it| [(it.thread, it.from), (it.thread, it.to)]));
        let first = system.variables.len();
        let numbered = places.iter().enumerate();
        let numbers = numbered.map(|(place, at)| (*at, u32::try_from(first + place).unwrap_or(u32::MAX))).collect();
        let mut class_of = BTreeMap::new();
        for (number, class) in classes.iter().enumerate() {
            class_of.extend(class.members.iter().enumerate().map(|(place, member)| (*member, (number, place))));
        }
        let rigid = classes.iter().flat_map(|class| &class.rigid);
        let rigid = rigid.flat_map(|rigid| [(rigid.number, rigid), (rigid.fellow, rigid)]).collect();
        let origins = classes.iter().flat_map(Class::origins).collect();
        let (starts, kept) = (BTreeMap::new(), Vec::new());
        let stands = places.into_iter().collect();
        let mut made = Located { system, stands, numbers, starts, kept, classes, class_of, origins, rigid };
        made.kept = (0..system.threads.len()).filter(|thread| made.stands_for(*thread) == *thread).collect();
        let kept: Vec<usize> = made.threads().filter(|thread| *thread >= system.first).collect();
        let starting = starting(system);
        made.starts = kept
            .into_iter()
            .filter_map(|thread| {
                Some((
                    thread,
                    Start::of(system, made.class(thread).map_or(&[thread], |class| &class.members), &starting)?,
                ))
            })
            .collect();
        made
    }

    /// The threads that stand for themselves or for their class.
    pub fn threads(&self) -> impl Iterator<Item = usize> + '_ {
        self.kept.iter().copied()
    }

    /// Who stands for the thread.
    pub fn stands_for(&self, thread: usize) -> usize {
        self.class_of.get(&thread).map_or(thread, |(class, _)| self.classes[*class].members[0])
    }

    /// The class of the thread, if it is in one.
    fn class(&self, thread: usize) -> Option<&'a Class> {
        self.class_of.get(&thread).map(|(class, _)| &self.classes[*class])
    }

    /// Whether the thread stands for itself only, so that others may know its numbers.
    pub fn is_single(&self, thread: usize) -> bool {
        thread < self.system.threads.len() && !self.class_of.contains_key(&thread)
    }

    /// The others that the thread meets.
    pub fn others(&self, thread: usize) -> Vec<Who> {
        let others = self.threads().filter(|other| *other != thread).map(Who::Thread);
        let fellows = match self.class(thread) {
            None => &[][..],
            Some(class) if class.apart.is_some() => &[Who::Below, Who::Above],
            Some(_) => &[Who::Fellow],
        };
        others.chain(fellows.iter().copied()).collect()
    }

    /// The thread whose guarantees are those of the other one.
    pub fn thread_of(&self, thread: usize, who: Who) -> usize {
        if let Who::Thread(other) = who { other } else { thread }
    }

    /// By what the thread is told from this other one, if they are fellows and something tells them.
    pub fn apart(&self, thread: usize, who: Who) -> Option<Apart> {
        let class = self.class(thread).filter(|_| matches!(who, Who::Below | Who::Above))?;
        let number = class.rigid.get(class.apart?)?.number;
        Some(Apart { number, is_less: who == Who::Below })
    }

    /// Whether the number never changes.
    pub fn is_rigid(&self, number: u32) -> bool {
        self.rigid.contains_key(&number)
    }

    /// The letters for which this one stands, that of its own thread among them.
    pub fn letters_for(&self, letter: usize) -> Vec<usize> {
        let thread = self.system.letters[letter].thread;
        let members = self.class(thread).map_or(std::slice::from_ref(&thread), |class| &class.members);
        let place = letter - first_letter(self.system, thread);
        members.iter().map(|member| first_letter(self.system, *member) + place).collect()
    }

    /// A fact of the one who stands for this thread, as it is about this thread. Nothing if a number is too large.
    pub fn read_for(&self, thread: usize, fact: &Linear) -> Option<Linear> {
        let Some((class, member)) = self.class_of.get(&thread) else { return Some(fact.clone()) };
        let class = &self.classes[*class];
        let fact = class.read(*member, fact)?;
        replaced(&fact, |variable| self.of_another(class.members[0], thread, variable).map(Linear::variable))
    }

    /// What the one who stands for the thread's class calls so, of a fellow.
    fn of_fellow(&self, class: &Class, fact: &Linear) -> Option<Linear> {
        let named = |variable: Var| {
            let named = class.fellow(variable);
            self.of_another(class.members[0], class.members[1], named).unwrap_or(named)
        };
        replaced(fact, |variable| Some(Linear::variable(named(variable))))
    }

    /// Where another thread stands, and how often it has stepped, instead of the first one.
    fn of_another(&self, first: usize, thread: usize, variable: Var) -> Option<Var> {
        let number = match self.meaning(number_of(variable))? {
            Meaning::Stands(other, node) if other == first => self.stands(thread, node)?,
            Meaning::Steps(other) if other == first => self.steps(thread),
            _ => return None,
        };
        match variable {
            Var::State(_) => Some(Var::State(number)),
            Var::Old(_) => Some(Var::Old(number)),
            Var::Chosen(_) => None,
        }
    }

    /// The number by which the thread, which is started, calls what the one who stands for it calls so.
    pub fn name_for(&self, thread: usize, number: u32) -> Option<u32> {
        let (class, member) = self.class_of.get(&thread)?;
        self.classes[*class].name(*member, number)
    }

    /// What the number is, if there is such.
    pub fn meaning(&self, number: u32) -> Option<Meaning> {
        let number = number as usize;
        let variables = self.system.variables.len();
        if number < variables {
            return Some(Meaning::Variable(number));
        }
        if let Some((thread, node)) = self.stands.get(number - variables) {
            return Some(Meaning::Stands(*thread, *node));
        }
        let thread = number - variables - self.stands.len();
        (thread < self.system.threads.len()).then_some(Meaning::Steps(thread))
    }

    /// The number that says whether the thread stands at the location.
    pub fn stands(&self, thread: usize, node: NodeId) -> Option<u32> {
        self.numbers.get(&(thread, node)).copied()
    }

    /// The number that counts the thread's steps.
    pub fn steps(&self, thread: usize) -> u32 {
        u32::try_from(self.system.variables.len() + self.stands.len() + thread).unwrap_or(u32::MAX)
    }

    /// The locations of the thread.
    pub fn nodes(&self, thread: usize) -> impl Iterator<Item = NodeId> + '_ {
        self.numbers.range((thread, NodeId(0))..=(thread, NodeId(u32::MAX))).map(|((_, node), _)| *node)
    }

    /// Whose number it is, if it is a thread's own.
    pub fn owner(&self, number: u32) -> Option<usize> {
        match self.meaning(number)? {
            Meaning::Variable(variable) => self.system.variables[variable].thread,
            Meaning::Stands(thread, _) | Meaning::Steps(thread) => Some(thread),
        }
    }

    /// Whether the fact speaks of numbers of the state only, or also of what they were before; and only of such as the thread may know of:
    /// its own, global ones, and those of threads that stand for themselves.
    pub fn is_about(&self, thread: usize, fact: &Linear, begins: Begins) -> bool {
        let is_known = |number: u32| {
            let may_know = |owner| owner == thread || self.is_single(owner);
            self.meaning(number).is_some() && self.owner(number).is_none_or(may_know)
        };
        fact.terms().iter().all(|(variable, _)| match variable {
            Var::State(number) => is_known(*number),
            Var::Old(number) => begins == Begins::Earlier && is_known(*number),
            Var::Chosen(_) => false,
        })
    }

    /// What is known at the beginning of all runs.
    pub fn initially(&self) -> Premises {
        Premises { facts: self.system.initial_facts(), has_middle: false }
    }

    /// What the fact says at the beginning of all runs, where it is known where threads stand.
    pub fn at_the_beginning(&self, fact: &Linear) -> Option<Linear> {
        let control = self.system.initial();
        replaced(fact, |variable| match self.meaning(number_of(variable)) {
            Some(Meaning::Stands(thread, node)) => Some(truth(control.0[thread] == Some(node))),
            _ => None,
        })
    }

    /// What is known before a step of the thread itself with the letter: these facts, and the letter's guard.
    pub fn before_own(&self, facts: &[Linear], letter: &Letter) -> Option<Premises> {
        let here = |fact: &Linear| {
            replaced(fact, |variable| match variable {
                Var::State(number) => self.own_location(number, letter.thread, letter.from),
                _ => None,
            })
        };
        let mut known = facts.iter().map(here).collect::<Option<Vec<Linear>>>()?;
        known.extend(letter.guard.iter().cloned());
        Some(Premises { facts: known, has_middle: false })
    }

    /// What has to hold before the letter for the fact to hold after it.
    pub fn after_own(&self, letter: &Letter, begins: Begins, fact: &Linear) -> Option<Linear> {
        replaced(fact, |variable| match (variable, begins) {
            (Var::State(number), _) => self.value_after(letter, number),
            (Var::Old(number), Begins::Here) => {
                let fixed = self.own_location(number, letter.thread, letter.from);
                Some(fixed.unwrap_or_else(|| Linear::variable(Var::State(number))))
            }
            _ => None,
        })
    }

    fn value_after(&self, letter: &Letter, number: u32) -> Option<Linear> {
        match self.meaning(number)? {
            Meaning::Variable(_) => letter.updates.get(&Var::State(number)).cloned(),
            Meaning::Stands(thread, node) if thread == letter.thread => Some(truth(letter.to == node)),
            Meaning::Stands(thread, node) if letter.starts.contains(&thread) => {
                Some(truth(self.system.threads[thread].entry == node))
            }
            Meaning::Stands(..) => None,
            Meaning::Steps(thread) => {
                let more = Linear::of([(Var::State(number), 1)], 1)?;
                (thread == letter.thread).then_some(more)
            }
        }
    }

    fn own_location(&self, number: u32, thread: usize, node: NodeId) -> Option<Linear> {
        match self.meaning(number)? {
            Meaning::Stands(other, place) if other == thread => Some(truth(node == place)),
            _ => None,
        }
    }

    /// Whether the letter changes, starts and is what the guarantee says, whatever its facts are.
    pub fn is_within(&self, letter: &Letter, guarantee: &Guarantee) -> bool {
        self.changes(letter).is_subset(&guarantee.changes)
            && self.started(letter) == guarantee.starts
            && (letter.spurious || !guarantee.spurious)
            && guarantee.before.is_subset(&self.before(letter))
    }

    /// The threads that the letter starts, or those who stand for them.
    pub fn started(&self, letter: &Letter) -> BTreeSet<usize> {
        letter.starts.iter().map(|thread| self.stands_for(*thread)).collect()
    }

    /// The threads that have not been started when the letter is taken, whenever that is; of a class, none of it has been.
    pub fn before(&self, letter: &Letter) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        // Threads come behind those that start them.
        for (thread, start) in &self.starts {
            let is_here = start.by == letter.thread && !start.afterwards.contains(&letter.from);
            if is_here || found.contains(&start.by) {
                found.insert(*thread);
            }
        }
        found
    }

    /// Whether the other thread may do what it guarantees while the thread stands there: not before it, or the one who starts it, has been
    /// started, nor if it is something that comes before the thread itself is started.
    pub fn can_meet(&self, (thread, node): (usize, NodeId), (who, guarantee): (Who, &Guarantee)) -> bool {
        let Who::Thread(other) = who else { return true };
        // Nobody is started twice; but another one of the class may be.
        let is_started = self.is_single(thread) && guarantee.starts.contains(&thread);
        let is_too_late = guarantee.before.contains(&thread) || is_started;
        let mut next = self.starts.get(&other);
        while let Some(start) = next {
            if start.by == thread && !start.afterwards.contains(&node) {
                return false;
            }
            next = self.starts.get(&start.by);
        }
        !is_too_late
    }

    /// The numbers that the letter changes, besides those of its thread. For what one of a class has for itself, it is that of the first.
    pub fn changes(&self, letter: &Letter) -> BTreeSet<u32> {
        let changed = letter.updates.keys().map(|variable| number_of(*variable));
        let others = changed.filter(|number| self.owner(*number) != Some(letter.thread));
        others.map(|number| self.origins.get(&number).copied().unwrap_or(number)).collect()
    }

    /// What is known before and after a step of another thread as guaranteed: these facts before it, and the guarantee. Between the two, a
    /// number that may change is [`Var::Chosen`].
    pub fn around_other(
        &self,
        (thread, node): (usize, NodeId),
        facts: &[Linear],
        (who, guarantee): (Who, &Guarantee),
    ) -> Option<Premises> {
        let class = if let Who::Thread(_) = who { None } else { Some(self.class(thread)?) };
        let other = match who {
            Who::Thread(other) => other,
            _ => *class?.members.get(1)?,
        };
        let middle = |number: u32| {
            let fixed = self.own_location(number, thread, node);
            fixed.unwrap_or_else(|| {
                let may_change = self.may_change(other, guarantee, number);
                Linear::variable(if may_change { Var::Chosen(number) } else { Var::State(number) })
            })
        };
        let before = |fact: &Linear| {
            replaced(fact, |variable| match variable {
                Var::State(number) => Some(middle(number)),
                _ => None,
            })
        };
        let mut known = facts.iter().map(before).collect::<Option<Vec<Linear>>>()?;
        for fact in &guarantee.facts {
            let fact = class.map_or_else(|| Some(fact.clone()), |class| self.of_fellow(class, fact))?;
            known.push(replaced(&fact, |variable| match variable {
                Var::Old(number) => Some(middle(number)),
                Var::State(number) => self.own_location(number, thread, node),
                Var::Chosen(_) => None,
            })?);
        }
        known.extend(class.and_then(|class| is_apart(class, who)));
        Some(Premises { facts: known, has_middle: true })
    }

    /// What the fact says after a step of others, where it is known where the thread stands.
    pub fn after_other(&self, (thread, node): (usize, NodeId), fact: &Linear) -> Option<Linear> {
        replaced(fact, |variable| match variable {
            Var::State(number) => self.own_location(number, thread, node),
            _ => None,
        })
    }

    fn may_change(&self, other: usize, guarantee: &Guarantee, number: u32) -> bool {
        let is_started = match self.meaning(number) {
            Some(Meaning::Stands(thread, _)) => guarantee.starts.contains(&thread),
            _ => false,
        };
        let is_changed = is_started || self.owner(number) == Some(other) || guarantee.changes.contains(&number);
        is_changed && !self.is_rigid(number)
    }

    /// What is known where the thread stands at the location, of which something has to follow there.
    pub fn here(&self, (thread, node): (usize, NodeId), facts: &[Linear]) -> Option<Premises> {
        let known = facts.iter().map(|fact| self.after_other((thread, node), fact));
        Some(Premises { facts: known.collect::<Option<_>>()?, has_middle: false })
    }

    /// Ways in which the thread may be unable to step, as facts: that it stands nowhere, has finished, or is blocked where it stands. Under
    /// weak fairness it has to be able to step all the time, so that there each place counts at which it depends on the numbers.
    ///
    /// Numbers of those in a class are left out of it: whoever stands for a class would take them for its own.
    pub fn unable(&self, thread: usize, fairness: Fairness) -> Vec<Vec<Linear>> {
        let is_single =
            |(variable, _): &(Var, i128)| self.owner(number_of(*variable)).is_none_or(|owner| self.is_single(owner));
        let mut ways = self.all_unable(thread, fairness);
        ways.iter_mut().for_each(|way| way.retain(|fact| fact.terms().iter().all(is_single)));
        ways
    }

    fn all_unable(&self, thread: usize, fairness: Fairness) -> Vec<Vec<Linear>> {
        let stands = |node| self.stands(thread, node).map(Var::State);
        let nowhere = self.nodes(thread).filter_map(stands).filter_map(|variable| Linear::of([(variable, -1)], 0));
        let mut ways: Vec<Vec<Linear>> = vec![nowhere.collect()];
        for node in self.nodes(thread) {
            let here = stands(node).and_then(|variable| Linear::of([(variable, 1)], -1));
            let here: Vec<Linear> = here.into_iter().collect();
            let has_finished = node == self.system.threads[thread].exit;
            let blocked = if has_finished { vec![Vec::new()] } else { blocked(self.system, thread, node) };
            match fairness {
                Fairness::Strong => ways.extend(blocked.into_iter().map(|way| [here.clone(), way].concat())),
                Fairness::Weak | Fairness::None => ways.extend((!blocked.is_empty()).then_some(here)),
            }
        }
        ways
    }

    /// The least and the largest that the number can be, if there are such.
    pub fn bounds(&self, number: u32) -> Option<(i128, i128)> {
        if let Some(rigid) = self.rigid.get(&number) {
            return rigid.bounds();
        }
        match self.meaning(number)? {
            Meaning::Variable(place) => self.system.variables[place].range.bounds(),
            Meaning::Stands(..) => Some((0, 1)),
            Meaning::Steps(_) => None,
        }
    }

    /// The premises with the ranges of all numbers that occur in them or in the conclusion, in order.
    pub fn complete(&self, premises: &Premises, conclusion: &Linear) -> Vec<Linear> {
        let facts = premises.facts.iter().chain([conclusion]);
        let mentioned: BTreeSet<Var> = facts.flat_map(|fact| fact.terms().iter().map(|(it, _)| *it)).collect();
        let mut all = premises.facts.clone();
        for variable in mentioned {
            if matches!(variable, Var::Chosen(_)) && !premises.has_middle {
                continue;
            }
            let Some((least, most)) = self.bounds(number_of(variable)) else { continue };
            let at_least = least.checked_neg().and_then(|least| Linear::of([(variable, 1)], least));
            all.extend([at_least, Linear::of([(variable, -1)], most)].into_iter().flatten());
        }
        all
    }
}

impl Start {
    /// How one of these threads is started; nothing if not all of them are started by one thread.
    fn of(system: &System, threads: &[usize], starting: &BTreeMap<usize, Vec<usize>>) -> Option<Start> {
        let letters = threads.iter().flat_map(|thread| starting.get(thread).into_iter().flatten());
        let letters: Vec<&Letter> = letters.map(|letter| &system.letters[*letter]).collect();
        let by = letters.first()?.thread;
        let is_one = letters.iter().all(|letter| letter.thread == by);
        let mut afterwards = BTreeSet::new();
        let mut open: Vec<NodeId> = letters.iter().map(|letter| letter.to).collect();
        while let Some(node) = open.pop() {
            if afterwards.insert(node) {
                open.extend(system.letters_at(by, node).map(|letter| system.letters[letter].to));
            }
        }
        is_one.then_some(Start { by, afterwards })
    }
}

/// By thread, the letters that start it.
fn starting(system: &System) -> BTreeMap<usize, Vec<usize>> {
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, letter) in system.letters.iter().enumerate() {
        letter.starts.iter().for_each(|thread| found.entry(*thread).or_default().push(number));
    }
    found
}

/// That a fellow's number is less, or larger, than the own one.
fn is_apart(class: &Class, who: Who) -> Option<Linear> {
    let Rigid { number, fellow, .. } = class.rigid.get(class.apart?)?;
    let sign = match who {
        Who::Below => 1,
        Who::Above => -1,
        Who::Fellow | Who::Thread(_) => return None,
    };
    Linear::of([(Var::State(*number), sign), (Var::State(*fellow), -sign)], -1)
}

/// By what a thread is told from a fellow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Apart {
    /// The rigid number.
    pub number: u32,
    /// Whether that of the fellow is less, or larger.
    pub is_less: bool,
}

impl Premises {
    /// The premises with more facts, in the same words.
    #[must_use]
    pub fn with(&self, more: impl IntoIterator<Item = Linear>) -> Premises {
        let facts = self.facts.iter().cloned().chain(more).collect();
        Premises { facts, has_middle: self.has_middle }
    }
}

/// The number of a variable, whatever it is now or was before.
fn number_of(variable: Var) -> u32 {
    match variable {
        Var::State(number) | Var::Old(number) | Var::Chosen(number) => number,
    }
}

fn truth(value: bool) -> Linear {
    Linear::constant(i128::from(value))
}

/// The fact with expressions in place of variables, where there are any; nothing if a number is too large.
fn replaced(fact: &Linear, replacement: impl Fn(Var) -> Option<Linear>) -> Option<Linear> {
    let mut made = Linear::constant(fact.constant_part());
    for (variable, factor) in fact.terms() {
        made = made.plus(*factor, &replacement(*variable).unwrap_or_else(|| Linear::variable(*variable)))?;
    }
    Some(made)
}
