//! Counterexamples that could not be shown to be spurious, as words of letters of all threads: perhaps they are real.
//!
//! A counterexample is the way of one thread, with steps of others on it; how each of these came to where it steps is a way by itself. Here all
//! of them become one word: before a thread steps on another's way, it is brought to where it steps from. On its first way it goes as the
//! tree of ways says; if it has been somewhere already, by a shortest way through its own locations. What the word asks of numbers is not
//! looked at until the ways are woven; whether it is a run, and one without end, is found out afterwards ([`engine::linear::confirmed`]).

use std::collections::{BTreeMap, VecDeque};

use engine::linear::followed::{Followed, ranges};
use evidence::modular::By;
use program::ids::NodeId;
use program::linear::cases::Outcome;
use program::linear::expr::Linear;
use program::linear::located::Located;
use program::linear::system::{Control, System};
use program::property::Fairness;
use solver::farkas;

use crate::abstraction::{Abstraction, Parent};
use crate::clauses::last_steps;
use crate::relations::Return;

/// Longer words are hardly runs, and take long to be judged.
const LONGEST: usize = 200;

/// So many letters are tried to find a word that can be taken.
const MOST_TRIED: usize = 2 * LONGEST;

/// What a word for a way back is to look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    /// So many levels of others are on the ways of others.
    depth: usize,
    entry: Entry,
    rest: Rest,
}

/// Where the cycle begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entry {
    /// With the first turn of the way back.
    FirstTurn,
    /// With the second, so that others who step in it are brought to where they do on the first.
    SecondTurn,
}

/// What others do who stand somewhere and do not step in the cycle, though fairness may ask them to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rest {
    /// They wait.
    Waits,
    /// They finish before the cycle begins.
    Finishes,
    /// They go round in cycles of their own.
    GoesRound,
}

/// A stem and a cycle.
pub type Lasso = (Vec<usize>, Vec<usize>);

/// Words that the way back may be, the simplest first.
pub fn lassos((located, abstraction): (&Located<'_>, &Abstraction), fairness: Fairness, back: &Return) -> Vec<Lasso> {
    let rests = match fairness {
        Fairness::None => &[Rest::Waits][..],
        Fairness::Weak | Fairness::Strong => &[Rest::Waits, Rest::Finishes, Rest::GoesRound],
    };
    let mut found = Vec::new();
    for depth in DEPTHS {
        for entry in [Entry::FirstTurn, Entry::SecondTurn] {
            for rest in rests.iter().copied() {
                let woven = Weaver::new(located, abstraction).lasso(back, Shape { depth, entry, rest });
                found.extend(woven.filter(|woven| !found.contains(woven)));
            }
        }
    }
    found
}

/// Words that the way to a step that fails may be, the simplest first.
pub fn failures(
    (located, abstraction): (&Located<'_>, &Abstraction),
    (thread, place, letter): (usize, usize, usize),
) -> Vec<Vec<usize>> {
    let word = |depth: usize| {
        let mut weaver = Weaver::new(located, abstraction);
        weaver.bring(thread, place, depth)?;
        weaver.take(letter)?;
        Some(weaver.word)
    };
    let mut found: Vec<Vec<usize>> = DEPTHS.into_iter().filter_map(word).collect();
    found.dedup();
    found
}

/// So many levels of others on the ways of others are tried.
const DEPTHS: [usize; 3] = [1, 2, 4];

/// A word with the same ways that can be taken, if one is found. A way from one location to another may be several letters, such as the two
/// in which numbers differ: the one is less, or the other is.
pub fn possible(system: &System, word: &[usize], is_over: &dyn Fn() -> bool) -> Option<Vec<usize>> {
    if word.len() > LONGEST {
        return None;
    }
    let known = [ranges(system), system.initial_facts()].concat();
    let start = Followed::word(system, &[])?;
    let mut choice = Choice { system, known, is_over, tried: 0, found: Vec::with_capacity(word.len()) };
    choice.can_go_on(word, &start).then_some(choice.found)
}

/// The letters that are chosen for a word.
struct Choice<'a> {
    system: &'a System,
    known: Vec<Linear>,
    is_over: &'a dyn Fn() -> bool,
    tried: usize,
    found: Vec<usize>,
}

impl Choice<'_> {
    /// Whether there are letters for the rest of the word; they are among those that were found then.
    fn can_go_on(&mut self, word: &[usize], so_far: &Followed) -> bool {
        let Some((first, rest)) = word.split_first() else { return true };
        let system = self.system;
        let letter = &system.letters[*first];
        let siblings = system.letters_at(letter.thread, letter.from).filter(|other| {
            let sibling = &system.letters[*other];
            other != first
                && sibling.to == letter.to
                && sibling.spurious == letter.spurious
                && sibling.outcome == letter.outcome
                && sibling.starts == letter.starts
        });
        for choice in std::iter::once(*first).chain(siblings) {
            self.tried += 1;
            if self.tried > MOST_TRIED || (self.is_over)() {
                return false;
            }
            let Some(followed) = so_far.and(system, choice) else { return false };
            let asked = followed.facts.iter().map(|(_, fact)| fact.clone()).chain(self.known.iter().cloned());
            if farkas::contradiction(&asked.collect::<Vec<_>>()).is_some() {
                continue;
            }
            self.found.push(choice);
            if self.can_go_on(rest, &followed) {
                return true;
            }
            self.found.pop();
        }
        false
    }
}

