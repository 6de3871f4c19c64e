//! Accesses to memory: each becomes one of variables, where the object and the place in it are among a few.

use std::ops::Range;

use crate::bytes::LARGEST_OBJECT;
use crate::command::{Action, Storage};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::ids::EdgeId;
use crate::types::Type;
use crate::value::{Base, Pointer, Value};

use crate::prepare::cells::{Cell, CellId, Object, ObjectFacts, Site, Stretch, literal, written_out};
use crate::prepare::known::Known;
use crate::prepare::terms::{one_of, size_of};
use crate::prepare::walker::{Place, Stop, Term, Walker};

/// The bytes of the object that a value of the type takes up at the pointer, if they are all there.
pub fn range_of(object: &ObjectFacts, pointer: Pointer, ty: &Type) -> Option<Range<u64>> {
    bytes_of(object, pointer, size_of(ty)?)
}

fn bytes_of(object: &ObjectFacts, pointer: Pointer, count: u64) -> Option<Range<u64>> {
    let start = u64::try_from(pointer.offset).ok()?;
    let end = start.checked_add(count)?;
    (end <= object.size).then_some(start..end)
}

/// A place that a pointer may point to, and the condition that it does.
struct Target {
    pointer: Pointer,
    condition: Expr,
    is_only_one: bool,
}

const NO_OBJECT: &str = "access through a pointer to no object";
const OUT_OF_BOUNDS: &str = "access out of the bounds of an object";
const DANGLING: &str = "access to an object that is not there any more";
const CONSTANT: &str = "write to a constant";
const UNINITIALISED: &str = "use of a value that was never written";

impl Walker<'_, '_> {
    /// The places that the pointer may point to.
    fn targets(&mut self, pointer: &Term) -> Result<Vec<Target>, Stop> {
        let Some(values) = pointer.known.values() else {
            return self.obstacle("which object is meant, or which part of it, is not known before the program runs");
        };
        let pointers: Vec<Pointer> = values
            .iter()
            .filter_map(|value| if let Value::Pointer(found) = value { Some(*found) } else { None })
            .collect();
        let is_only_one = pointers.len() == 1;
        let program = self.program();
        let is_at = |found: &Pointer| {
            Expr::binary(BinaryOp::Equal, pointer.expr.clone(), literal(program, &Value::Pointer(*found)))
        };
        if pointers.len() < values.len() {
            // It may not have been written or chosen: then to compare it with something is the error already.
            let is_somewhere = pointers.iter().map(is_at).reduce(|left, right| Expr::binary(BinaryOp::Or, left, right));
            match is_somewhere {
                Some(expr) => {
                    let known = Known::either();
                    self.need(Term { known, expr, fails: true }, UNINITIALISED)?;
                }
                None if !values.contains(&Value::Any) => {
                    self.need(Term::constant(self.program(), Value::Bool(false)), UNINITIALISED)?;
                }
                None => return self.obstacle("a pointer has not been chosen yet"),
            }
        }
        let target = |found: &Pointer| Target {
            pointer: *found,
            condition: if is_only_one { Expr::truth() } else { is_at(found) },
            is_only_one,
        };
        Ok(pointers.iter().map(target).collect())
    }

    /// The bytes that are accessed there, if that goes well; else it is an error there.
    fn bytes(&mut self, target: &Target, count: u64, writes: bool) -> Result<Option<(Object, Range<u64>)>, Stop> {
        let Some(object) = self.explorer.cells.object_of(target.pointer.base) else {
            self.need_elsewhere(target, NO_OBJECT)?;
            return Ok(None);
        };
        let facts = self.explorer.cells.object(object);
        let Some(range) = bytes_of(facts, target.pointer, count) else {
            self.need_elsewhere(target, OUT_OF_BOUNDS)?;
            return Ok(None);
        };
        if let Site::Static(number) = facts.site {
            if writes && self.program().objects[number.index()].constant {
                self.need_elsewhere(target, CONSTANT)?;
                return Ok(None);
            }
        } else {
            let alive = self.explorer.cells.number(Cell::Alive(object));
            let mut alive = self.read(Place::Cell(alive));
            if alive.truth() == Some(false) {
                self.need_elsewhere(target, DANGLING)?;
                return Ok(None);
            }
            if !target.is_only_one && alive.truth().is_none() {
                alive.expr = Expr::binary(BinaryOp::Implies, target.condition.clone(), alive.expr);
            }
            self.need(alive, DANGLING)?;
        }
        Ok(Some((object, range)))
    }

