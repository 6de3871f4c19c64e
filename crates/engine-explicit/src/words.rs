//! Slices of words, each kept once and known by its number.
//!
//! All contents of variables are words here: truth values and machine integers as they are, integers as far as they fit,
//! maps by their number in [`crate::maps`], pointers and what is not plain as [`crate::odd`] says.

use automata::room::make_room;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The content of a variable.
pub type Word = i64;

/// An arbitrary value that nobody has looked at; no other value is encoded like this.
pub const ANY: Word = i64::MIN;

/// Slices of words by number.
#[derive(Default)]
pub struct Words {
    content: Vec<Word>,
    /// Slice `n` ends here and starts where the one before it ends.
    ends: Vec<u32>,
    numbers: HashTable<u32>,
}

impl Words {
    /// The number of the slice, one more than the last if it was not known before.
    pub fn number(&mut self, slice: &[Word]) -> u32 {
        let hash = hash(slice);
        let Words { content, ends, numbers } = self;
        if let Some(found) = numbers.find(hash, |number| part(content, ends, *number) == slice) {
            return *found;
        }
        let number = ends.len() as u32;
        make_room(content, slice.len());
        content.extend_from_slice(slice);
        ends.push(u32::try_from(content.len()).expect("the parts of states take less than 32 GiB"));
        numbers.insert_unique(hash, number, |other| self::hash(part(content, ends, *other)));
        number
    }

    /// The slice with the number.
    pub fn slice(&self, number: u32) -> &[Word] {
        part(&self.content, &self.ends, number)
    }

    /// How much memory they take.
    pub fn bytes(&self) -> u64 {
        (self.content.capacity() * 8 + self.ends.capacity() * 4 + self.numbers.allocation_size()) as u64
    }
}

fn part<'a>(content: &'a [Word], ends: &[u32], number: u32) -> &'a [Word] {
    let end = ends[number as usize] as usize;
    let start = if number == 0 { 0 } else { ends[number as usize - 1] as usize };
    &content[start..end]
}

fn hash(slice: &[Word]) -> u64 {
    let mut hasher = FxHasher::default();
    for word in slice {
        hasher.write_i64(*word);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_kept_once() {
        let mut words = Words::default();
        let first = words.number(&[1, 2]);
        let second = words.number(&[]);
        assert_eq!(words.number(&[1, 2]), first);
        assert_ne!(first, second);
        assert_eq!(words.slice(first), [1, 2]);
        assert_eq!(words.slice(second), [0; 0]);
    }
}
