//! Whether the proof accepts all lassos of the program (module (d) of the paper's Figure 2), by its construction `fast$` (Section 4.1).
//!
//! A word `u$v` stands for the lasso of stem `u` and loop `v`. Behind the `$` the program is at the place where the `$` was, and has to come
//! back to it; a module is in a pair of states, the one in which it was at the `$` and the one in which it is, and remembers whether it has
//! left an accepting state. All of this is built while it is searched, breadth first, so that the lasso that is found is one of the shortest.
//!
//! The proof is determinised as far as that is needed: what is searched is places with sets of states of modules. What was already seen with
//! fewer states need not be looked at again, since a word that is not accepted with more of them is not accepted with fewer.
//!
//! A module that has come to a state whose predicate is false accepts whatever follows, so that nothing has to be searched there. (In terms of
//! `fast$`: a false predicate implies all others, and there are edges from its state to all states.)
//!
//! Unfair lassos are accepted from the start, as if the proof had a module for each thread: one that could always go on at the `$`, does not
//! step behind it, and was to be followed there (`check::rules::ranked` says why that has to be asked).

use std::collections::VecDeque;

use evidence::reason::Reason;
use program::linear::system::System;
use program::property::Fairness;
use rustc_hash::FxHashMap;

use crate::alphabet::Alphabet;
use crate::modes::independence::Statements;
use crate::modes::module::{Automaton, Role, State};
use crate::modes::runs::{Place, Runs};

/// What the search came to.
pub enum Searched {
    /// All lassos are accepted.
    Covered,
    /// This one is not.
    Lasso {
        /// Its stem.
        stem: Vec<usize>,
        /// Its loop.
        cycle: Vec<usize>,
    },
    /// The budget is used up.
    Over(Reason),
}

/// The proof, and what is needed to run it.
pub struct Modules<'a> {
    /// Of which system.
    pub system: &'a System,
    /// What is known of letters.
    pub alphabet: &'a Alphabet,
    /// What is known of statements.
    pub statements: Statements,
    /// The modules.
    pub automata: Vec<Automaton>,
    /// Who may not wait for ever.
    pub fairness: Fairness,
}

/// A state of the proof before the `$`, or of one module behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Element {
    /// A module is in a state, before the `$`; or behind it, if only a false predicate makes it accept.
    Stem(u32, State),
    /// A module is in the second of these states, and was in the first at the `$`; and whether it has left an accepting one since.
    Loop(u32, State, State, bool),
    /// The thread has not stepped since the `$`.
    Waits(usize),
    /// It has not, and was to be followed.
    IsPutOff(usize),
}

/// Sorted.
type Elements = Vec<Element>;

/// What the elements say of the word so far.
#[derive(PartialEq, Eq)]
enum Says {
    Nothing,
    /// It is accepted if it ends here.
    Accepts,
    /// It is accepted however it goes on.
    Impossible,
}

impl Modules<'_> {
    fn initial(&self) -> Elements {
        let of_module = |(module, automaton): (u32, &Automaton)| {
            let states = automaton.initial().to_vec();
            states.into_iter().map(move |state| Element::Stem(module, state))
        };
        let mut elements: Elements = (0..).zip(&self.automata).flat_map(of_module).collect();
        elements.sort_unstable();
        elements
    }

    /// What becomes of them at the `$`.
    fn at_dollar(&self, runs: &Runs<'_>, place: Place, elements: &Elements) -> Elements {
        let behind = |element: &Element| match *element {
            Element::Stem(module, state) => match self.automata[module as usize].role(state) {
                Role::Stem | Role::Impossible => *element,
                Role::Head | Role::Loop => Element::Loop(module, state, state, false),
            },
            other => other,
        };
        let mut elements: Elements = elements.iter().map(behind).collect();
        if self.fairness != Fairness::None {
            let control = runs.control(place);
            let can_always =
                |thread: &usize| control.0[*thread].is_some_and(|node| self.alphabet.is_total(*thread, node));
            elements.extend(self.system.running(control).filter(can_always).map(Element::Waits));
        }
        elements.sort_unstable();
        elements
    }

    /// What becomes of them after the letter, before which these threads were to be followed.
    fn step(&mut self, elements: &Elements, letter: usize, followed: &[usize], is_behind: bool) -> Elements {
        let mut next = Elements::new();
        let thread = self.system.letters[letter].thread;
        for element in elements {
            match *element {
                Element::Stem(module, state) => {
                    let automaton = &mut self.automata[module as usize];
                    let targets = automaton.step(self.system, &mut self.statements, state, letter).to_vec();
                    // Behind the `$` it is too late to come to the loop.
                    let is_useful = |to: &State| !is_behind || !matches!(automaton.role(*to), Role::Head | Role::Loop);
                    next.extend(targets.into_iter().filter(is_useful).map(|to| Element::Stem(module, to)));
                }
                Element::Loop(module, home, state, has_left) => {
                    let automaton = &mut self.automata[module as usize];
                    let has_left = has_left || automaton.role(state) == Role::Head;
                    let targets = automaton.step(self.system, &mut self.statements, state, letter);
                    next.extend(targets.iter().map(|to| Element::Loop(module, home, *to, has_left)));
                }
                Element::Waits(waiting) if waiting != thread => {
                    next.push(if followed.contains(&waiting) { Element::IsPutOff(waiting) } else { *element });
                }
                Element::IsPutOff(waiting) if waiting != thread => next.push(*element),
                Element::Waits(_) | Element::IsPutOff(_) => {}
            }
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    fn says(&self, elements: &Elements) -> Says {
        let mut says = Says::Nothing;
        for element in elements {
            match *element {
                Element::Stem(module, state) if self.automata[module as usize].role(state) == Role::Impossible => {
                    return Says::Impossible;
                }
                Element::Loop(_, home, state, true) if home == state => says = Says::Accepts,
                Element::IsPutOff(_) => says = Says::Accepts,
                _ => {}
            }
        }
        says
    }

    /// Whether the proof accepts the lasso.
    pub fn accepts(&mut self, runs: &mut Runs<'_>, stem: &[usize], cycle: &[usize]) -> bool {
        let mut elements = self.initial();
        let mut place = runs.first();
        for (is_behind, word) in [(false, stem), (true, cycle)] {
            if is_behind {
                elements = self.at_dollar(runs, place, &elements);
            }
            for letter in word {
                let followed = runs.followed(place);
                elements = self.step(&elements, *letter, &followed, is_behind);
                if self.says(&elements) == Says::Impossible {
                    return true;
                }
                let edge = runs.edges(place).into_iter().find(|edge| edge.letter == *letter);
                let Some(edge) = edge else { return false };
                place = edge.to;
            }
        }
        self.says(&elements) == Says::Accepts
    }
}

/// Where a word has come to: the place of the `$`, if there was one, and the place now.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    dollar: Option<Place>,
    now: Place,
}

