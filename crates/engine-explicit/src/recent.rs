//! A small memory of what was asked for lately, in front of tables that know everything but are slow to ask.
//!
//! Neighbouring states of a search differ little, so that the same questions come again and again.

/// Answers by pairs of numbers. A later answer may displace an earlier one.
#[derive(Default)]
pub struct Recent {
    /// As many as a power of two.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    question: (u32, u32),
    answer: (u32, u32),
}

const VACANT: Entry = Entry { question: (u32::MAX, u32::MAX), answer: (0, 0) };

const FEWEST: usize = 1 << 10;
const MOST: usize = 1 << 18;

impl Recent {
    /// The answer, if it is still known.
    pub fn get(&self, question: (u32, u32)) -> Option<(u32, u32)> {
        let entry = self.entries.get(self.place(question))?;
        (entry.question == question).then_some(entry.answer)
    }

    /// Remembers the answer. Both parts of a question are below `u32::MAX`.
    pub fn put(&mut self, question: (u32, u32), answer: (u32, u32)) {
        if self.entries.is_empty() {
            self.entries = vec![VACANT; FEWEST];
        }
        let place = self.place(question);
        self.entries[place] = Entry { question, answer };
    }

    /// Makes room in proportion to the number of states.
    pub fn fit(&mut self, states: usize) {
        let wanted = (states / 32).next_power_of_two().clamp(FEWEST, MOST);
        if self.entries.len() < wanted && !self.entries.is_empty() {
            self.entries = vec![VACANT; wanted];
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(VACANT);
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<Entry>()) as u64
    }

    fn place(&self, question: (u32, u32)) -> usize {
        let joined = u64::from(question.0) << 32 | u64::from(question.1);
        let hash = (joined ^ joined >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 40) as usize & self.entries.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_right() {
        let mut recent = Recent::default();
        assert_eq!(recent.get((1, 2)), None);
        for states in [0, 1 << 17] {
            for number in 0..5000 {
                recent.put((number, 3), (number + 1, number + 2));
                assert_eq!(recent.get((number, 3)), Some((number + 1, number + 2)));
            }
            let still_known = (0..5000).filter_map(|number| Some((number, recent.get((number, 3))?)));
            assert!(still_known.clone().count() > 500);
            assert!(still_known.into_iter().all(|(number, answer)| answer == (number + 1, number + 2)));
            recent.fit(states);
        }
        recent.clear();
        assert_eq!(recent.get((4999, 3)), None);
    }
}
