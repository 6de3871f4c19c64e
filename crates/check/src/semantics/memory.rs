//! The memory: objects of bytes, and pointers that remember which object they belong to.
//!
//! Integers are kept with their low byte first. A pointer takes eight bytes, which keep together what they are part of,
//! so that copying them byte by byte keeps the pointer's provenance.
//! Reading part of a pointer as a number has no specified value.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use program::command::Storage;
use program::ids::ObjectId;
use program::program::{InitialByte, InitialTarget, Program};
use program::types::Type;
use program::value::{Base, Bits, Pointer, Value};

use crate::semantics::fault::{Fault, MemoryError};

/// How many bytes a pointer takes.
pub const POINTER_BYTES: u64 = 8;

/// All objects that are alive.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memory {
    statics: Vec<Object>,
    dynamics: BTreeMap<u32, Object>,
    /// The number of the next object. Numbers are never used twice, so that dangling pointers stay dangling.
    next: u32,
}

/// A stretch of bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// Its content.
    pub bytes: Vec<Byte>,
    /// Who ends its life; static objects live for ever.
    pub storage: Option<Storage>,
    constant: bool,
}

/// A byte of memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Byte {
    /// Never written.
    Uninitialised,
    /// An ordinary byte.
    Data(u8),
    /// One of the eight bytes of a pointer.
    PointerPart(Pointer, u8),
}

impl Memory {
    /// The static objects with their first contents.
    pub fn initial(program: &Program) -> Memory {
        let object = |declared: &program::program::StaticObject| Object {
            bytes: declared.content.iter().map(initial_byte).collect(),
            storage: None,
            constant: declared.constant,
        };
        Memory { statics: program.objects.iter().map(object).collect(), ..Memory::default() }
    }

    /// The dynamic objects by number.
    pub fn dynamics(&self) -> impl Iterator<Item = (u32, &Object)> {
        self.dynamics.iter().map(|(number, object)| (*number, object))
    }

    /// The static objects in order.
    pub fn statics(&self) -> &[Object] {
        &self.statics
    }

    /// Whether no object was ever allocated, as far as numbers tell: there is nothing to rename then.
    pub(crate) fn is_untouched(&self) -> bool {
        self.next == 0
    }

    /// The same memory with dynamic objects under other numbers: those without a new number are dropped.
    pub(crate) fn renamed(&self, rename: &BTreeMap<u32, u32>) -> Memory {
        let pointer = |pointer: Pointer| rename_pointer(pointer, rename);
        let object = |object: &Object| {
            let byte = |byte: &Byte| match byte {
                Byte::PointerPart(part, position) => Byte::PointerPart(pointer(*part), *position),
                other => *other,
            };
            Object { bytes: object.bytes.iter().map(byte).collect(), ..object.clone() }
        };
        let kept = self.dynamics.iter().filter_map(|(number, old)| Some((*rename.get(number)?, object(old))));
        Memory {
            statics: self.statics.iter().map(object).collect(),
            dynamics: kept.collect(),
            next: rename.values().max().map_or(0, |last| last + 1),
        }
    }