    /// Says that the pointer must not point there.
    fn need_elsewhere(&mut self, target: &Target, otherwise: &'static str) -> Result<(), Stop> {
        if target.is_only_one {
            return self.need(Term::constant(self.program(), Value::Bool(false)), otherwise);
        }
        let known = Known::either();
        let expr = Expr::unary(UnaryOp::Not, target.condition.clone());
        self.need(Term { known, expr, fails: false }, otherwise)
    }

    fn stretches(&mut self, object: Object, range: &Range<u64>, pointer: bool) -> Vec<(CellId, Stretch)> {
        let site = self.explorer.cells.object(object).site;
        let size = range.end - range.start;
        self.explorer.learned.access(site, range.start, size, pointer);
        let stretches = self.explorer.learned.stretches(site, range.start, size);
        let cells = &mut self.explorer.cells;
        stretches.into_iter().map(|stretch| (cells.number(Cell::Bytes(object, stretch)), stretch)).collect()
    }

    /// The value of the type at the pointer.
    pub fn load(&mut self, pointer: Term, ty: &Type) -> Result<Term, Stop> {
        let Some(size) = size_of(ty) else { return self.obstacle("a value of this type is read from memory") };
        let mut loaded = Vec::new();
        for target in self.targets(&pointer)? {
            if let Some((object, range)) = self.bytes(&target, size, false)? {
                let stretches = self.stretches(object, &range, *ty == Type::Pointer);
                loaded.push((target.condition, self.assembled(&stretches, ty)?));
            }
        }
        if loaded.is_empty() {
            // It is an error under a condition that is not known; what comes after it does not matter.
            self.may_fail = true;
            return Ok(Term { fails: true, ..Term::constant(self.program(), Value::default_of(ty)) });
        }
        let loaded = one_of(loaded);
        Ok(Term { fails: loaded.fails || pointer.fails, ..loaded })
    }

    /// The value of the type that the stretches are, of which the first one has the low bytes.
    fn assembled(&mut self, stretches: &[(CellId, Stretch)], ty: &Type) -> Result<Term, Stop> {
        let mut value: Option<Term> = None;
        for (cell, stretch) in stretches {
            let mut part = self.read(Place::Cell(*cell));
            if stretch.pointer && (stretches.len() > 1 || *ty != Type::Pointer) {
                part = self.unary(UnaryOp::PointerToBits, part)?;
            }
            value = Some(match value {
                None => part,
                Some(low) => self.strict(BinaryOp::Concat, part, low)?,
            });
        }
        let value = value.expect("an access has bytes");
        let is_pointer = matches!(stretches, [(_, Stretch { pointer: true, .. })]);
        if *ty == Type::Pointer && !is_pointer { self.unary(UnaryOp::BitsToPointer, value) } else { Ok(value) }
    }

    /// What is to be written to each of the stretches.
    fn taken_apart(&mut self, value: Term, ty: &Type, stretches: &[(CellId, Stretch)]) -> Result<Vec<Term>, Stop> {
        if let [(_, stretch)] = stretches {
            return Ok(vec![match (stretch.pointer, *ty == Type::Pointer) {
                (true, false) => self.unary(UnaryOp::BitsToPointer, value)?,
                (false, true) => self.unary(UnaryOp::PointerToBits, value)?,
                _ => value,
            }]);
        }
        let value = if *ty == Type::Pointer { self.unary(UnaryOp::PointerToBits, value)? } else { value };
        let first = stretches.first().map_or(0, |(_, stretch)| stretch.start);
        let mut parts = Vec::new();
        for (_, stretch) in stretches {
            let low = 8 * (stretch.start - first) as u32;
            let high = low + 8 * stretch.size as u32;
            let part = self.unary(UnaryOp::Extract { high, low }, value.clone())?;
            parts.push(if stretch.pointer { self.unary(UnaryOp::BitsToPointer, part)? } else { part });
        }
        Ok(parts)
    }

    /// Writes a value of the type to where the pointer points.
    pub fn store(&mut self, pointer: &Term, value: Term, ty: &Type) -> Result<(), Stop> {
        let Some(size) = size_of(ty) else { return self.obstacle("a value of this type is written to memory") };
        let mut writes = Vec::new();
        for target in self.targets(pointer)? {
            if let Some((object, range)) = self.bytes(&target, size, true)? {
                let stretches = self.stretches(object, &range, *ty == Type::Pointer);
                let parts = self.taken_apart(value.clone(), ty, &stretches)?;
                let condition = (!target.is_only_one).then_some(target.condition);
                writes.extend(stretches.iter().zip(parts).map(|((cell, _), part)| (condition.clone(), *cell, part)));
            }
        }
        self.emit_needs();
        self.write(writes)
    }

