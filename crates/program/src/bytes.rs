//! Bytes of memory, one by one and many of them.
//!
//! A byte is an ordinary one, or one whose bits do not all have a value yet, or one of the eight bytes of a pointer.
//! Pointers stay whole when they are copied byte by byte, so that they keep what they point to. So do numbers that are not the same each time
//! a cycle is taken ([`Turning`]).

use std::collections::BTreeMap;

use crate::value::Pointer;

/// How many bytes a pointer takes.
pub const POINTER_BYTES: u8 = 8;

/// The most bytes that an object may have: what a program does with a larger one is not specified.
pub const LARGEST_OBJECT: u64 = 1 << 32;

/// A byte of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Byte {
    /// An ordinary byte.
    Data(u8),
    /// A byte of which the bits in `undefined` have no value; there is at least one, and they are zero in `value`.
    Vague {
        /// The other bits.
        value: u8,
        /// Which bits have no value.
        undefined: u8,
    },
    /// The byte at the position of a pointer.
    PointerPart(Pointer, u8),
    /// The byte at the position of a number that changes each time around. Programs do not have it, only states in which a cycle is
    /// checked that can be taken for ever.
    TurningPart(Turning, u8),
}

/// A machine integer that changes by the same each time a cycle is taken, and wraps around: before the cycle is taken for the n-th time, counted
/// from zero, it is `first + by * n`, of which it has the low bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turning {
    first: u64,
    by: u64,
    /// How many bytes it has: one to eight. What is above them is zero in both numbers.
    bytes: u8,
}

impl Turning {
    /// The number of so many bytes, at least one and at most eight.
    pub fn new(first: u64, by: u64, bytes: u8) -> Turning {
        debug_assert!((1..=8).contains(&bytes), "a machine integer has one to eight bytes");
        let mask = u64::MAX >> (64 - 8 * u32::from(bytes));
        Turning { first: first & mask, by: by & mask, bytes }
    }

    /// What it is when the cycle is taken for the first time.
    pub fn first(self) -> u64 {
        self.first
    }

    /// By what it changes each time.
    pub fn by(self) -> u64 {
        self.by
    }

    /// How many bytes it has.
    pub fn bytes(self) -> u8 {
        self.bytes
    }

    /// The same number in terms of the turns that follow the next one.
    pub fn next(self) -> Turning {
        Turning::new(self.first.wrapping_add(self.by), self.by, self.bytes)
    }

    /// Its lowest bytes: so many, of those that it has.
    pub fn low(self, bytes: u8) -> Turning {
        Turning::new(self.first, self.by, bytes.min(self.bytes))
    }
}

/// The number that the bytes are, if they are the low bytes of one in their order.
pub fn whole_turning(bytes: &[Byte]) -> Option<Turning> {
    let Some(Byte::TurningPart(turning, 0)) = bytes.first() else { return None };
    let is_part = |(position, byte): (usize, &Byte)| *byte == Byte::TurningPart(*turning, position as u8);
    let is_low = bytes.len() <= usize::from(turning.bytes) && bytes.iter().enumerate().all(is_part);
    is_low.then(|| turning.low(bytes.len() as u8))
}

impl Byte {
    /// A byte that was never written.
    pub const UNINITIALISED: Byte = Byte::Vague { value: 0, undefined: u8::MAX };

    /// The eight bytes of a pointer.
    pub fn of_pointer(pointer: Pointer) -> [Byte; POINTER_BYTES as usize] {
        std::array::from_fn(|position| Byte::PointerPart(pointer, position as u8))
    }
}

/// The pointer that the bytes are, if they are the eight bytes of one in their order.
pub fn whole_pointer(bytes: &[Byte]) -> Option<Pointer> {
    let Some(Byte::PointerPart(pointer, 0)) = bytes.first() else { return None };
    (bytes == Byte::of_pointer(*pointer)).then_some(*pointer)
}

/// The content of a memory object.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bytes {
    /// Ordinary bytes; zero where a bit has no value; the position where there is part of something.
    data: Vec<u8>,
    /// Which bits have no value.
    undefined: Vec<u8>,
    /// What there are parts of.
    wholes: BTreeMap<u32, Whole>,
}

/// What bytes are parts of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Whole {
    Pointer(Pointer),
    Turning(Turning),
}

impl Bytes {
    /// So many bytes that were never written.
    pub fn uninitialised(count: usize) -> Bytes {
        Bytes { data: vec![0; count], undefined: vec![u8::MAX; count], wholes: BTreeMap::new() }
    }

