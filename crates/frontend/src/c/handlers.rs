//! Which handlers are waiting for exceptions: while a call is under way that is made where exceptions are caught, an entry in a list
//! of the thread says which. Whoever throws looks there first. See `primitives/handlers.bpl`.

use program::bytes::{Byte, Bytes};
use program::command::{Action, Storage};
use program::expr::{Expr, VarRef};
use program::ids::LocalId as Local;
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::c::function::{Lowering, number};
use crate::c::instructions::moved;
use crate::c::session::Session;
use crate::llvm::ids::BlockId;
use crate::llvm::instructions::{Call, Clause, Operation, Terminator};
use crate::llvm::module::Block;
use crate::llvm::values::Constant;

/// The list among the variables of which each thread has its own.
const LIST: &str = "%handlers";

/// How large an entry is, and where it points to the next one.
const ENTRY: u64 = 16;
const NEXT: i64 = 8;

/// The clauses of the landing pad that the block begins with.
fn clauses(block: &Block) -> &[Clause] {
    let found = block.instructions.iter().find_map(|instruction| match &instruction.operation {
        Operation::LandingPad { clauses, .. } => Some(&clauses[..]),
        _ => None,
    });
    found.unwrap_or_default()
}

impl Session<'_> {
    /// What the library is told: where the list begins.
    pub fn handler_settings(&self) -> Option<(VarRef, Expr)> {
        let place = self.library_global("$handlers_at").filter(|_| self.unwinds())?;
        let start = self.known_external_thread_local(LIST).unwrap_or(u64::MAX);
        Some((VarRef::Global(place), number(64, start)))
    }
}

impl<'a> Lowering<'_, 'a> {
    /// Whether something may be thrown in the call, which has handlers in the block.
    fn is_handled(&self, call: &Call, pad: BlockId) -> bool {
        !clauses(self.function.block(pad)).is_empty() && self.session.may_throw(self.unit, call)
    }

    /// Makes the entry for the calls of the function, of which one at a time is under way.
    pub fn make_entry(&mut self) {
        let is_handled = |block: &Block| match &block.terminator.operation {
            Terminator::Invoke { call, unwind, .. } => self.is_handled(call, *unwind),
            _ => false,
        };
        if self.function.blocks.iter().any(is_handled) {
            let entry = self.new_variable("%handler", Type::Pointer);
            let size = number(64, ENTRY);
            self.edges.emit_untold(Action::Allocate { target: VarRef::Local(entry), size, storage: Storage::Stack });
            self.entry = Some(entry);
        }
    }

    /// Puts the entry into the list for a call that may end at the landing pad.
    pub fn enter_handlers(&mut self, call: &Call, pad: BlockId) -> Result<(), String> {
        let Some(entry) = self.entry.filter(|_| self.is_handled(call, pad)) else { return Ok(()) };
        let types = self.types_caught(clauses(self.function.block(pad)))?;
        let list = self.handler_list()?;
        let next = Expr::Load(Box::new(list.clone()), Type::Pointer);
        let entry = Expr::local(entry);
        self.edges.emit_untold(Action::Store { pointer: entry.clone(), value: Expr::Literal(Value::Pointer(types)) });
        self.edges.emit_untold(Action::Store { pointer: moved(entry.clone(), (NEXT, None)), value: next });
        self.edges.emit_untold(Action::Store { pointer: list, value: entry });
        self.is_handling = true;
        Ok(())
    }

    /// Takes the entry out of the list if it is in it, on the way to go on.
    pub fn leave_handlers(&mut self, entry: Option<Local>) -> Result<(), String> {
        if let Some(entry) = entry {
            let next = Expr::Load(Box::new(moved(Expr::local(entry), (NEXT, None))), Type::Pointer);
            let list = self.handler_list()?;
            self.edges.emit_untold(Action::Store { pointer: list, value: next });
        }
        Ok(())
    }

    /// The entry, if it is in the list and is now to be taken out on all ways.
    pub fn entry_to_leave(&mut self) -> Option<Local> {
        self.entry.filter(|_| std::mem::take(&mut self.is_handling))
    }

    fn handler_list(&mut self) -> Result<Expr, String> {
        let offset = self.session.external_thread_local(LIST);
        self.session.thread_local_address(offset)
    }

    /// The object that says what is caught. What a filter keeps from passing counts as caught, whatever it is.
    fn types_caught(&mut self, clauses: &'a [Clause]) -> Result<Pointer, String> {
        let mut content = Bytes::zeros(8 + 8 * clauses.len());
        content.put(0, &(clauses.len() as u64).to_le_bytes().map(Byte::Data));
        let mut name = "handlers of".to_owned();
        for (index, clause) in clauses.iter().enumerate() {
            let symbol = match clause {
                Clause::Catch(caught) if caught.constant != Constant::Null => {
                    Some(caught.constant.symbol().ok_or("a handler of this kind")?)
                }
                _ => None,
            };
            let ty = match symbol {
                Some(symbol) => self.session.address(self.unit, symbol)?,
                None => Pointer::NULL,
            };
            content.put(8 + 8 * index, &Byte::of_pointer(ty));
            name += &format!(" {:?}", ty.base);
        }
        Ok(Pointer { base: Base::Static(self.session.shared_object(name, content)), offset: 0 })
    }
}