    /// Writes to cells all at once, to each if the condition holds.
    pub fn write(&mut self, writes: Vec<(Option<Expr>, CellId, Term)>) -> Result<(), Stop> {
        let mut assignments: Vec<(VarRef, Expr)> = Vec::new();
        let mut news: Vec<(CellId, Known)> = Vec::new();
        for (condition, cell, value) in writes {
            let variable = self.cell(cell);
            let place = assignments.iter().position(|(assigned, _)| *assigned == variable);
            let (known, expr) = match condition {
                None => (value.known, value.expr),
                Some(condition) => {
                    let before = match place {
                        Some(place) => (news[place].1.clone(), assignments[place].1.clone()),
                        None => {
                            let before = self.read(Place::Cell(cell));
                            (before.known, before.expr)
                        }
                    };
                    let expr = Expr::If(Box::new(condition), Box::new(value.expr), Box::new(before.1));
                    (value.known.or(&before.0), expr)
                }
            };
            match place {
                Some(place) => (news[place].1, assignments[place].1) = (known, expr),
                None => {
                    news.push((cell, known));
                    assignments.push((variable, expr));
                }
            }
        }
        self.emit_assignments(assignments);
        for (cell, known) in news {
            self.set(Place::Cell(cell), known);
        }
        Ok(())
    }

    /// How many bytes the object has that the pointer points into.
    pub fn object_size(&mut self, pointer: &Expr) -> Result<Term, Stop> {
        let pointer = self.term(pointer)?;
        let mut sizes = Vec::new();
        for target in self.targets(&pointer)? {
            let at_start = Target { pointer: Pointer { offset: 0, ..target.pointer }, ..target };
            if let Some((object, _)) = self.bytes(&at_start, 0, false)? {
                let size = crate::value::Bits::wrap(64, &self.explorer.cells.object(object).size.into());
                sizes.push((at_start.condition, Term::constant(self.program(), Value::Bits(size))));
            }
        }
        if sizes.is_empty() {
            return Ok(Term { fails: true, ..Term::constant(self.program(), Value::default_of(&Type::Bits(64))) });
        }
        Ok(one_of(sizes))
    }

    fn size(&mut self, size: &Expr) -> Result<u64, Stop> {
        match self.term(size)?.value() {
            Some(Value::Bits(bits)) => Ok(bits.unsigned().iter_u64_digits().next().unwrap_or(0)),
            _ => self.obstacle("how many bytes are meant is not known before the program runs"),
        }
    }

    fn only_target(&mut self, pointer: &Expr) -> Result<Target, Stop> {
        let pointer = self.term(pointer)?;
        let mut targets = self.targets(&pointer)?;
        match targets.len() {
            1 => Ok(targets.remove(0)),
            _ => self.obstacle("many bytes of one of several objects are written or copied"),
        }
    }

    /// Copies bytes.
    pub fn copy(&mut self, to: &Expr, from: &Expr, size: &Expr) -> Result<(), Stop> {
        let (to, from, size) = (self.only_target(to)?, self.only_target(from)?, self.size(size)?);
        if size == 0 {
            return Ok(());
        }
        let Some((source, there)) = self.bytes(&from, size, false)? else { return Err(Stop::Over) };
        let Some((object, here)) = self.bytes(&to, size, true)? else { return Err(Stop::Over) };
        let site = |object| self.explorer.cells.object(object).site;
        self.explorer.learned.copy((site(object), here.start), (site(source), there.start), size);
        let (written, read) = (self.stretches(object, &here, false), self.stretches(source, &there, false));
        if written.len() != read.len() {
            // Cut anew; what comes of it is looked at the next time.
            return Err(Stop::Obstacle);
        }
        let mut writes = Vec::new();
        for ((to, to_stretch), from) in written.into_iter().zip(read) {
            let value = self.assembled(&[from], &to_stretch.ty())?;
            writes.push((None, to, value));
        }
        self.emit_needs();
        self.write(writes)
    }

    /// Writes the same byte to many places.
    pub fn fill(&mut self, to: &Expr, byte: &Expr, size: &Expr) -> Result<(), Stop> {
        let (to, byte, size) = (self.only_target(to)?, self.term(byte)?, self.size(size)?);
        if size == 0 {
            return Ok(());
        }
        let Some((object, range)) = self.bytes(&to, size, true)? else { return Err(Stop::Over) };
        let mut writes = Vec::new();
        for (cell, stretch) in self.stretches(object, &range, false) {
            let mut value = byte.clone();
            for _ in 1..stretch.size {
                value = self.strict(BinaryOp::Concat, value, byte.clone())?;
            }
            let value = if stretch.pointer { self.unary(UnaryOp::BitsToPointer, value)? } else { value };
            writes.push((None, cell, value));
        }
        self.emit_needs();
        self.write(writes)
    }

