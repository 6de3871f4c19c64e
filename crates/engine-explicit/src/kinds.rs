//! Kinds of threads, as far as the reduction must tell them apart, and which kinds are in each other's way.
//!
//! Whether a thread may go alone depends on what it does next and on what the others may still do, both of which threads at the
//! same place mostly share. With a bit for each kind, a row is judged by a few operations on masks.

use rustc_hash::FxHashMap;

use crate::footprint::Footprint;
use crate::machine::Slots;

/// A set of kinds.
type Mask = u64;

/// What of a thread matters to the reduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kind {
    /// What its next step touches.
    pub next: Footprint,
    /// What it may still touch.
    pub future: Footprint,
    /// Whether nothing at its place speaks against its going alone while nobody holds the scheduler.
    pub may_be_alone: bool,
    /// The same while it holds the scheduler itself.
    pub may_go_on: bool,
    /// Whether it makes a difference, where another thread keeps the scheduler for ever, that it has taken its next step.
    pub changes_the_outcome: bool,
    /// Whether it holds the scheduler.
    pub holds_scheduler: bool,
}

impl Kind {
    /// Whether what the other may still do is in the way of this one's next step.
    pub fn is_hindered_by(&self, other: &Kind) -> bool {
        self.next.conflicts_with(other.future) || self.changes_the_outcome && other.future.takes_scheduler
    }
}

/// What the reduction says of a row.
#[derive(Clone, Copy)]
pub struct Reduction {
    /// The thread that holds the scheduler.
    pub holder: Option<u32>,
    /// The threads each of which may go alone if it can step.
    pub may_go_first: Slots,
    /// Whether what the others may still do was looked at for that, the memory aside. If not, it still may be in their way.
    pub is_judged: bool,
}

/// The kinds met so far, by number.
#[derive(Default)]
pub struct Kinds {
    numbers: FxHashMap<Kind, u32>,
    kinds: Vec<Kind>,
    /// For each kind, those whose future is in the way of its next step.
    in_the_way: Vec<Mask>,
    may_be_alone: Mask,
    may_go_on: Mask,
    hold_scheduler: Mask,
    /// What was found lately: for the kinds that are there once and twice, those that may go first.
    judged: Vec<(Mask, Mask, Mask)>,
}

impl Kinds {
    /// The number of the kind.
    pub fn number(&mut self, kind: Kind) -> u32 {
        if let Some(number) = self.numbers.get(&kind) {
            return *number;
        }
        let number = self.kinds.len() as u32;
        self.numbers.insert(kind, number);
        self.kinds.push(kind);
        if self.are_few() {
            self.compare(number);
        }
        number
    }

    /// Whether there is a bit for each.
    pub fn are_few(&self) -> bool {
        self.kinds.len() <= Mask::BITS as usize
    }

    fn compare(&mut self, number: u32) {
        let bit = 1 << number;
        let new = self.kinds[number as usize];
        self.may_be_alone |= if new.may_be_alone { bit } else { 0 };
        self.may_go_on |= if new.may_go_on { bit } else { 0 };
        self.hold_scheduler |= if new.holds_scheduler { bit } else { 0 };
        let mut in_its_way = 0;
        for (other, kind) in self.kinds.iter().enumerate() {
            in_its_way |= if new.is_hindered_by(kind) { 1 << other } else { 0 };
        }
        for (kind, in_the_way) in self.kinds.iter().zip(&mut self.in_the_way) {
            *in_the_way |= if kind.is_hindered_by(&new) { bit } else { 0 };
        }
        self.in_the_way.push(in_its_way);
    }

    /// What the reduction says of a row with these kinds of threads, listed by slot; [`NO_KIND`] for a free slot.
    pub fn reduction(&mut self, census: Census, kinds: impl Iterator<Item = u32> + Clone) -> Reduction {
        let slots_of = |wanted: Mask| {
            let is_wanted = |(_, kind): &(usize, u32)| *kind != NO_KIND && wanted >> kind & 1 == 1;
            kinds.clone().enumerate().filter(is_wanted).fold(0, |slots: Slots, (slot, _)| slots | 1 << slot)
        };
        if self.is_held(census) {
            let holders = slots_of(self.hold_scheduler);
            return Reduction {
                holder: Some(holders.trailing_zeros()),
                may_go_first: holders & slots_of(self.may_go_on),
                is_judged: true,
            };
        }
        let may_go_first = self.may_go_first(census);
        let may_go_first = if may_go_first == 0 { 0 } else { slots_of(may_go_first) };
        Reduction { holder: None, may_go_first, is_judged: true }
    }

    /// Whether a row with these kinds of threads is one of the reduced graph for sure, and no thread of it holds the scheduler.
    pub fn settles(&mut self, census: Census) -> bool {
        !self.is_held(census) && self.may_go_first(census) == 0
    }

    /// Whether a thread holds the scheduler.
    pub fn is_held(&self, census: Census) -> bool {
        census.once & self.hold_scheduler != 0
    }

    /// The kinds of threads that may go alone, if nobody holds the scheduler.
    fn may_go_first(&mut self, census: Census) -> Mask {
        let Census { once, twice, .. } = census;
        let hash = (once ^ twice.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (hash >> 56) as usize;
        if self.judged.is_empty() {
            // Nobody may go first where nobody is.
            self.judged = vec![(0, 0, 0); 1 << 8];
        }
        let (known_once, known_twice, known) = self.judged[place];
        if (known_once, known_twice) == (once, twice) {
            return known;
        }
        let mut candidates = once & self.may_be_alone;
        let mut may_go_first: Mask = 0;
        while candidates != 0 {
            let kind = candidates.trailing_zeros();
            candidates &= candidates - 1;
            let others = once & !(1 << kind) | twice & 1 << kind;
            if self.in_the_way[kind as usize] & others == 0 {
                may_go_first |= 1 << kind;
            }
        }
        self.judged[place] = (once, twice, may_go_first);
        may_go_first
    }
}

/// Stands for the kind of a thread that is not there.
pub const NO_KIND: u32 = u32::MAX;

/// The kinds that have at least one thread, two threads, three threads.
#[derive(Clone, Copy, Default)]
pub struct Census {
    once: Mask,
    twice: Mask,
    thrice: Mask,
}

impl Census {
    /// One more thread of the kind.
    pub fn with(self, kind: u32) -> Census {
        let bit = bit(kind);
        Census { once: self.once | bit, twice: self.twice | self.once & bit, thrice: self.thrice | self.twice & bit }
    }

    /// One thread less of the kind, of which there were three at most as far as this is concerned:
    /// whether there are still three is not known any more.
    pub fn without(self, kind: u32) -> Census {
        let bit = bit(kind);
        Census {
            once: self.once & !(bit & !self.twice),
            twice: self.twice & !(bit & !self.thrice),
            thrice: self.thrice & !bit,
        }
    }
}

/// The kind's bit. [`NO_KIND`] has none, nor has one that was met when all were taken: nobody asks about the census then.
fn bit(kind: u32) -> Mask {
    Mask::checked_shl(1, kind).unwrap_or(0)
}
