//! Values that are not plain words: kept once each, and known in words by their numbers.
//!
//! Among them are machine integers that look like something else or are too wide, integers with bits that have no value, pieces of
//! pointers, and pointers far outside of their objects. Arithmetic on them is slow and rare.

use program::ids::{ObjectId, ProcId};
use program::types::Type;
use program::value::{Base, Bits, Pointer, Value};
use rustc_hash::FxHashMap;

use crate::words::{ANY, Word};

/// Words from here to [`LAST`] stand for values that are kept here.
const FIRST: Word = ANY + 1;
const LAST: Word = ANY + (1 << 32);

/// Whether the word stands for a value that is not plain.
pub fn is_odd(word: Word) -> bool {
    (FIRST..=LAST).contains(&word)
}

/// Values that are not plain words.
#[derive(Default)]
pub struct Odd {
    values: Vec<Value>,
    numbers: FxHashMap<Value, u32>,
}

impl Odd {
    /// The word for the value.
    pub fn word(&mut self, value: &Value) -> Word {
        let number = match self.numbers.get(value) {
            Some(number) => *number,
            None => {
                let number = self.values.len() as u32;
                self.values.push(value.clone());
                self.numbers.insert(value.clone(), number);
                number
            }
        };
        FIRST + Word::from(number)
    }

    /// The value that the word stands for.
    pub fn value(&self, word: Word) -> &Value {
        &self.values[(word - FIRST) as usize]
    }

    /// How much memory they take.
    pub fn bytes(&self) -> u64 {
        // A value of a few bytes besides its two places.
        (self.values.len() * (2 * size_of::<Value>() + 64)) as u64
    }
}

/// How a pointer looks as a word: two bits for the kind of its base, 29 for the number of that, 32 for the offset.
const KIND: u32 = 61;
const NUMBER: u32 = 32;
const MOST_NUMBERS: u32 = 1 << (KIND - NUMBER);

/// The pointer as a word, if it fits.
pub fn pack(pointer: Pointer) -> Option<Word> {
    let (kind, number): (Word, u32) = match pointer.base {
        Base::Address => (0, 0),
        Base::Static(object) => (1, object.0),
        Base::Dynamic(number) => (2, number),
        Base::Procedure(procedure) => (3, procedure.0),
    };
    let offset = i32::try_from(pointer.offset).ok()?;
    (number < MOST_NUMBERS).then(|| kind << KIND | Word::from(number) << NUMBER | Word::from(offset as u32))
}

/// The pointer that a plain word stands for.
pub fn unpack(word: Word) -> Pointer {
    let number = (word >> NUMBER) as u32 & (MOST_NUMBERS - 1);
    let base = match word >> KIND & 3 {
        0 => Base::Address,
        1 => Base::Static(ObjectId(number)),
        2 => Base::Dynamic(number),
        _ => Base::Procedure(ProcId(number)),
    };
    Pointer { base, offset: i64::from(word as u32 as i32) }
}

impl Odd {
    /// The pointer that the word stands for, if it is one.
    pub fn pointer(&self, word: Word) -> Option<Pointer> {
        match is_odd(word) {
            false => Some(unpack(word)),
            true => match self.value(word) {
                Value::Pointer(pointer) => Some(*pointer),
                _ => None,
            },
        }
    }

    /// The word for the pointer.
    pub fn of_pointer(&mut self, pointer: Pointer) -> Word {
        pack(pointer).unwrap_or_else(|| self.word(&Value::Pointer(pointer)))
    }

    /// The word for a machine integer, a pointer or a truth value.
    pub fn encode(&mut self, value: &Value) -> Word {
        match value {
            Value::Bool(truth) => Word::from(*truth),
            Value::Pointer(pointer) => self.of_pointer(*pointer),
            Value::Bits(bits) if bits.width() <= 64 => {
                let word = bits.unsigned().iter_u64_digits().next().unwrap_or(0) as Word;
                if word == ANY || is_odd(word) { self.word(value) } else { word }
            }
            _ => self.word(value),
        }
    }

    /// The machine integer, pointer or truth value of the type that the word, which is not arbitrary, stands for.
    pub fn decode(&self, ty: &Type, word: Word) -> Value {
        match ty {
            _ if is_odd(word) => self.value(word).clone(),
            Type::Bool => Value::Bool(word == 1),
            Type::Bits(width) => Value::Bits(Bits::wrap(*width, &(word as u64).into())),
            Type::Pointer => Value::Pointer(unpack(word)),
            Type::Int | Type::Sort(_) | Type::Map(_) => unreachable!("these are no machine integers"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_words() {
        let bases = [Base::Address, Base::Static(ObjectId(7)), Base::Dynamic(1 << 28), Base::Procedure(ProcId(3))];
        for base in bases {
            for offset in [0, -1, 5, i64::from(i32::MAX), i64::from(i32::MIN)] {
                let pointer = Pointer { base, offset };
                let word = pack(pointer).unwrap();
                assert!(word != ANY && !is_odd(word));
                assert_eq!(unpack(word), pointer);
            }
        }
        assert_eq!(pack(Pointer::NULL), Some(0));
        assert_eq!(pack(Pointer { base: Base::Address, offset: 1 << 40 }), None);
    }

    #[test]
    fn what_is_odd_is_kept_once() {
        let mut odd = Odd::default();
        let lowest = Value::Bits(Bits::wrap(64, &i64::MIN.into()));
        for value in [lowest, Value::undefined(8), Value::Bits(Bits::wrap(128, &(-1).into()))] {
            let word = odd.encode(&value);
            assert!(is_odd(word));
            assert_eq!(odd.encode(&value), word);
            assert_eq!(odd.decode(&Type::Bits(64), word), value);
        }
    }
}
