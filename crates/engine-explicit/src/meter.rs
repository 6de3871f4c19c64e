//! Looks at the budget from inside of work that may be long: the outcomes of one step, and the steps that are taken as one.
//!
//! The graph looks at the budget between states and tells what it saw; the meter adds what has been made since.

use engine::budget::Budget;
use evidence::reason::Reason;

/// How many pieces of work are done between two looks.
const BETWEEN_LOOKS: u32 = 1 << 10;

/// Memory that a state takes at most when it is first met, in the store and in the lists of whoever asked for it,
/// besides [`BYTES_OF_PART`] for each of its parts.
const BYTES_OF_STATE: u64 = 128;
const BYTES_OF_PART: u64 = 8;

/// What can be given out between two looks of the graph.
const MUCH: u64 = 1 << 20;

/// Which part of the memory remembered outcomes may take.
const SHARE_TO_REMEMBER: u64 = 8;

/// What has been used since the graph last looked.
pub struct Meter<'a> {
    budget: &'a Budget,
    until_look: u32,
    states: u64,
    /// What others than the machine use, by the last look.
    elsewhere: u64,
    /// What the machine used, maps excepted, by the last look.
    machine_besides_maps: u64,
    /// What was given out since, and is held by whoever asked for it.
    given_out: u64,
}

impl<'a> Meter<'a> {
    /// A meter for the budget.
    pub fn new(budget: &'a Budget) -> Meter<'a> {
        Meter { budget, until_look: BETWEEN_LOOKS, states: 0, elsewhere: 0, machine_besides_maps: 0, given_out: 0 }
    }

    /// There are so many states, and others than the machine use so much.
    pub fn set_elsewhere(&mut self, states: u64, bytes: u64) {
        (self.states, self.elsewhere, self.given_out) = (states, bytes, 0);
    }

    /// Whether so much was given out that it is time to count what is really held.
    pub fn has_given_out_much(&self) -> bool {
        self.given_out > MUCH
    }

    /// Of what was given out so far, so much is still held.
    pub fn set_given_out(&mut self, bytes: u64) {
        self.given_out = bytes;
    }

    /// So many states of so many parts were given out, with the ways to them in so many bytes.
    pub fn give_out(&mut self, states: usize, parts: usize, ways: usize) {
        self.given_out += states as u64 * (BYTES_OF_STATE + parts as u64 * BYTES_OF_PART) + ways as u64;
    }

    /// One more piece of work is done: whether it is time to look.
    pub fn tick(&mut self) -> bool {
        self.until_look -= 1;
        if self.until_look > 0 {
            return false;
        }
        self.until_look = BETWEEN_LOOKS;
        true
    }

    /// Whether so many remembered bytes are too many.
    pub fn is_too_much_to_remember(&self, bytes: u64) -> bool {
        bytes > self.budget.limits().memory / SHARE_TO_REMEMBER
    }

    /// Looks at the budget if the machine uses so much, some of it for maps, and `under_way` besides.
    pub fn look(&mut self, machine: u64, maps: u64, under_way: u64) -> Result<(), Reason> {
        self.machine_besides_maps = machine - maps;
        self.look_with_maps(maps, under_way)
    }

    /// The same with what the machine used by the last look, but for its maps.
    pub fn look_with_maps(&self, maps: u64, under_way: u64) -> Result<(), Reason> {
        let bytes = self.elsewhere + self.machine_besides_maps + maps + self.given_out + under_way;
        match self.budget.exhausted_within(self.states, bytes) {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }
}
