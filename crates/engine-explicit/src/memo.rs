//! What a thread can do, by what that depends on.
//!
//! Of the memory it depends on the contents of those objects that the thread has looked at when it was tried: another memory in
//! which they have the same contents makes no difference.

use std::hash::Hasher;
use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashTable;
use program::value::Base;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use crate::store::Number;
use crate::tables::Accesses;
use crate::words::Word;

/// The words on which the steps of a thread depend.
pub type DependsOn = SmallVec<[Word; 12]>;

/// Ranges of transitions by a thread's number and the words on which its steps depend.
#[derive(Default)]
pub struct Memo {
    entries: HashTable<Entry>,
    words: Vec<Word>,
    /// The objects that threads have looked at, in one of several ways if what they find there makes a difference.
    looked_at: FxHashMap<Number, SmallVec<[Arc<Accesses>; 1]>>,
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
        let Memo { entries, words, .. } = self;
        entries.insert_unique(hash(thread, depends_on), entry, |other| hash(other.thread, words_of(other, words)));
    }

    /// The range, if it is known for a memory with the same contents where it matters; `content` tells those of the memory.
    pub fn get_with_memory(
        &self,
        thread: Number,
        depends_on: &DependsOn,
        content: impl Fn(Base) -> Word,
    ) -> Option<Range<u32>> {
        let mut words = depends_on.clone();
        self.looked_at.get(&thread)?.iter().enumerate().find_map(|(way, objects)| {
            words.truncate(depends_on.len());
            add_contents(&mut words, way, objects, &content);
            self.get(thread, &words)
        })
    }

    /// Remembers a range that is not known yet, for all memories with the same contents where the thread has looked.
    pub fn insert_with_memory(
        &mut self,
        thread: Number,
        mut depends_on: DependsOn,
        objects: Accesses,
        content: impl Fn(Base) -> Word,
        range: Range<u32>,
    ) {
        let ways = self.looked_at.entry(thread).or_default();
        let known = ways.iter().position(|way| **way == objects);
        let way = known.unwrap_or_else(|| {
            ways.push(Arc::new(objects));
            ways.len() - 1
        });
        add_contents(&mut depends_on, way, &ways[way], content);
        self.insert(thread, &depends_on, range);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.looked_at.clear();
        self.entries.clear();
        self.words.clear();
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> u64 {
        let looked_at = self.looked_at.capacity() * (size_of::<Arc<Accesses>>() + 16 + size_of::<Accesses>());
        (self.entries.allocation_size() + self.words.capacity() * size_of::<Word>() + looked_at) as u64
    }
}

fn add_contents(words: &mut DependsOn, way: usize, objects: &Accesses, content: impl Fn(Base) -> Word) {
    words.push(way as Word);
    words.extend(objects.reads.iter().chain(&objects.writes).map(|base| content(*base)));
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