    /// So many zeros.
    pub fn zeros(count: usize) -> Bytes {
        Bytes { data: vec![0; count], undefined: vec![0; count], wholes: BTreeMap::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The byte at the index.
    pub fn get(&self, index: usize) -> Byte {
        let (value, undefined) = (self.data[index], self.undefined[index]);
        match self.wholes.get(&(index as u32)) {
            Some(Whole::Pointer(pointer)) => Byte::PointerPart(*pointer, value),
            Some(Whole::Turning(turning)) => Byte::TurningPart(*turning, value),
            None if undefined == 0 => Byte::Data(value),
            None => Byte::Vague { value, undefined },
        }
    }

    /// Puts a byte at the index.
    pub fn set(&mut self, index: usize, byte: Byte) {
        let (value, undefined) = match byte {
            Byte::Data(value) => (value, 0),
            Byte::Vague { value, undefined } => (value & !undefined, undefined),
            Byte::PointerPart(_, position) | Byte::TurningPart(_, position) => (position, 0),
        };
        (self.data[index], self.undefined[index]) = (value, undefined);
        let whole = match byte {
            Byte::PointerPart(pointer, _) => Some(Whole::Pointer(pointer)),
            Byte::TurningPart(turning, _) => Some(Whole::Turning(turning)),
            Byte::Data(_) | Byte::Vague { .. } => None,
        };
        match whole {
            Some(whole) => {
                self.wholes.insert(index as u32, whole);
            }
            None if self.wholes.is_empty() => {}
            None => {
                self.wholes.remove(&(index as u32));
            }
        }
    }

    /// Puts bytes at the index and behind it.
    pub fn put(&mut self, index: usize, bytes: &[Byte]) {
        bytes.iter().enumerate().for_each(|(position, byte)| self.set(index + position, *byte));
    }

    /// All bytes in order.
    pub fn iter(&self) -> impl Iterator<Item = Byte> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The pointers of which there are parts, in the order of their places.
    pub fn pointers(&self) -> impl Iterator<Item = Pointer> + '_ {
        self.wholes.values().filter_map(|whole| match whole {
            Whole::Pointer(pointer) => Some(*pointer),
            Whole::Turning(_) => None,
        })
    }

    /// Whether there are parts of numbers that change each time around.
    pub fn turn(&self) -> bool {
        self.wholes.values().any(|whole| matches!(whole, Whole::Turning(_)))
    }

    /// The same bytes with every pointer exchanged for another.
    pub fn with_pointers(&self, exchange: impl Fn(Pointer) -> Pointer) -> Bytes {
        let exchanged = |whole: &Whole| match whole {
            Whole::Pointer(pointer) => Whole::Pointer(exchange(*pointer)),
            Whole::Turning(turning) => Whole::Turning(*turning),
        };
        let wholes = self.wholes.iter().map(|(place, whole)| (*place, exchanged(whole))).collect();
        Bytes { wholes, ..self.clone() }
    }
}

impl FromIterator<Byte> for Bytes {
    fn from_iter<I: IntoIterator<Item = Byte>>(bytes: I) -> Bytes {
        let bytes: Vec<Byte> = bytes.into_iter().collect();
        let mut all = Bytes::zeros(bytes.len());
        all.put(0, &bytes);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_there() {
        let vague = Byte::Vague { value: 5, undefined: 0xf0 };
        let mut bytes = Bytes::uninitialised(12);
        bytes.put(2, &Byte::of_pointer(Pointer::NULL));
        bytes.set(0, Byte::Data(7));
        bytes.set(11, vague);
        assert_eq!((bytes.get(0), bytes.get(1), bytes.get(11)), (Byte::Data(7), Byte::UNINITIALISED, vague));
        let kept: Vec<Byte> = bytes.iter().collect();
        assert_eq!(whole_pointer(&kept[2..10]), Some(Pointer::NULL));
        assert_eq!(whole_pointer(&kept[1..9]), None);
        assert_eq!(whole_pointer(&kept[2..9]), None);
        assert_eq!(kept.into_iter().collect::<Bytes>(), bytes);
    }

    #[test]
    fn numbers_that_turn_keep_together() {
        let turning = Turning::new(0x1_ff, 0xffff, 2);
        assert_eq!((turning.first(), turning.next().first(), turning.by()), (0x1ff, 0x1fe, 0xffff));
        let parts = [0, 1].map(|position| Byte::TurningPart(turning, position));
        let mut bytes = Bytes::zeros(3);
        bytes.put(1, &parts);
        let kept: Vec<Byte> = bytes.iter().collect();
        assert_eq!(whole_turning(&kept[1..]), Some(turning));
        assert_eq!(whole_turning(&kept[1..2]), Some(Turning::new(0xff, 0xff, 1)));
        assert_eq!((whole_turning(&kept[2..]), whole_turning(&kept), whole_turning(&[])), (None, None, None));
        assert_eq!(bytes.pointers().count(), 0);
        bytes.put(1, &[Byte::Data(0); 2]);
        assert_eq!(bytes, Bytes::zeros(3));
    }

    #[test]
    fn what_was_there_before_leaves_no_trace() {
        let mut bytes = Bytes::zeros(8);
        bytes.put(0, &Byte::of_pointer(Pointer::NULL));
        bytes.put(0, &[Byte::Data(0); 8]);
        assert_eq!(bytes, Bytes::zeros(8));
    }
}
