//! The contents of memory objects, each kept once, and lists of them: memories.
//!
//! A memory is a list of the numbers of contents: first of the static objects that can change, in their order, then of the dynamic
//! ones. A dynamic object that has ended, and to which there may still be pointers, is [`ENDED`].

use std::sync::Arc;

use program::bytes::{Byte, Bytes};
use program::command::Storage;
use program::program::StaticObject;
use program::types::Type;
use program::value::{Base, Pointer, Value};
use rustc_hash::FxHashMap;

use crate::words::{Word, Words};

/// Stands for an object whose life has ended.
pub const ENDED: Word = -1;

/// A memory access, or a release, goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct Wrong;

/// The content of an object.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Object {
    /// Its bytes.
    pub bytes: Bytes,
    /// Who ends its life; nobody does if it is static.
    pub storage: Option<Storage>,
}

/// Contents of objects by number, and memories.
pub struct Objects {
    contents: Vec<Arc<Object>>,
    /// What contents point to, each thing once, in the order of its first place.
    targets: Vec<Box<[Base]>>,
    numbers: FxHashMap<Arc<Object>, u32>,
    /// The static objects: those that can change by their place in memories, the others by their content.
    statics: Vec<Static>,
    /// How many static objects can change.
    changing: usize,
    memories: Words,
    bytes: u64,
}

enum Static {
    Changing(usize),
    Constant(Arc<Object>, Box<[Base]>),
}

fn targets_of(object: &Object) -> Box<[Base]> {
    let mut targets = Vec::new();
    for pointer in object.bytes.pointers() {
        if pointer.base != Base::Address && !targets.contains(&pointer.base) {
            targets.push(pointer.base);
        }
    }
    targets.into()
}

impl Objects {
    /// The static objects of a program, and its memory at the start.
    pub fn new(statics: &[StaticObject]) -> (Objects, u32) {
        let mut objects = Objects {
            contents: Vec::new(),
            targets: Vec::new(),
            numbers: FxHashMap::default(),
            statics: Vec::new(),
            changing: 0,
            memories: Words::default(),
            bytes: 0,
        };
        let mut memory = Vec::new();
        for declared in statics {
            let object = Object { bytes: declared.content.clone(), storage: None };
            if declared.constant {
                let targets = targets_of(&object);
                objects.statics.push(Static::Constant(Arc::new(object), targets));
            } else {
                objects.statics.push(Static::Changing(memory.len()));
                memory.push(objects.number(object));
            }
        }
        objects.changing = memory.len();
        let memory = objects.memories.number(&memory);
        (objects, memory)
    }

    fn number(&mut self, object: Object) -> Word {
        if let Some(number) = self.numbers.get(&object) {
            return Word::from(*number);
        }
        let number = self.contents.len() as u32;
        // Two bytes for each, a header, and pointers in a tree.
        self.bytes += (2 * object.bytes.len() + 40 * object.bytes.pointers().count() + 176) as u64;
        self.targets.push(targets_of(&object));
        let object = Arc::new(object);
        self.contents.push(object.clone());
        self.numbers.insert(object, number);
        Word::from(number)
    }

    /// The memory with the number.
    pub fn memory(&self, number: u32) -> &[Word] {
        self.memories.slice(number)
    }

    /// The number of the memory.
    pub fn memory_number(&mut self, memory: &[Word]) -> u32 {
        self.memories.number(memory)
    }

    /// The number of the memory that differs from the one with the number at these places; those of new objects come last.
    pub fn changed(&mut self, memory: u32, changes: &[(u32, Word)]) -> u32 {
        let mut memory = self.memories.slice(memory).to_vec();
        for (place, content) in changes {
            match memory.get_mut(*place as usize) {
                Some(known) => *known = *content,
                None => memory.push(*content),
            }
        }
        self.memories.number(&memory)
    }

    /// The content with the number.
    pub fn content(&self, number: Word) -> &Object {
        &self.contents[number as usize]
    }

    /// How many static objects can change.
    pub fn changing(&self) -> usize {
        self.changing
    }

    /// How much memory all this takes.
    pub fn bytes(&self) -> u64 {
        self.bytes + self.memories.bytes() + (self.contents.capacity() * 32) as u64
    }

    /// Where in memories the object is, if it can change.
    pub fn place(&self, base: Base) -> Option<usize> {
        match base {
            Base::Static(object) => match self.statics.get(object.index())? {
                Static::Changing(place) => Some(*place),
                Static::Constant(..) => None,
            },
            Base::Dynamic(number) => Some(self.changing + number as usize),
            Base::Address | Base::Procedure(_) => None,
        }
    }

    /// The object, if it is alive.
    pub fn object(&self, memory: &[Word], base: Base) -> Result<&Object, Wrong> {
        if let Base::Static(object) = base
            && let Some(Static::Constant(object, _)) = self.statics.get(object.index())
        {
            return Ok(object);
        }
        let place = self.place(base).ok_or(Wrong)?;
        match memory.get(place) {
            Some(&number) if number != ENDED => Ok(self.content(number)),
            _ => Err(Wrong),
        }
    }

