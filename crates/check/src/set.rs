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

    /// Adds all numbers of the other set, and visits those that are new.
    pub fn add_new(&mut self, other: &Set, mut visit: impl FnMut(usize)) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (index, (word, more)) in self.words.iter_mut().zip(&other.words).enumerate() {
            let new = more & !*word;
            *word |= more;
            bits(new).for_each(|bit| visit(64 * index + bit));
        }
    }

    /// Whether the number is in the set.
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// The numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| bits(*word).map(move |bit| 64 * index + bit))
    }
}

/// The bits that are set in the word, the lowest first.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
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
        let mut new = Vec::new();
        large.add_new(&small, |number| new.push(number));
        assert_eq!(new, [3]);
        assert_eq!(large, small);
    }
}