    /// Makes a new object of uninitialised bytes and returns its number.
    pub(crate) fn allocate(&mut self, size: u64, storage: Storage) -> u32 {
        let number = self.next;
        self.next += 1;
        let bytes = vec![Byte::Uninitialised; usize::try_from(size).unwrap_or(usize::MAX)];
        self.dynamics.insert(number, Object { bytes, storage: Some(storage), constant: false });
        number
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
                Some(Object { storage: Some(Storage::Heap), .. }) => {
                    self.dynamics.remove(&number);
                    Ok(())
                }
                _ => Err(MemoryError::BadFree),
            },
            _ => Err(MemoryError::BadFree),
        }
    }

    /// The value of the type at the pointer.
    pub fn load(&self, pointer: Pointer, ty: &Type) -> Result<Value, Fault> {
        let object = self.object(pointer.base)?;
        let bytes = &object.bytes[range(object, pointer.offset, size_of(ty))?];
        if bytes.contains(&Byte::Uninitialised) {
            return Err(MemoryError::Uninitialised.into());
        }
        match ty {
            Type::Pointer => load_pointer(bytes),
            Type::Bits(width) => load_bits(bytes, *width),
            _ => unreachable!("validity: only machine integers and pointers are kept in memory"),
        }
    }

    /// Writes the value at the pointer.
    pub(crate) fn store(&mut self, pointer: Pointer, value: &Value) -> Result<(), Fault> {
        let bytes = bytes_of(value);
        let object = self.object_mut(pointer.base)?;
        if object.constant {
            return Err(MemoryError::Constant.into());
        }
        let range = range(object, pointer.offset, bytes.len() as u64)?;
        object.bytes[range].copy_from_slice(&bytes);
        Ok(())
    }

    fn object(&self, base: Base) -> Result<&Object, MemoryError> {
        match base {
            Base::Address | Base::Procedure(_) => Err(MemoryError::NoObject),
            Base::Static(object) => self.statics.get(object.index()).ok_or(MemoryError::NoObject),
            Base::Dynamic(number) => self.dynamics.get(&number).ok_or(MemoryError::Dangling),
        }
    }

    fn object_mut(&mut self, base: Base) -> Result<&mut Object, MemoryError> {
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
        Type::Pointer => POINTER_BYTES,
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

/// A pointer is read back only from its own eight bytes in order, or from the bytes of a number.
fn load_pointer(bytes: &[Byte]) -> Result<Value, Fault> {
    if let Byte::PointerPart(pointer, _) = bytes[0] {
        let whole = bytes.iter().enumerate().all(|(i, byte)| *byte == Byte::PointerPart(pointer, i as u8));
        return if whole { Ok(Value::Pointer(pointer)) } else { Err(part_of_a_pointer()) };
    }
    let Value::Bits(address) = load_bits(bytes, 64)? else { unreachable!("bits load as bits") };
    let offset = i64::try_from(address.signed()).expect("64 bits fit in 64 bits");
    Ok(Value::Pointer(Pointer { base: Base::Address, offset }))
}

fn load_bits(bytes: &[Byte], width: u32) -> Result<Value, Fault> {
    let data = |byte: &Byte| match byte {
        Byte::Data(data) => Ok(*data),
        Byte::PointerPart(..) => Err(part_of_a_pointer()),
        Byte::Uninitialised => Err(MemoryError::Uninitialised.into()),
    };
    let bytes = bytes.iter().map(data).collect::<Result<Vec<u8>, Fault>>()?;
    let number = BigInt::from(BigUint::from_bytes_le(&bytes));
    Ok(Value::Bits(Bits::wrap(width, &number)))
}

fn part_of_a_pointer() -> Fault {
    Fault::Unspecified { what: "part of a pointer read as a number".to_owned() }
}

/// The bytes that hold the value; those of an arbitrary value are uninitialised.
fn bytes_of(value: &Value) -> Vec<Byte> {
    match value {
        Value::Bits(bits) => {
            let mut data = bits.unsigned().to_bytes_le();
            data.resize((bits.width() / 8) as usize, 0);
            data.into_iter().map(Byte::Data).collect()
        }
        Value::Pointer(pointer) => {
            (0..POINTER_BYTES as u8).map(|position| Byte::PointerPart(*pointer, position)).collect()
        }
        _ => unreachable!("validity: only machine integers and pointers are kept in memory"),
    }
}

fn initial_byte(byte: &InitialByte) -> Byte {
    match *byte {
        InitialByte::Data(data) => Byte::Data(data),
        InitialByte::PointerPart { target, offset, position } => {
            let base = match target {
                InitialTarget::Object(object) => Base::Static(ObjectId::new(object.index())),
                InitialTarget::Procedure(procedure) => Base::Procedure(procedure),
            };
            Byte::PointerPart(Pointer { base, offset }, position)
        }
    }
}

pub(crate) fn rename_pointer(pointer: Pointer, rename: &BTreeMap<u32, u32>) -> Pointer {
    match pointer.base {
        Base::Dynamic(number) => {
            let base = Base::Dynamic(*rename.get(&number).unwrap_or(&number));
            Pointer { base, ..pointer }
        }
        _ => pointer,
    }
}
