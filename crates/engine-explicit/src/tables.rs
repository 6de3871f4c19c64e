//! What words stand for besides numbers: maps, odd values, objects in memory; and which objects were accessed.

use program::arithmetic::{Undetermined, machine};
use program::expr::{BinaryOp, UnaryOp};
use program::program::StaticObject;
use program::types::Type;
use program::value::{Base, Pointer};
use smallvec::SmallVec;

use crate::code::Fault;
use crate::maps::Maps;
use crate::objects::Objects;
use crate::odd::Odd;
use crate::words::Word;

/// What words stand for.
pub struct Tables {
    /// Maps.
    pub maps: Maps,
    /// Values that are not plain words.
    pub odd: Odd,
    /// Contents of memory.
    pub objects: Objects,
    /// The objects that were accessed since somebody asked.
    pub log: Accesses,
}

/// Objects in memory that are read and written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Accesses {
    /// Read.
    pub reads: SmallVec<[Base; 4]>,
    /// Written, or brought to their end.
    pub writes: SmallVec<[Base; 4]>,
}

impl Accesses {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty()
    }

    /// Adds others.
    pub fn add(&mut self, other: &Accesses) {
        other.reads.iter().for_each(|base| note(&mut self.reads, *base));
        other.writes.iter().for_each(|base| note(&mut self.writes, *base));
    }
}

fn note(list: &mut SmallVec<[Base; 4]>, base: Base) {
    if !list.contains(&base) {
        list.push(base);
    }
}

impl Tables {
    /// Tables for a program with these static objects, and its memory at the start.
    pub fn new(statics: &[StaticObject]) -> (Tables, u32) {
        let (objects, memory) = Objects::new(statics);
        (Tables { maps: Maps::default(), odd: Odd::default(), objects, log: Accesses::default() }, memory)
    }

    /// How much memory they take.
    pub fn bytes(&self) -> u64 {
        self.maps.bytes() + self.odd.bytes() + self.objects.bytes()
    }

    /// Notes down that something is read through the pointer.
    pub fn note_read(&mut self, pointer: Pointer) {
        if let Base::Static(_) | Base::Dynamic(_) = pointer.base {
            note(&mut self.log.reads, pointer.base);
        }
    }

    /// Notes down that something is written through the pointer.
    pub fn note_write(&mut self, pointer: Pointer) {
        if let Base::Static(_) | Base::Dynamic(_) = pointer.base {
            note(&mut self.log.writes, pointer.base);
        }
    }

    /// The operator on a machine integer or a pointer of the type, whatever it holds.
    pub fn unary(&mut self, op: UnaryOp, ty: &Type, operand: Word) -> Result<Word, Fault> {
        let value = machine::unary(op, &self.odd.decode(ty, operand));
        let value = value.ok_or(Fault::TooLarge)?.map_err(fault)?;
        match value {
            program::value::Value::Int(number) => {
                let word = i64::try_from(&number).map_err(|_| Fault::TooLarge)?;
                if word == crate::words::ANY || crate::odd::is_odd(word) { Err(Fault::TooLarge) } else { Ok(word) }
            }
            value => Ok(self.odd.encode(&value)),
        }
    }

    /// The operator on two machine integers or pointers of the types, whatever they hold.
    pub fn binary(&mut self, op: BinaryOp, types: &(Type, Type), left: Word, right: Word) -> Result<Word, Fault> {
        let value = machine::binary(op, &self.odd.decode(&types.0, left), &self.odd.decode(&types.1, right));
        let value = value.ok_or(Fault::TooLarge)?.map_err(fault)?;
        Ok(self.odd.encode(&value))
    }

    /// The pointer that the word stands for.
    pub fn pointer(&self, word: Word) -> Result<Pointer, Fault> {
        self.odd.pointer(word).ok_or(Fault::Fails)
    }
}

fn fault(why: Undetermined) -> Fault {
    match why {
        Undetermined::Uninitialised | Undetermined::DifferentObjects => Fault::Fails,
        Undetermined::Unspecified(what) => Fault::Unspecified(what.to_owned()),
    }
}
