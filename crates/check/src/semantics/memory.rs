//! The memory: objects of bytes, and pointers that remember which object they belong to.
//!
//! Integers are kept with their low byte first. A pointer takes eight bytes, which keep together what they are part of,
//! so that copying them byte by byte keeps the pointer's provenance.
//! Bits that were never written have no value; they can be read and copied, and it is an error if something depends on them.

use std::collections::BTreeMap;
use std::sync::Arc;

use program::bytes::{Byte, Bytes, LARGEST_OBJECT, POINTER_BYTES};
use program::command::Storage;
use program::ids::ObjectId;
use program::program::Program;
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::semantics::canonical::Names;
use crate::semantics::fault::{Fault, MemoryError};

/// All objects that are alive.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memory {
    statics: Vec<Arc<Object>>,
    dynamics: BTreeMap<u32, Arc<Object>>,
    /// The number of the next object. Numbers are never used twice, so that dangling pointers stay dangling.
    next: u32,
}

/// How to make one content of several of the object; nothing if they do not go together.
pub(crate) type CombineBytes<'a> = dyn Fn(Base, &[&Bytes]) -> Option<Bytes> + 'a;

/// A stretch of bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// Its content.
    pub bytes: Bytes,
    /// Who ends its life; static objects live for ever.
    pub storage: Option<Storage>,
    /// Whether a write to it is an error.
    pub constant: bool,
}

impl Memory {
    /// The static objects with their first contents.
    pub fn initial(program: &Program) -> Memory {
        let object = |declared: &program::program::StaticObject| {
            let bytes = declared.content.clone();
            Arc::new(Object { bytes, storage: None, constant: declared.constant })
        };
        Memory { statics: program.objects.iter().map(object).collect(), ..Memory::default() }
    }

    /// The dynamic objects by number.
    pub fn dynamics(&self) -> impl Iterator<Item = (u32, &Arc<Object>)> {
        self.dynamics.iter().map(|(number, object)| (*number, object))
    }

    /// The static objects in order.
    pub fn statics(&self) -> &[Arc<Object>] {
        &self.statics
    }

    /// Whether no object was ever allocated, as far as numbers tell: there is nothing to rename then.
    pub(crate) fn is_untouched(&self) -> bool {
        self.next == 0
    }

    /// The same memory with dynamic objects under other numbers: those without a new number are dropped.
    pub(crate) fn renamed(&self, rename: &Names) -> Memory {
        let object = |object: &Arc<Object>| {
            if object.bytes.pointers().all(|pointer| rename_pointer(pointer, rename) == pointer) {
                return object.clone();
            }
            let bytes = object.bytes.with_pointers(|pointer| rename_pointer(pointer, rename));
            Arc::new(Object { bytes, ..**object })
        };
        let kept = self.dynamics.iter().filter_map(|(number, old)| Some((rename.get(*number)?, object(old))));
        Memory { statics: self.statics.iter().map(object).collect(), dynamics: kept.collect(), next: rename.len() }
    }

    /// The same memory without the dynamic objects from this number on, which is that of the next object.
    pub(crate) fn with_numbers_below(&self, next: u32) -> Memory {
        let dynamics = self.dynamics.range(..next).map(|(number, object)| (*number, object.clone())).collect();
        Memory { statics: self.statics.clone(), dynamics, next }
    }

    /// The number of the next object.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    /// The same memory with other objects in place of these.
    pub(crate) fn with_objects(&self, mut exchange: impl FnMut(&Arc<Object>) -> Arc<Object>) -> Memory {
        Memory {
            statics: self.statics.iter().map(&mut exchange).collect(),
            dynamics: self.dynamics.iter().map(|(number, object)| (*number, exchange(object))).collect(),
            next: self.next,
        }
    }

    /// One memory of several that have the same objects and differ in what is in them at most; nothing if they do not, or if contents do not go
    /// together.
    pub(crate) fn combined(memories: &[&Memory], combine: &CombineBytes<'_>) -> Option<Memory> {
        let first = memories[0];
        let is_alike = |memory: &&Memory| {
            let (statics, next) = (memory.statics.len(), memory.next);
            (statics, next) == (first.statics.len(), first.next) && memory.dynamics.keys().eq(first.dynamics.keys())
        };
        if !memories.iter().all(is_alike) {
            return None;
        }
        let object = |base: Base| {
            let objects = memories.iter().map(|memory| memory.object(base).ok()).collect::<Option<Vec<&Object>>>()?;
            let fixed = |object: &Object| (object.bytes.len(), object.storage, object.constant);
            if objects.iter().any(|object| fixed(object) != fixed(objects[0])) {
                return None;
            }
            let bytes = combine(base, &objects.iter().map(|object| &object.bytes).collect::<Vec<&Bytes>>())?;
            Some(Arc::new(Object { bytes, ..*objects[0] }))
        };
        let statics = (0..first.statics.len()).map(|index| object(Base::Static(ObjectId::new(index))));
        let dynamics = first.dynamics.keys().map(|number| Some((*number, object(Base::Dynamic(*number))?)));
        Some(Memory {
            statics: statics.collect::<Option<_>>()?,
            dynamics: dynamics.collect::<Option<_>>()?,
            next: first.next,
        })
    }