    /// Makes a new object.
    pub fn allocate(
        &mut self,
        target: VarRef,
        size: &Expr,
        storage: Storage,
        place: (EdgeId, usize),
    ) -> Result<(), Stop> {
        let size = self.size(size)?;
        if size > LARGEST_OBJECT {
            return self.obstacle("an object is allocated that is larger than those that are followed");
        }
        let procedure = self.explorer.points.procedure_of(self.from);
        let names = self.program().procedure(procedure);
        let name = match target {
            VarRef::Local(local) => names.local(local).name.clone(),
            VarRef::Global(global) => self.program().global(global).name.clone(),
        };
        let site = Site::Command(procedure, place.0, place.1);
        let is_pooled = self.explorer.pool_at(self.from, place.0).is_some();
        let facts = || ObjectFacts { site, name, size, is_pooled };
        let object = self.explorer.allocate((self.from, place.0, place.1, self.turn), facts);
        if self.explorer.cells.object(object).size != size {
            return self.obstacle("objects of different sizes are allocated here");
        }
        // If this is done again and again, nobody must know the object that was there before: whether it is still there,
        // or another one, is then all the same.
        if !is_pooled && self.explorer.holds(self.thread, &self.facts, object) {
            self.explorer.held.insert(object, self.span);
        }
        let alive = self.explorer.cells.number(Cell::Alive(object));
        if storage == Storage::Stack {
            self.explorer.ends_with(self.call, object);
        }
        let mut writes = vec![(None, alive, Term::constant(self.program(), Value::Bool(true)))];
        for stretch in self.explorer.learned.stretches(site, 0, size) {
            let cell = self.explorer.cells.number(Cell::Bytes(object, stretch));
            let unwritten = Value::undefined(8 * stretch.size as u32);
            let expr =
                written_out(self.program(), &unwritten, &stretch.ty()).expect("bits without values can be written");
            writes.push((None, cell, Term { known: Known::one(unwritten), expr, fails: false }));
        }
        self.write(writes)?;
        let base = self.explorer.cells.base_of(object);
        let pointer = Term::constant(self.program(), Value::Pointer(Pointer { base, offset: 0 }));
        self.assign(vec![(target, pointer)])
    }

    /// Ends the life of a heap object.
    pub fn free(&mut self, pointer: &Expr) -> Result<(), Stop> {
        let pointer = self.term(pointer)?;
        let mut writes = Vec::new();
        for target in self.targets(&pointer)? {
            let object = match target.pointer {
                Pointer::NULL => continue,
                Pointer { base: Base::Dynamic(_), offset: 0 } => self.explorer.cells.object_of(target.pointer.base),
                _ => None,
            };
            let is_on_heap = |object: &Object| {
                let Site::Command(procedure, edge, position) = self.explorer.cells.object(*object).site else {
                    return false;
                };
                let action = &self.program().procedure(procedure).edge(edge).commands[position].action;
                matches!(action, Action::Allocate { storage: Storage::Heap, .. })
            };
            let Some(object) = object.filter(is_on_heap) else {
                self.need_elsewhere(&target, "release of what was not allocated")?;
                continue;
            };
            let alive = self.explorer.cells.number(Cell::Alive(object));
            let mut lives = self.read(Place::Cell(alive));
            if lives.truth() == Some(false) {
                self.need_elsewhere(&target, "release of an object that was released before")?;
                continue;
            }
            if !target.is_only_one && lives.truth().is_none() {
                lives.expr = Expr::binary(BinaryOp::Implies, target.condition.clone(), lives.expr);
            }
            self.need(lives, "release of an object that was released before")?;
            let condition = (!target.is_only_one).then_some(target.condition);
            writes.push((condition, alive, Term::constant(self.program(), Value::Bool(false))));
        }
        self.emit_needs();
        self.write(writes)
    }

    /// Ends the lives of the objects on the stack of the procedure on top.
    pub fn end_stack_objects(&mut self) -> Result<(), Stop> {
        let mut writes = Vec::new();
        for object in self.explorer.ending_with(self.call) {
            let alive = self.explorer.cells.number(Cell::Alive(object));
            writes.push((None, alive, Term::constant(self.program(), Value::Bool(false))));
        }
        self.write(writes)
    }
}
