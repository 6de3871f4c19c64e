//! Contents of map variables, each kept once: equal maps have equal numbers.
//!
//! A map is the slice `default, key…, value, key…, value, …` with its entries in the order of their keys
//! and without entries that equal the default.

use crate::words::{ANY, Word, Words};

/// All maps that were met.
#[derive(Default)]
pub struct Maps {
    words: Words,
}

impl Maps {
    /// The map that has one value everywhere.
    pub fn constant(&mut self, default: Word) -> Word {
        Word::from(self.words.number(&[default]))
    }

    /// The slice of a map; one that is arbitrary as a whole is arbitrary everywhere.
    fn content(&self, map: Word) -> &[Word] {
        if map == ANY { &[ANY] } else { self.words.slice(map as u32) }
    }

    /// The value that keys without an entry have.
    pub fn default_value(&self, map: Word) -> Word {
        self.content(map)[0]
    }

    /// The entries, each with its keys and then its value.
    pub fn entries(&self, map: Word, keys: usize) -> impl Iterator<Item = &[Word]> {
        self.content(map)[1..].chunks_exact(keys + 1)
    }

    /// The value at the keys.
    pub fn get(&self, map: Word, keys: &[Word]) -> Word {
        let content = self.content(map);
        match position(content, keys) {
            Ok(at) => content[at + keys.len()],
            Err(_) => content[0],
        }
    }

    /// The map that differs at the keys only.
    pub fn with(&mut self, map: Word, keys: &[Word], value: Word) -> Word {
        let content = self.content(map);
        let mut changed = Vec::with_capacity(content.len() + keys.len() + 1);
        match position(content, keys) {
            Ok(at) if value == content[0] => {
                changed.extend_from_slice(&content[..at]);
                changed.extend_from_slice(&content[at + keys.len() + 1..]);
            }
            Ok(at) => {
                changed.extend_from_slice(content);
                changed[at + keys.len()] = value;
            }
            Err(_) if value == content[0] => changed.extend_from_slice(content),
            Err(at) => {
                changed.extend_from_slice(&content[..at]);
                changed.extend_from_slice(keys);
                changed.push(value);
                changed.extend_from_slice(&content[at..]);
            }
        }
        Word::from(self.words.number(&changed))
    }

    /// How much memory they take.
    pub fn bytes(&self) -> u64 {
        self.words.bytes()
    }
}

/// Where the entry with the keys starts, or where it would.
fn position(content: &[Word], keys: &[Word]) -> Result<usize, usize> {
    let stride = keys.len() + 1;
    let (mut low, mut high) = (0, (content.len() - 1) / stride);
    while low < high {
        let middle = low.midpoint(high);
        let at = 1 + middle * stride;
        match content[at..at + keys.len()].cmp(keys) {
            std::cmp::Ordering::Equal => return Ok(at),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    Err(1 + low * stride)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_maps_have_equal_numbers() {
        let mut maps = Maps::default();
        let zeros = maps.constant(0);
        let one_way = maps.with(zeros, &[2, 3], 7);
        let one_way = maps.with(one_way, &[1, 9], 8);
        let other_way = maps.with(zeros, &[1, 9], 8);
        let other_way = maps.with(other_way, &[2, 3], 7);
        assert_eq!(one_way, other_way);
        assert_eq!(maps.get(one_way, &[2, 3]), 7);
        assert_eq!(maps.get(one_way, &[2, 4]), 0);
        let back = maps.with(one_way, &[2, 3], 0);
        let back = maps.with(back, &[1, 9], 0);
        assert_eq!(back, zeros);
    }
}
