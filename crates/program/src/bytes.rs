//! Bytes of memory, one by one and many of them.
//!
//! A byte is an ordinary one, or one whose bits do not all have a value yet, or one of the eight bytes of a pointer.
//! Pointers stay whole when they are copied byte by byte, so that they keep what they point to.

use std::collections::BTreeMap;

use crate::value::Pointer;

/// How many bytes a pointer takes.
pub const POINTER_BYTES: u8 = 8;

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
    /// Ordinary bytes; zero where a bit has no value; the position where there is part of a pointer.
    data: Vec<u8>,
    /// Which bits have no value.
    undefined: Vec<u8>,
    /// The pointers of which there are parts.
    pointers: BTreeMap<u32, Pointer>,
}

impl Bytes {
    /// So many bytes that were never written.
    pub fn uninitialised(count: usize) -> Bytes {
        Bytes { data: vec![0; count], undefined: vec![u8::MAX; count], pointers: BTreeMap::new() }
    }

    /// So many zeros.
    pub fn zeros(count: usize) -> Bytes {
        Bytes { data: vec![0; count], undefined: vec![0; count], pointers: BTreeMap::new() }
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
        match self.pointers.get(&(index as u32)) {
            Some(pointer) => Byte::PointerPart(*pointer, value),
            None if undefined == 0 => Byte::Data(value),
            None => Byte::Vague { value, undefined },
        }
    }

    /// Puts a byte at the index.
    pub fn set(&mut self, index: usize, byte: Byte) {
        let (value, undefined) = match byte {
            Byte::Data(value) => (value, 0),
            Byte::Vague { value, undefined } => (value & !undefined, undefined),
            Byte::PointerPart(_, position) => (position, 0),
        };
        (self.data[index], self.undefined[index]) = (value, undefined);
        match byte {
            Byte::PointerPart(pointer, _) => {
                self.pointers.insert(index as u32, pointer);
            }
            _ if self.pointers.is_empty() => {}
            _ => {
                self.pointers.remove(&(index as u32));
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
        self.pointers.values().copied()
    }

    /// The same bytes with every pointer exchanged for another.
    pub fn with_pointers(&self, exchange: impl Fn(Pointer) -> Pointer) -> Bytes {
        let pointers = self.pointers.iter().map(|(place, pointer)| (*place, exchange(*pointer))).collect();
        Bytes { pointers, ..self.clone() }
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
    fn what_was_there_before_leaves_no_trace() {
        let mut bytes = Bytes::zeros(8);
        bytes.put(0, &Byte::of_pointer(Pointer::NULL));
        bytes.put(0, &[Byte::Data(0); 8]);
        assert_eq!(bytes, Bytes::zeros(8));
    }
}
