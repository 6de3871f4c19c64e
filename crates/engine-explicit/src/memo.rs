//! What a thread can do, by what that depends on.

use std::hash::Hasher;
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::store::Number;
use crate::words::Word;

/// Ranges of transitions by a thread's number and the words on which its steps depend.
#[derive(Default)]
pub struct Memo {
    entries: HashTable<Entry>,
    words: Vec<Word>,
}

struct Entry {
    thread: Number,
    /// Where its words begin.
    words: u32,
    count: u32,
    start: u32,
    end: u32,
}

impl Memo {
    /// The range, if it is known.
    pub fn get(&self, thread: Number, depends_on: &[Word]) -> Option<Range<u32>> {
        let is_it = |entry: &Entry| entry.thread == thread && words_of(entry, &self.words) == depends_on;
        let entry = self.entries.find(hash(thread, depends_on), is_it)?;
        Some(entry.start..entry.end)
    }

    /// Remembers a range that is not known yet.
    pub fn insert(&mut self, thread: Number, depends_on: &[Word], range: Range<u32>) {
        let entry = Entry {
            thread,
            words: self.words.len() as u32,
            count: depends_on.len() as u32,
            start: range.start,
            end: range.end,
        };
        self.words.extend_from_slice(depends_on);
        let Memo { entries, words } = self;
        entries.insert_unique(hash(thread, depends_on), entry, |other| hash(other.thread, words_of(other, words)));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.words.clear();
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> u64 {
        (self.entries.allocation_size() + self.words.capacity() * size_of::<Word>()) as u64
    }
}

fn words_of<'a>(entry: &Entry, words: &'a [Word]) -> &'a [Word] {
    &words[entry.words as usize..(entry.words + entry.count) as usize]
}

fn hash(thread: Number, words: &[Word]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(thread);
    words.iter().for_each(|word| hasher.write_i64(*word));
    hasher.finish()
}
