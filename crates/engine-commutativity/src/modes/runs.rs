//! The words of the program as far as they are looked at: an automaton whose states are built when they are asked for.
//!
//! All words are those of the product of the threads. With *persistent sets* only some threads are followed (Section 4.2 and
//! [`crate::reduction`], here with letters that are dependent in place of letters that hold up others). In *Foata normal form* a word is
//! made of steps: sets of independent letters, written in ascending order, in each of which every letter depends on one of the step
//! before (Section 5 and Appendix D). Which step a letter belongs to follows from the letters before it, so that the automaton is
//! deterministic; it remembers two steps.

use program::linear::cases::Outcome;
use program::linear::system::{Control, System};
use rustc_hash::FxHashMap;

use crate::alphabet::{Alphabet, Bits};
use crate::reduction::Reduction;
use crate::words::may_repeat;

/// A place's number.
pub type Place = u32;

/// Which words are looked at.
pub enum Look {
    /// All of them.
    All,
    /// Those in which threads are followed in this order where letters are independent.
    Persistent(Vec<usize>),
    /// Those in Foata normal form.
    Foata,
}

/// A letter that can be taken at a place.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The letter.
    pub letter: usize,
    /// Where it leads.
    pub to: Place,
    /// Whether it may be part of a loop.
    pub may_repeat: bool,
}

/// The automaton.
pub struct Runs<'a> {
    system: &'a System,
    alphabet: &'a Alphabet,
    look: Look,
    /// By letter, the letters of other threads on which it depends.
    dependent: Vec<Bits>,
    may_repeat: Vec<bool>,
    places: Vec<Known>,
    numbers: FxHashMap<Known, Place>,
    left: Vec<Option<Left>>,
}

/// What there is to know of a place.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Known {
    control: Control,
    /// The last step that is complete, and the one that is being written.
    steps: [Vec<usize>; 2],
}

/// How a place is left.
#[derive(Clone)]
struct Left {
    edges: Vec<Edge>,
    followed: Vec<usize>,
}

impl<'a> Runs<'a> {
    /// The automaton with nothing but its first place.
    pub fn new(system: &'a System, alphabet: &'a Alphabet, look: Look, dependent: Vec<Bits>) -> Runs<'a> {
        let may_repeat = (0..system.letters.len()).map(|letter| may_repeat(system, alphabet, letter)).collect();
        let (places, numbers, left) = (Vec::new(), FxHashMap::default(), Vec::new());
        let mut made = Runs { system, alphabet, look, dependent, may_repeat, places, numbers, left };
        made.add(Known { control: system.initial(), steps: Default::default() });
        made
    }

    /// Where the program begins.
    pub fn first(&self) -> Place {
        0
    }

    /// How many places there are so far.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// Where threads stand.
    pub fn control(&self, place: Place) -> &Control {
        &self.places[place as usize].control
    }

    /// The letters that can be taken at the place.
    pub fn edges(&mut self, place: Place) -> Vec<Edge> {
        self.left(place).edges.clone()
    }

    /// The threads that are followed at the place.
    pub fn followed(&mut self, place: Place) -> Vec<usize> {
        self.left(place).followed.clone()
    }

    fn add(&mut self, known: Known) -> Place {
        if let Some(place) = self.numbers.get(&known) {
            return *place;
        }
        let place = Place::try_from(self.places.len()).expect("tables have fewer than 2^32 entries");
        self.numbers.insert(known.clone(), place);
        self.places.push(known);
        self.left.push(None);
        place
    }

    fn left(&mut self, place: Place) -> &Left {
        if self.left[place as usize].is_none() {
            let Known { control, steps } = self.places[place as usize].clone();
            let followed = match &self.look {
                Look::All | Look::Foata => self.system.running(&control).collect(),
                Look::Persistent(order) => {
                    let (system, alphabet) = (self.system, self.alphabet);
                    Reduction::with_relation(system, alphabet, &self.dependent, Some(order)).followed(&control, &[])
                }
            };
            let mut edges = Vec::new();
            for thread in &followed {
                let Some(node) = control.0[*thread] else { continue };
                for letter in self.system.letters_at(*thread, node) {
                    let taken = &self.system.letters[letter];
                    if taken.outcome == Outcome::Fails {
                        continue;
                    }
                    let steps = match &self.look {
                        Look::Foata => match self.next_steps(&steps, letter) {
                            Some(steps) => steps,
                            None => continue,
                        },
                        Look::All | Look::Persistent(_) => Default::default(),
                    };
                    let to = self.add(Known { control: self.system.after(&control, taken), steps });
                    edges.push(Edge { letter, to, may_repeat: self.may_repeat[letter] });
                }
            }
            self.left[place as usize] = Some(Left { edges, followed });
        }
        self.left[place as usize].as_ref().expect("it was just found out")
    }

    /// The steps after the letter, if it may come next in Foata normal form.
    fn next_steps(&self, [previous, current]: &[Vec<usize>; 2], letter: usize) -> Option<[Vec<usize>; 2]> {
        let depends = |other: &usize| {
            self.system.letters[*other].thread == self.system.letters[letter].thread
                || self.dependent[letter].contains(*other)
        };
        if current.iter().any(depends) {
            return Some([current.clone(), vec![letter]]);
        }
        let is_in_order = current.last().is_none_or(|last| *last < letter);
        let belongs_here = previous.is_empty() || previous.iter().any(depends);
        (is_in_order && belongs_here).then(|| {
            let mut more = current.clone();
            more.push(letter);
            [previous.clone(), more]
        })
    }
}
