//! Texts damaged at random, the same ones every time, for the tests that no input does harm.

/// A small generator of pseudo-random numbers (xorshift), so that a failure can be repeated.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Up to four characters removed, put in, or exchanged for odd ones.
pub fn change_characters<T: Copy>(random: &mut Random, text: &mut Vec<T>, odd: &[T]) {
    for _ in 0..=random.below(4) {
        let place = random.below(text.len());
        match random.below(3) {
            0 => drop(text.remove(place)),
            1 => text.insert(place, odd[random.below(odd.len())]),
            _ => text[place] = odd[random.below(odd.len())],
        }
    }
}

/// The words with up to `most` changes: one is removed, repeated elsewhere or exchanged with another, or all behind it are cut off.
/// Only the first so many of these `ways` are used.
pub fn change_words(random: &mut Random, original: &[&str], most: usize, ways: usize) -> String {
    let mut words = original.to_vec();
    for _ in 0..=random.below(most) {
        let count = words.len();
        let (place, other) = (random.below(count), random.below(original.len()));
        match random.below(ways) {
            0 => drop(words.remove(place)),
            1 => words.insert(place, original[other]),
            2 => words.swap(place, other % count),
            _ => words.truncate(place + 1),
        }
        if words.is_empty() {
            break;
        }
    }
    words.concat()
}

/// Words and what stands between them.
pub fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(|c: char| !c.is_alphanumeric()).collect()
}
