//! Sets of small numbers.

/// A set of small numbers, one bit each.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Set {
    words: Vec<u64>,
}

impl Set {
    /// Adds the number.
    pub fn insert(&mut self, number: usize) {
        if self.words.len() <= number / 64 {
            self.words.resize(number / 64 + 1, 0);
        }
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// Adds all numbers of the other set, and tells whether there were new ones.
    pub fn add(&mut self, other: &Set) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= *word | more != *word;
            *word |= more;
        }
        changed
    }

    /// Whether the number is in the set.
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// The numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |(index, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * index + bit)
        };
        self.words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_grow() {
        let (mut small, mut large) = (Set::default(), Set::default());
        small.insert(3);
        large.insert(200);
        assert!(small.add(&large));
        assert!(!small.add(&large));
        assert_eq!(small.iter().collect::<Vec<_>>(), [3, 200]);
        assert!(small.contains(200) && !large.contains(3) && !small.contains(1000));
    }
}
