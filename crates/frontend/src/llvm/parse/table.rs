//! Names to positions in tables: things may be mentioned before they are defined.

use std::collections::HashMap;
use std::sync::Arc;

use crate::llvm::ids::Name;

/// Things of one kind, by name and by number.
pub struct Table<T> {
    texts: HashMap<Arc<str>, u32>,
    numbers: HashMap<u32, u32>,
    entries: Vec<Entry<T>>,
}

struct Entry<T> {
    name: Name,
    /// Where it was first mentioned.
    mentioned: usize,
    content: Option<T>,
}

impl<T> Table<T> {
    /// An empty table.
    pub fn new() -> Table<T> {
        Table { texts: HashMap::new(), numbers: HashMap::new(), entries: Vec::new() }
    }

    /// The position of what has this name.
    pub fn text(&mut self, text: &str, place: usize) -> u32 {
        if let Some(index) = self.texts.get(text) {
            return *index;
        }
        let text: Arc<str> = text.into();
        let index = self.append(Name::Text(Arc::clone(&text)), place, None);
        self.texts.insert(text, index);
        index
    }

    /// The position of what has this number.
    pub fn number(&mut self, number: u32, place: usize) -> u32 {
        if let Some(index) = self.numbers.get(&number) {
            return *index;
        }
        let index = self.append(Name::Number(number), place, None);
        self.numbers.insert(number, index);
        index
    }

    /// The position of something that only this position names.
    pub fn anonymous(&mut self, content: T) -> u32 {
        self.append(Name::Number(u32::MAX), 0, Some(content))
    }

    fn append(&mut self, name: Name, mentioned: usize, content: Option<T>) -> u32 {
        let index = u32::try_from(self.entries.len()).expect("the text would be larger than 4 GB");
        self.entries.push(Entry { name, mentioned, content });
        index
    }

    /// Says what stands at the position; whether nothing stood there before.
    #[must_use]
    pub fn define(&mut self, index: u32, content: T) -> bool {
        self.entries[index as usize].content.replace(content).is_none()
    }

    /// The name of what is at the position.
    pub fn name(&self, index: u32) -> &Name {
        &self.entries[index as usize].name
    }

    /// What stands at the position, if it was defined.
    pub fn get(&self, index: u32) -> Option<&T> {
        self.entries[index as usize].content.as_ref()
    }

    /// Whether nothing was mentioned yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All names and contents, in the order of mention; or the first name that was never defined, and its place.
    pub fn finish(self) -> Result<Vec<(Name, T)>, (Name, usize)> {
        let entries = self.entries.into_iter();
        entries
            .map(|entry| {
                entry.content.map(|content| (entry.name.clone(), content)).ok_or((entry.name, entry.mentioned))
            })
            .collect()
    }
}
