//! Variables of which each thread has its own: they lie in one object for each thread, to which it has a pointer.

use std::collections::HashMap;

use program::bytes::Bytes;
use program::command::{Call, Callee};
use program::expr::{BinaryOp, Expr, VarRef};
use program::ids::{LocalId, ProcId};
use program::procedure::Variable;
use program::shape::{Part, Shape, THREAD_LOCALS};
use program::span::Span;
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::c::edges::Edges;
use crate::c::function::number;
use crate::c::own::OWN;
use crate::c::session::{Session, thread_number};
use crate::c::shapes::shape;
use crate::c::units::{Entity, Place};
use crate::llvm::debug;
use crate::llvm::ids::SymbolId;
use crate::llvm::operators::CastOperator;
use crate::llvm::values::{Constant, Expression};

/// Those that the C++ library has: what `std::call_once` is to call, and with what.
const EXTERNAL: [&str; 2] = ["_ZSt15__once_callable", "_ZSt11__once_call"];

/// The variables that were named so far.
#[derive(Default)]
pub struct ThreadLocals {
    offsets: HashMap<Place, u64>,
    external: HashMap<String, u64>,
    content: Vec<(u64, Bytes)>,
    size: u64,
    /// What they are called in the source.
    names: Vec<Part>,
}

impl ThreadLocals {
    fn add(&mut self, content: Bytes) -> u64 {
        let offset = self.size.next_multiple_of(16);
        self.size = offset + content.len() as u64;
        self.content.push((offset, content));
        offset
    }

    /// What they hold at first, one behind the other.
    fn image(&self) -> Bytes {
        let mut image = Bytes::zeros(self.size as usize);
        for (offset, content) in &self.content {
            let bytes: Vec<_> = content.iter().collect();
            image.put(*offset as usize, &bytes);
        }
        image
    }
}

impl<'a> Session<'a> {
    /// Where the variable lies in the thread's object, if each thread has its own.
    pub fn thread_local(&mut self, unit: usize, symbol: SymbolId) -> Result<Option<u64>, String> {
        match self.units.entity(unit, symbol) {
            Entity::Variable(place) if self.units.variable(place).thread_local.is_some() => {
                if let Some(known) = self.thread_locals.offsets.get(&place) {
                    return Ok(Some(*known));
                }
                let variable = self.units.variable(place);
                let content = match &variable.initializer {
                    Some(initializer) => self.content(place.unit, &variable.ty, initializer)?,
                    None => Bytes::default(),
                };
                let bytes = content.len() as u64;
                let offset = self.thread_locals.add(content);
                self.thread_locals.offsets.insert(place, offset);
                let module = self.units.module(place.unit);
                if let Some(declared) = debug::variable(module, variable) {
                    let shape = declared.ty.map_or(Shape::Whole, |ty| shape(module, ty));
                    self.thread_locals.names.push(Part { offset, bytes, name: Some(declared.name.to_string()), shape });
                }
                Ok(Some(offset))
            }
            Entity::UndefinedVariable(name) if EXTERNAL.contains(&name) => Ok(Some(self.external_thread_local(name))),
            _ => Ok(None),
        }
    }

    /// Where in the thread's object the constant points to, if it is the address of such a variable, or of a part of one.
    pub fn thread_local_offset(&mut self, unit: usize, constant: &'a Constant) -> Result<Option<u64>, String> {
        match constant {
            Constant::Symbol(symbol) => self.thread_local(unit, *symbol),
            Constant::Expression(expression) => match &**expression {
                Expression::Cast { operator: CastOperator::BitCast, operand, .. } => {
                    self.thread_local_offset(unit, &operand.constant)
                }
                Expression::GetElementPointer { source, base, indices, .. } => {
                    let Some(start) = self.thread_local_offset(unit, &base.constant)? else { return Ok(None) };
                    let numbers =
                        indices.iter().map(|index| self.number(unit, index)).collect::<Result<Vec<_>, _>>()?;
                    let distance = self.element_offset(unit, source, &numbers)?;
                    Ok(Some(start.wrapping_add_signed(distance)))
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Where the library's variable of this name lies, if somebody has asked for it before.
    pub fn known_external_thread_local(&self, name: &str) -> Option<u64> {
        self.thread_locals.external.get(name).copied()
    }

    /// Where the library's variable of this name lies, which has eight bytes.
    pub fn external_thread_local(&mut self, name: &str) -> u64 {
        if let Some(known) = self.known_external_thread_local(name) {
            return known;
        }
        let offset = self.thread_locals.add(Bytes::zeros(8));
        self.thread_locals.external.insert(name.to_owned(), offset);
        offset
    }

    /// The address of what lies there in the object of the thread that looks.
    pub fn thread_local_address(&self, offset: u64) -> Result<Expr, String> {
        let object = self.library_global(OWN).ok_or("thread-local variables")?;
        Ok(Expr::binary(BinaryOp::Offset, Expr::global(object), number(64, offset)))
    }

    /// Whether there are any.
    pub fn has_thread_locals(&self) -> bool {
        self.thread_locals.size != 0
    }

    /// What the library is told about them: how large the object is, and where the first content stands.
    pub fn thread_local_settings(&mut self) -> Vec<(VarRef, Expr)> {
        let size = self.thread_locals.size;
        let image = match size {
            0 => Pointer::NULL,
            _ => {
                let image = self.thread_locals.image();
                self.shapes.add("", THREAD_LOCALS, Shape::Parts(self.thread_locals.names.clone()));
                Pointer { base: Base::Static(self.add_object(THREAD_LOCALS.to_owned(), image)), offset: 0 }
            }
        };
        let settings =
            [("$thread_locals_size", number(64, size)), ("$thread_locals_image", Expr::Literal(Value::Pointer(image)))];
        let find = |(name, value)| Some((VarRef::Global(self.library_global(name)?), value));
        settings.into_iter().filter_map(find).collect()
    }

    /// `__once_proxy`, which calls what a thread-local variable of the C++ library points to.
    pub fn once_proxy(&mut self) -> ProcId {
        if let Some(known) = self.undefined.get("__once_proxy") {
            return *known;
        }
        let offset = self.external_thread_local("_ZSt11__once_call");
        let mut edges = Edges::new(Span::NOWHERE);
        let address = self.thread_local_address(offset);
        if let (Some((callee, _)), Ok(address)) = (self.primitive("$call_once_proxy"), address) {
            let arguments = vec![Expr::local(LocalId(0)), address];
            edges.call(Call { callee: Callee::Procedure(callee), arguments, results: vec![VarRef::Local(LocalId(1))] });
        }
        edges.go(Edges::EXIT);
        let unwinding = Variable { name: "%unwinding".to_owned(), ty: Type::Pointer, span: Span::NOWHERE };
        let procedure = edges.into_procedure("__once_proxy", vec![thread_number(), unwinding], 1, vec![LocalId(1)]);
        let number = self.add_procedure(Some(procedure));
        self.undefined.insert("__once_proxy".to_owned(), number);
        number
    }
}