    /// Makes a new object of uninitialised bytes and returns its number.
    pub(crate) fn allocate(&mut self, size: u64, storage: Storage) -> Result<u32, Fault> {
        if size > LARGEST_OBJECT {
            return Err(Fault::Unspecified { what: format!("an object of {size} bytes") });
        }
        let number = self.next;
        self.next += 1;
        let bytes = Bytes::uninitialised(size as usize);
        self.dynamics.insert(number, Arc::new(Object { bytes, storage: Some(storage), constant: false }));
        Ok(number)
    }

    /// Ends the life of an object.
    pub(crate) fn remove(&mut self, number: u32) {
        self.dynamics.remove(&number);
    }

    /// Ends the life of a heap object.
    pub(crate) fn free(&mut self, pointer: Pointer) -> Result<(), MemoryError> {
        match pointer {
            Pointer::NULL => Ok(()),
            Pointer { base: Base::Dynamic(number), offset: 0 } => match self.dynamics.get(&number) {
                Some(object) if object.storage == Some(Storage::Heap) => {
                    self.dynamics.remove(&number);
                    Ok(())
                }
                Some(_) => Err(MemoryError::BadFree),
                None => Err(MemoryError::FreedTwice),
            },
            _ => Err(MemoryError::BadFree),
        }
    }

    /// The value of the type at the pointer.
    pub fn load(&self, pointer: Pointer, ty: &Type) -> Result<Value, MemoryError> {
        Ok(Value::of_bytes(&self.bytes(pointer, size_of(ty))?, ty))
    }

    /// So many bytes from the pointer on.
    pub fn bytes(&self, pointer: Pointer, count: u64) -> Result<Vec<Byte>, MemoryError> {
        let object = self.object(pointer.base)?;
        Ok(range(object, pointer.offset, count)?.map(|index| object.bytes.get(index)).collect())
    }

    /// Writes bytes from the pointer on.
    pub(crate) fn store(&mut self, pointer: Pointer, bytes: &[Byte]) -> Result<(), MemoryError> {
        let object = self.object_mut(pointer.base)?;
        let range = range(object, pointer.offset, bytes.len() as u64)?;
        if object.constant {
            return Err(MemoryError::Constant);
        }
        Arc::make_mut(object).bytes.put(range.start, bytes);
        Ok(())
    }

    /// Copies bytes from one place to another.
    pub(crate) fn copy(&mut self, to: Pointer, from: Pointer, count: u64) -> Result<(), MemoryError> {
        if count == 0 {
            return Ok(());
        }
        let bytes = self.bytes(from, count)?;
        self.store(to, &bytes)
    }

    /// Writes the same byte to many places.
    pub(crate) fn fill(&mut self, to: Pointer, byte: Byte, count: u64) -> Result<(), MemoryError> {
        if count == 0 {
            return Ok(());
        }
        let size = self.object(to.base)?.bytes.len();
        let count = usize::try_from(count).ok().filter(|count| *count <= size).ok_or(MemoryError::OutOfBounds)?;
        self.store(to, &vec![byte; count])
    }

    /// How many bytes the object has that the pointer points into.
    pub fn size(&self, pointer: Pointer) -> Result<u64, MemoryError> {
        Ok(self.object(pointer.base)?.bytes.len() as u64)
    }

    /// The object, if it is alive.
    pub fn object(&self, base: Base) -> Result<&Object, MemoryError> {
        match base {
            Base::Address | Base::Procedure(_) => Err(MemoryError::NoObject),
            Base::Static(object) => {
                self.statics.get(object.index()).map(|object| &**object).ok_or(MemoryError::NoObject)
            }
            Base::Dynamic(number) => self.dynamics.get(&number).map(|object| &**object).ok_or(MemoryError::Dangling),
        }
    }

    fn object_mut(&mut self, base: Base) -> Result<&mut Arc<Object>, MemoryError> {
        match base {
            Base::Address | Base::Procedure(_) => Err(MemoryError::NoObject),
            Base::Static(object) => self.statics.get_mut(object.index()).ok_or(MemoryError::NoObject),
            Base::Dynamic(number) => self.dynamics.get_mut(&number).ok_or(MemoryError::Dangling),
        }
    }
}

/// How many bytes a value of the type takes in memory.
fn size_of(ty: &Type) -> u64 {
    match ty {
        Type::Bits(width) => u64::from(width / 8),
        Type::Pointer => u64::from(POINTER_BYTES),
        _ => unreachable!("validity: only machine integers and pointers are kept in memory"),
    }
}

fn range(object: &Object, offset: i64, size: u64) -> Result<std::ops::Range<usize>, MemoryError> {
    let start = u64::try_from(offset).map_err(|_| MemoryError::OutOfBounds)?;
    let end = start.checked_add(size).ok_or(MemoryError::OutOfBounds)?;
    if end > object.bytes.len() as u64 {
        return Err(MemoryError::OutOfBounds);
    }
    Ok(start as usize..end as usize)
}

pub(crate) fn rename_pointer(pointer: Pointer, rename: &Names) -> Pointer {
    match pointer.base {
        Base::Dynamic(number) => {
            let base = Base::Dynamic(rename.get(number).unwrap_or(number));
            Pointer { base, ..pointer }
        }
        _ => pointer,
    }
}
