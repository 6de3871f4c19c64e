//! Sets of memory objects, and a small memory of what was found lately about parts of states.

use std::sync::Arc;

use program::ids::ObjectId;
use program::value::Base;
use smallvec::SmallVec;

/// A set of objects, one bit each: static ones have even numbers in it, dynamic ones have odd ones.
#[derive(Clone, Default)]
pub struct Bases {
    words: SmallVec<[u64; 4]>,
}

fn place(base: Base) -> Option<(usize, u64)> {
    let number = match base {
        Base::Static(object) => 2 * object.index(),
        Base::Dynamic(number) => 2 * number as usize + 1,
        Base::Address | Base::Procedure(_) => return None,
    };
    Some((number / 64, 1 << (number % 64)))
}

impl Bases {
    /// Adds the object, and tells whether it is new.
    pub fn insert(&mut self, base: Base) -> bool {
        let Some((word, bit)) = place(base) else { return false };
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Whether the object is in the set.
    pub fn contains(&self, base: Base) -> bool {
        place(base).is_some_and(|(word, bit)| self.words.get(word).is_some_and(|bits| bits & bit != 0))
    }

    /// Adds the objects of the other set, and lists those that are new.
    pub fn add(&mut self, other: &Bases, new: &mut Vec<Base>) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (index, (word, more)) in self.words.iter_mut().zip(&other.words).enumerate() {
            let mut rest = more & !*word;
            *word |= more;
            while rest != 0 {
                let number = 64 * index as u32 + rest.trailing_zeros();
                rest &= rest - 1;
                new.push(if number.is_multiple_of(2) {
                    Base::Static(ObjectId(number / 2))
                } else {
                    Base::Dynamic(number / 2)
                });
            }
        }
    }

    /// Adds the objects of the other set.
    pub fn join(&mut self, other: &Bases) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }
}

/// What was found lately, by two numbers; a later finding may displace an earlier one.
pub struct Lately<T> {
    entries: Vec<Option<Entry<T>>>,
}

type Entry<T> = ((u32, u32), Arc<T>);

/// As many as a power of two.
const REMEMBERED: usize = 1 << 12;

impl<T> Default for Lately<T> {
    fn default() -> Lately<T> {
        Lately { entries: Vec::new() }
    }
}

impl<T> Lately<T> {
    /// What was found, if it is still known.
    pub fn get(&self, question: (u32, u32)) -> Option<Arc<T>> {
        match self.entries.get(entry_of(question)) {
            Some(Some((known, found))) if *known == question => Some(found.clone()),
            _ => None,
        }
    }

    /// Remembers what was found.
    pub fn put(&mut self, question: (u32, u32), found: T) -> Arc<T> {
        if self.entries.is_empty() {
            self.entries.resize_with(REMEMBERED, || None);
        }
        let found = Arc::new(found);
        self.entries[entry_of(question)] = Some((question, found.clone()));
        found
    }
}

fn entry_of(question: (u32, u32)) -> usize {
    let joined = u64::from(question.0) << 32 | u64::from(question.1);
    let hash = (joined ^ joined >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash >> 40) as usize & (REMEMBERED - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_is_listed() {
        let objects = [Base::Static(ObjectId(0)), Base::Dynamic(0), Base::Static(ObjectId(70)), Base::Dynamic(33)];
        let (mut set, mut other) = (Bases::default(), Bases::default());
        assert!(set.insert(objects[1]) && !set.insert(objects[1]) && !set.insert(Base::Address));
        assert!(objects.iter().all(|base| other.insert(*base)));
        let mut new = Vec::new();
        set.add(&other, &mut new);
        assert_eq!(new, [objects[0], objects[3], objects[2]]);
        assert!(objects.iter().all(|base| set.contains(*base)) && !set.contains(Base::Static(ObjectId(1))));
    }

    #[test]
    fn what_is_remembered_is_right() {
        let mut lately = Lately::default();
        assert!(lately.get((1, 2)).is_none());
        for number in 0..20_000 {
            lately.put((number, 7), number);
        }
        let known = (0..20_000).filter_map(|number| Some((number, *lately.get((number, 7))?)));
        assert!(known.clone().count() > 1000);
        assert!(known.into_iter().all(|(number, found)| number == found));
    }
}