    /// The number of the object's content, if it can change and is alive, or else [`ENDED`].
    pub fn content_number(&self, memory: &[Word], base: Base) -> Word {
        self.place(base).and_then(|place| memory.get(place)).copied().unwrap_or(ENDED)
    }

    /// What the object points to, each thing once; an object that is not alive points to nothing.
    pub fn targets(&self, memory: &[Word], base: Base) -> &[Base] {
        if let Base::Static(object) = base
            && let Some(Static::Constant(_, targets)) = self.statics.get(object.index())
        {
            return targets;
        }
        match self.place(base).and_then(|place| memory.get(place)) {
            Some(&number) if number != ENDED => self.content_targets(number),
            _ => &[],
        }
    }

    /// What the content with the number points to, each thing once.
    pub fn content_targets(&self, number: Word) -> &[Base] {
        &self.targets[number as usize]
    }

    /// The value of the type at the pointer.
    pub fn load(&self, memory: &[Word], pointer: Pointer, ty: &Type) -> Result<Value, Wrong> {
        let size = match ty {
            Type::Bits(width) => u64::from(width / 8),
            _ => 8,
        };
        Ok(Value::of_bytes(&self.read(memory, pointer, size)?, ty))
    }

    fn read(&self, memory: &[Word], pointer: Pointer, count: u64) -> Result<Vec<Byte>, Wrong> {
        let object = self.object(memory, pointer.base)?;
        let start = range(&object.bytes, pointer.offset, count)?;
        Ok((start..start + count as usize).map(|index| object.bytes.get(index)).collect())
    }

    /// Writes bytes from the pointer on.
    pub fn store(&mut self, memory: &mut [Word], pointer: Pointer, bytes: &[Byte]) -> Result<(), Wrong> {
        let place = self.place(pointer.base).ok_or(Wrong)?;
        let mut object = self.object(memory, pointer.base)?.clone();
        let start = range(&object.bytes, pointer.offset, bytes.len() as u64)?;
        object.bytes.put(start, bytes);
        memory[place] = self.number(object);
        Ok(())
    }

    /// Copies bytes.
    pub fn copy(&mut self, memory: &mut [Word], to: Pointer, from: Pointer, count: u64) -> Result<(), Wrong> {
        if count == 0 {
            return Ok(());
        }
        let bytes = self.read(memory, from, count)?;
        self.store(memory, to, &bytes)
    }

    /// Writes the same byte to many places.
    pub fn fill(&mut self, memory: &mut [Word], to: Pointer, byte: Byte, count: u64) -> Result<(), Wrong> {
        if count == 0 {
            return Ok(());
        }
        let size = self.object(memory, to.base)?.bytes.len();
        let count = usize::try_from(count).ok().filter(|count| *count <= size).ok_or(Wrong)?;
        self.store(memory, to, &vec![byte; count])
    }

    /// Makes an object of uninitialised bytes and returns its number among the dynamic ones.
    pub fn allocate(&mut self, memory: &mut Vec<Word>, size: u64, storage: Storage) -> u32 {
        let object = Object { bytes: Bytes::uninitialised(size as usize), storage: Some(storage) };
        memory.push(self.number(object));
        (memory.len() - 1 - self.changing) as u32
    }

    /// Ends the life of a heap object.
    pub fn free(&mut self, memory: &mut [Word], pointer: Pointer) -> Result<(), Wrong> {
        match pointer {
            Pointer::NULL => Ok(()),
            Pointer { base: Base::Dynamic(number), offset: 0 } => {
                if self.object(memory, pointer.base)?.storage != Some(Storage::Heap) {
                    return Err(Wrong);
                }
                self.end(memory, number);
                Ok(())
            }
            _ => Err(Wrong),
        }
    }

    /// Ends the life of a dynamic object.
    pub fn end(&self, memory: &mut [Word], number: u32) {
        memory[self.changing + number as usize] = ENDED;
    }

    /// The content of the number with every pointer exchanged for another; those into the same object stay so.
    pub fn with_pointers(&mut self, number: Word, exchange: impl Fn(Pointer) -> Pointer) -> Word {
        let is_kept = |base: &Base| exchange(Pointer { base: *base, offset: 0 }).base == *base;
        if self.content_targets(number).iter().all(is_kept) {
            return number;
        }
        let object = self.content(number);
        let bytes = object.bytes.with_pointers(exchange);
        let storage = object.storage;
        self.number(Object { bytes, storage })
    }
}

fn range(bytes: &Bytes, offset: i64, count: u64) -> Result<usize, Wrong> {
    let start = u64::try_from(offset).map_err(|_| Wrong)?;
    let end = start.checked_add(count).ok_or(Wrong)?;
    if end > bytes.len() as u64 { Err(Wrong) } else { Ok(start as usize) }
}