/// A word that is being made.
struct Weaver<'a> {
    system: &'a System,
    located: &'a Located<'a>,
    abstraction: &'a Abstraction,
    control: Control,
    word: Vec<usize>,
    has_stepped: Vec<bool>,
}

impl<'a> Weaver<'a> {
    fn new(located: &'a Located<'a>, abstraction: &'a Abstraction) -> Weaver<'a> {
        let system = located.system;
        let (control, has_stepped) = (system.initial(), vec![false; system.threads.len()]);
        Weaver { system, located, abstraction, control, word: Vec::new(), has_stepped }
    }

    fn lasso(mut self, back: &Return, Shape { depth, entry, rest }: Shape) -> Option<Lasso> {
        self.bring(back.thread, back.head, depth)?;
        if entry == Entry::SecondTurn {
            self.turn(back, depth)?;
        }
        let mut stem = std::mem::take(&mut self.word);
        let start = self.control.clone();
        self.turn(back, depth)?;
        let mut stepping = vec![false; self.system.threads.len()];
        self.word.iter().for_each(|letter| stepping[self.system.letters[*letter].thread] = true);
        for (thread, place) in start.0.iter().enumerate().filter(|(thread, _)| stepping[*thread]) {
            self.walk(thread, (*place)?)?;
        }
        let mut cycle = std::mem::take(&mut self.word);
        let standing: Vec<usize> = self.system.running(&start).filter(|thread| !stepping[*thread]).collect();
        for thread in standing {
            match rest {
                Rest::Waits => {}
                Rest::Finishes => {
                    self.walk(thread, self.system.threads[thread].exit)?;
                    stem.append(&mut self.word);
                }
                Rest::GoesRound => {
                    self.go(thread, self.control.0[thread]?)?;
                    cycle.append(&mut self.word);
                }
            }
        }
        Some((stem, cycle))
    }

    /// Once along the way back.
    fn turn(&mut self, back: &Return, depth: usize) -> Option<()> {
        back.path.iter().try_for_each(|by| self.step(back.thread, *by, depth))
    }

    /// Brings the thread to the place: on its own way if it is new, and somehow otherwise.
    fn bring(&mut self, thread: usize, place: usize, depth: usize) -> Option<()> {
        let view = &self.abstraction.threads[thread];
        if self.has_stepped[thread] {
            return self.walk(thread, view.places[place].node);
        }
        let (first, path) = last_steps(view, place, usize::MAX);
        if let (Parent::Start { by, place, letter, .. }, None) = (view.parents[first], self.control.0[thread]) {
            self.bring(by, place, depth)?;
            self.take(letter)?;
        }
        path.into_iter().try_for_each(|by| self.step(thread, by, depth))
    }

    /// A step on the way of the thread; those of others only so deep.
    fn step(&mut self, thread: usize, by: By, depth: usize) -> Option<()> {
        match by {
            By::Own(letter) => self.take(letter),
            By::Other(..) if depth == 0 => Some(()),
            By::Other(who, which) => {
                let other = self.located.thread_of(thread, who);
                let (place, letter) = self.abstraction.threads[other].origins[which];
                self.bring(other, place, depth - 1)?;
                self.take(letter)
            }
        }
    }

    fn take(&mut self, number: usize) -> Option<()> {
        let letter = &self.system.letters[number];
        if self.control.0[letter.thread] != Some(letter.from) || self.word.len() == LONGEST {
            return None;
        }
        self.control = self.system.after(&self.control, letter);
        self.has_stepped[letter.thread] = true;
        self.word.push(number);
        Some(())
    }

    /// Lets the thread go to the location, if it is not there.
    fn walk(&mut self, thread: usize, to: NodeId) -> Option<()> {
        if self.control.0[thread]? == to {
            return Some(());
        }
        self.go(thread, to)
    }

    /// Lets the thread go to the location on a shortest way of at least one letter: round, if it is there.
    fn go(&mut self, thread: usize, to: NodeId) -> Option<()> {
        let letters = self.route(thread, self.control.0[thread]?, to)?;
        letters.into_iter().try_for_each(|letter| self.take(letter))
    }

    /// The letters of a shortest way, of at least one letter, that starts nobody.
    fn route(&self, thread: usize, from: NodeId, to: NodeId) -> Option<Vec<usize>> {
        let mut parents: BTreeMap<NodeId, usize> = BTreeMap::new();
        let mut open = VecDeque::from([from]);
        while let Some(node) = open.pop_front() {
            for number in self.system.letters_at(thread, node) {
                let letter = &self.system.letters[number];
                let is_plain = letter.outcome == Outcome::Goes && !letter.spurious && letter.starts.is_empty();
                if is_plain && !parents.contains_key(&letter.to) {
                    parents.insert(letter.to, number);
                    open.push_back(letter.to);
                }
            }
        }
        let mut letters = vec![*parents.get(&to)?];
        while let Some(before) = letters.last().map(|letter| self.system.letters[*letter].from).filter(|it| *it != from)
        {
            letters.push(*parents.get(&before)?);
        }
        letters.reverse();
        Some(letters)
    }
}