/// A position with what the proof says there, and how it was found.
struct Found {
    position: Position,
    elements: Elements,
    /// The number of the one before, and the letter, unless it was the `$`.
    before: Option<(usize, Option<usize>)>,
}

/// Looks for a lasso that the proof does not accept.
pub fn search(runs: &mut Runs<'_>, proof: &mut Modules<'_>, is_over: &dyn Fn(usize) -> Option<Reason>) -> Searched {
    let mut search = Search { found: Vec::new(), least: FxHashMap::default(), open: VecDeque::new() };
    search.add(Found {
        position: Position { dollar: None, now: runs.first() },
        elements: proof.initial(),
        before: None,
    });
    while let Some(number) = search.open.pop_front() {
        if let Some(reason) = is_over(search.found.len() + runs.count()) {
            return Searched::Over(reason);
        }
        let (position, elements) = (search.found[number].position, search.found[number].elements.clone());
        let (edges, followed) = (runs.edges(position.now), runs.followed(position.now));
        if position.dollar.is_none() && edges.iter().any(|edge| edge.may_repeat) {
            let elements = proof.at_dollar(runs, position.now, &elements);
            let position = Position { dollar: Some(position.now), now: position.now };
            search.add(Found { position, elements, before: Some((number, None)) });
        }
        // The letter that is last comes first, as from the paper's stack (Algorithm 1): of two words of the same length, the one in which the
        // last threads go first is the one that is more likely to be impossible, and teaches why.
        for edge in edges.iter().rev().filter(|edge| position.dollar.is_none() || edge.may_repeat) {
            let elements = proof.step(&elements, edge.letter, &followed, position.dollar.is_some());
            let says = proof.says(&elements);
            if says == Says::Impossible {
                continue;
            }
            let is_back = position.dollar == Some(edge.to);
            let position = Position { dollar: position.dollar, now: edge.to };
            let found = Found { position, elements, before: Some((number, Some(edge.letter))) };
            if is_back && says == Says::Nothing {
                let (stem, cycle) = search.word_to(found);
                return Searched::Lasso { stem, cycle };
            }
            search.add(found);
        }
    }
    Searched::Covered
}

struct Search {
    found: Vec<Found>,
    /// By position, the sets that were seen there.
    least: FxHashMap<Position, Vec<usize>>,
    open: VecDeque<usize>,
}

impl Search {
    /// Adds it unless it was seen with fewer elements.
    fn add(&mut self, found: Found) {
        let number = self.found.len();
        let seen = self.least.entry(found.position).or_default();
        if seen.iter().any(|other| is_subset(&self.found[*other].elements, &found.elements)) {
            return;
        }
        seen.push(number);
        self.found.push(found);
        self.open.push_back(number);
    }

    fn word_to(&self, last: Found) -> (Vec<usize>, Vec<usize>) {
        let (mut stem, mut cycle) = (Vec::new(), Vec::new());
        let mut at = &last;
        while let Some((before, letter)) = at.before {
            let part = if at.position.dollar.is_some() { &mut cycle } else { &mut stem };
            part.extend(letter);
            at = &self.found[before];
        }
        stem.reverse();
        cycle.reverse();
        (stem, cycle)
    }
}

/// Whether all elements of the first are in the second.
fn is_subset(first: &Elements, second: &Elements) -> bool {
    let mut rest = second.iter();
    first.len() <= second.len() && first.iter().all(|element| rest.any(|other| other == element))
}
