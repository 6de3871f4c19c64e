//! Random statements about memory. Most keep to pointers that are good; a failure would hide everything else.

use super::writer::Writer;
use crate::command::{Action, Storage};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::{NodeId, ObjectId};
use crate::types::Type;
use crate::value::{Base, Bits, Pointer, Value};

const BYTE: Type = Type::Bits(8);

impl Writer<'_> {
    /// A condition on pointers or on the content of static memory.
    pub fn memory_condition(&mut self) -> Expr {
        match self.random.below(8) {
            0 | 1 => Expr::binary(BinaryOp::Equal, self.pointer(), self.pointer()),
            2 => {
                let (left, right) = (self.static_pointer(), self.static_pointer());
                let is_known = Expr::binary(BinaryOp::Ordered, left.clone(), right.clone());
                Expr::binary(BinaryOp::And, is_known, Expr::binary(BinaryOp::PointerLess, left, right))
            }
            5 => Expr::binary(BinaryOp::Ordered, self.pointer(), self.pointer()),
            3 => {
                let distance = Expr::binary(BinaryOp::Distance, self.static_pointer(), self.static_pointer());
                Expr::binary(BinaryOp::Equal, distance, double_word(self.random.below(2) as u64))
            }
            4 => {
                let address = Expr::unary(UnaryOp::BitsToPointer, double_word(self.random.below(2) as u64));
                let number = Expr::unary(UnaryOp::PointerToBits, address);
                Expr::binary(BinaryOp::Equal, number, double_word(1))
            }
            _ => {
                let (pointer, value) = (self.static_pointer(), self.bits(8, 0));
                Expr::binary(BinaryOp::Equal, Expr::Load(Box::new(pointer), BYTE), value)
            }
        }
    }

    pub fn memory_statement(&mut self, from: NodeId, to: NodeId) {
        let local = self.local_pointer();
        match (self.random.below(10), local) {
            (0, Some(local)) => self.own_object(from, to, local, Storage::Heap),
            (1, Some(local)) if self.loops == 0 => self.own_object(from, to, local, Storage::Stack),
            (2 | 3, Some(local)) => self.publish(from, to, local),
            (4, Some(local)) => self.take(from, to, local),
            (5, Some(local)) => self.copy_through_memory(from, to, local),
            (6, _) if self.odd() => self.careless(from, to),
            (7 | 8, _) => self.read_static(from, to),
            _ if self.random.chance(30) => self.move_static(from, to),
            _ => self.write_static(from, to),
        }
    }

    fn local_pointer(&self) -> Option<VarRef> {
        self.variables(&Type::Pointer).into_iter().find(|variable| matches!(variable, VarRef::Local(_)))
    }

    fn global_pointer(&self) -> Option<VarRef> {
        self.variables(&Type::Pointer).into_iter().find(|variable| matches!(variable, VarRef::Global(_)))
    }

    /// The byte that stands for a flag, if flags are in memory.
    fn flag_byte(&self, flag: VarRef) -> Option<Expr> {
        let flags = [self.flavour.done.map(|(done, _)| done), self.flavour.signal, self.flavour.lock];
        let offset = flags.iter().position(|other| *other == Some(flag))? as i64;
        let pointer = Pointer { base: Base::Static(ObjectId(3)), offset };
        self.flavour.flags_in_memory.then_some(Expr::Literal(Value::Pointer(pointer)))
    }

    /// Whether the flag is up.
    pub fn is_up(&self, flag: VarRef) -> Expr {
        match self.flag_byte(flag) {
            Some(pointer) => Expr::binary(BinaryOp::Equal, Expr::Load(Box::new(pointer), BYTE), byte(1)),
            None => Expr::Variable(flag),
        }
    }

    /// Raises the flag if the condition holds, and lowers it otherwise.
    pub fn set_flag(&self, flag: VarRef, condition: Expr) -> Action {
        match self.flag_byte(flag) {
            Some(pointer) => {
                let value = Expr::If(Box::new(condition), Box::new(byte(1)), Box::new(byte(0)));
                Action::Store { pointer, value }
            }
            None => Action::Assign(vec![(flag, condition)]),
        }
    }

    /// Waits for a byte, or goes one way or the other as it says.
    fn read_static(&mut self, from: NodeId, to: NodeId) {
        let (pointer, value) = (self.static_pointer(), self.bits(8, 0));
        let holds = Expr::binary(BinaryOp::Equal, Expr::Load(Box::new(pointer), BYTE), value);
        if self.random.chance(30) {
            return self.edge(from, to, vec![Action::Assume(holds)]);
        }
        let Some(target) = self.variable_of(&Type::Bool) else { return self.write_static(from, to) };
        self.edge(from, to, vec![Action::Assign(vec![(target, holds)])]);
    }

    /// Writes a byte, or toggles it in one step, or reads it in one and writes it in another.
    fn write_static(&mut self, from: NodeId, to: NodeId) {
        let pointer = self.static_pointer();
        let value = if self.random.chance(50) {
            self.bits(8, 0)
        } else {
            let one = Expr::Literal(Value::Bits(Bits::wrap(8, &1.into())));
            let loaded = Expr::Load(Box::new(pointer.clone()), BYTE);
            Expr::binary(BinaryOp::Bits(crate::expr::BitsOp::Xor), loaded, one)
        };
        self.edge(from, to, vec![Action::Store { pointer, value }]);
    }

    /// Copies a byte, or overwrites several with the same.
    fn move_static(&mut self, from: NodeId, to: NodeId) {
        let (target, source) = (self.static_pointer(), self.static_pointer());
        let size = Expr::unary(UnaryOp::ObjectSize, target.clone());
        let action = match self.random.below(3) {
            0 => Action::Fill { to: target, byte: self.bits(8, 0), size: double_word(1) },
            1 => Action::Fill {
                to: target,
                byte: self.bits(8, 0),
                size: Expr::binary(BinaryOp::Bits(crate::expr::BitsOp::And), size, double_word(1)),
            },
            _ => Action::Copy { to: target, from: source, size: double_word(1) },
        };
        self.edge(from, to, vec![action]);
    }

    /// Allocates an object, writes it, looks at it, and releases it if it is on the heap.
    fn own_object(&mut self, from: NodeId, to: NodeId, local: VarRef, storage: Storage) {
        let (used, done) = (self.fresh(), self.fresh());
        let pointer = || Expr::Variable(local);
        let value = self.bits(8, 0);
        let allocate = self.allocate(local, 1, storage);
        let store = Action::Store { pointer: pointer(), value: value.clone() };
        if self.random.chance(50) {
            self.edge(from, used, vec![allocate, store]);
        } else {
            let empty = self.fresh();
            self.edge(from, empty, vec![allocate]);
            self.edge(empty, used, vec![store]);
        }
        let holds = Expr::binary(BinaryOp::Equal, Expr::Load(Box::new(pointer()), BYTE), value);
        self.edge(used, done, vec![Action::Assume(holds)]);
        let release = if storage == Storage::Heap { vec![Action::Free(pointer())] } else { Vec::new() };
        self.edge(done, to, release);
    }

    fn allocate(&mut self, target: VarRef, bytes: u64, storage: Storage) -> Action {
        let size = double_word(bytes);
        Action::Allocate { target, size, storage }
    }

    /// Makes an object and leaves it in the global pointer once that is free.
    fn publish(&mut self, from: NodeId, to: NodeId, local: VarRef) {
        let Some(global) = self.global_pointer() else { return self.write_static(from, to) };
        let ready = self.fresh();
        let allocate = self.allocate(local, 1, Storage::Heap);
        let store = Action::Store { pointer: Expr::Variable(local), value: self.bits(8, 0) };
        self.edge(from, ready, vec![allocate, store]);
        let is_free = Action::Assume(Expr::binary(BinaryOp::Equal, Expr::Variable(global), null()));
        let publish = Action::Assign(vec![(global, Expr::Variable(local)), (local, null())]);
        if self.flavour.sections && self.random.chance(50) {
            self.section_on_pointer(ready, to, local, vec![is_free, publish]);
        } else {
            self.edge(ready, to, vec![is_free, publish]);
        }
    }

    /// A section whose object is a dynamic memory object, around waiting.
    fn section_on_pointer(&mut self, from: NodeId, to: NodeId, local: VarRef, actions: Vec<Action>) {
        let kind = super::section_kind(self.random);
        let section = || crate::command::Section { kind, object: Some(Expr::Variable(local)) };
        let inside = self.fresh();
        self.edge(from, inside, vec![Action::Enter(section())]);
        // The section is left before the pointer is given away.
        let mut leaving = actions;
        leaving.insert(1, Action::Leave(section()));
        self.edge(inside, to, leaving);
    }

    /// Waits for an object in the global pointer, takes it and releases it.
    fn take(&mut self, from: NodeId, to: NodeId, local: VarRef) {
        let Some(global) = self.global_pointer() else { return self.write_static(from, to) };
        let taken = self.fresh();
        let is_there = Action::Assume(Expr::binary(BinaryOp::NotEqual, Expr::Variable(global), null()));
        let take = Action::Assign(vec![(local, Expr::Variable(global)), (global, null())]);
        self.edge(from, taken, vec![is_there, take]);
        let forget = Action::Assign(vec![(local, null())]);
        let release =
            if self.random.chance(80) { vec![Action::Free(Expr::Variable(local)), forget] } else { vec![forget] };
        self.edge(taken, to, release);
    }

    /// Writes a pointer to the second static object and reads what is there into a local.
    fn copy_through_memory(&mut self, from: NodeId, to: NodeId, local: VarRef) {
        let link = || Expr::Literal(Value::Pointer(Pointer { base: Base::Static(ObjectId(1)), offset: 0 }));
        let read = Action::Assign(vec![(local, Expr::Load(Box::new(link()), Type::Pointer))]);
        if self.random.chance(50) {
            self.edge(from, to, vec![read]);
        } else {
            let written = self.fresh();
            let value = self.static_pointer();
            self.edge(from, written, vec![Action::Store { pointer: link(), value }]);
            self.edge(written, to, vec![read]);
        }
    }

    /// Whatever pointer there is, used at once.
    fn careless(&mut self, from: NodeId, to: NodeId) {
        let pointer = self.pointer();
        let action = match self.random.below(3) {
            0 => Action::Free(pointer),
            1 => {
                let loaded = Expr::Load(Box::new(pointer), BYTE);
                Action::Assume(Expr::binary(BinaryOp::Equal, loaded.clone(), loaded))
            }
            _ => {
                let value = self.bits(8, 0);
                Action::Store { pointer, value }
            }
        };
        self.edge(from, to, vec![action]);
    }
}

fn byte(value: u8) -> Expr {
    Expr::Literal(Value::Bits(Bits::wrap(8, &value.into())))
}

/// A number of 64 bits, as sizes, distances and addresses have.
fn double_word(value: u64) -> Expr {
    Expr::Literal(Value::Bits(Bits::wrap(64, &value.into())))
}

fn null() -> Expr {
    Expr::Literal(Value::Pointer(Pointer::NULL))
}
