//! Instructions to text.

use frontend::llvm::ids::BlockId;
use frontend::llvm::instructions::{
    Access, Atomicity, Call, Clause, DebugRecord, Instruction, Operation, Pad, Terminator,
};
use frontend::llvm::types::Type;
use frontend::llvm::values::Operand;

use super::values::flags;
use super::{Printer, marked, quoted};

impl Printer<'_> {
    pub fn instruction(&self, instruction: &Instruction) -> String {
        if let Operation::Debug(record) = &instruction.operation {
            let location = instruction.debug.map_or("null".to_owned(), |node| self.node_reference(node));
            return self.record(record, &location);
        }
        self.around(instruction, &self.operation(&instruction.operation))
    }

    fn record(&self, record: &DebugRecord, location: &str) -> String {
        let arguments: String =
            record.arguments.iter().map(|argument| format!("{}, ", self.metadata(argument, false))).collect();
        format!("#dbg_{}({arguments}{location})", record.kind)
    }

    /// Adds the name of the result and the attachments.
    fn around<T>(&self, instruction: &Instruction<T>, text: &str) -> String {
        let result = instruction.result.map_or(String::new(), |local| format!("{} = ", self.local(local)));
        let debug = instruction.debug.map_or(String::new(), |node| format!(", !dbg {}", self.node_reference(node)));
        format!("{result}{text}{debug}{}", self.attachments(&instruction.metadata, ","))
    }

    fn operation(&self, operation: &Operation) -> String {
        let ty = |ty: &Type| ty.describe(self.module);
        let of = |operand: &Operand| self.operand(operand);
        match operation {
            Operation::Negate { flags: set, operand } => format!("fneg{} {}", flags(*set), of(operand)),
            Operation::Binary { operator, flags: set, ty: shared, left, right } => {
                let (left, right) = (self.value(left, shared), self.value(right, shared));
                format!("{}{} {} {left}, {right}", operator.word(), flags(*set), ty(shared))
            }
            Operation::Cast { operator, flags: set, operand, to } => {
                format!("{}{} {} to {}", operator.word(), flags(*set), of(operand), ty(to))
            }
            Operation::Compare { predicate, flags: set, ty: shared, left, right } => {
                let (left, right) = (self.value(left, shared), self.value(right, shared));
                format!("icmp{} {} {} {left}, {right}", flags(*set), predicate.word(), ty(shared))
            }
            Operation::CompareFloats { predicate, flags: set, ty: shared, left, right } => {
                let (left, right) = (self.value(left, shared), self.value(right, shared));
                format!("fcmp{} {} {} {left}, {right}", flags(*set), predicate.word(), ty(shared))
            }
            Operation::Phi { flags: set, ty: shared, incoming } => {
                let incoming = incoming
                    .iter()
                    .map(|(value, block)| format!("[ {}, {} ]", self.value(value, shared), self.block(*block)));
                format!("phi{} {} {}", flags(*set), ty(shared), incoming.collect::<Vec<_>>().join(", "))
            }
            Operation::Select { flags: set, condition, then, otherwise } => {
                format!("select{} {}, {}, {}", flags(*set), of(condition), of(then), of(otherwise))
            }
            Operation::Freeze(operand) => format!("freeze {}", of(operand)),
            Operation::Call(call) => {
                let tail = call.tail.map_or(String::new(), |tail| format!("{} ", tail.word()));
                format!("{tail}call{}", self.call(call))
            }
            Operation::VariadicArgument { list, ty: wanted } => format!("va_arg {}, {}", of(list), ty(wanted)),
            Operation::LandingPad { ty: shared, is_cleanup, clauses } => {
                let cleanup = if *is_cleanup { " cleanup" } else { "" };
                let clauses: String = clauses.iter().map(|clause| self.clause(clause)).collect();
                format!("landingpad {}{cleanup}{clauses}", ty(shared))
            }
            Operation::CatchPad(pad) => format!("catchpad {}", self.pad(pad)),
            Operation::CleanupPad(pad) => format!("cleanuppad {}", self.pad(pad)),
            Operation::ExtractValue { aggregate, indices } => {
                format!("extractvalue {}{}", of(aggregate), numbers(indices))
            }
            Operation::InsertValue { aggregate, value, indices } => {
                format!("insertvalue {}, {}{}", of(aggregate), of(value), numbers(indices))
            }
            Operation::ExtractElement { vector, index } => format!("extractelement {}, {}", of(vector), of(index)),
            Operation::InsertElement { vector, value, index } => {
                format!("insertelement {}, {}, {}", of(vector), of(value), of(index))
            }
            Operation::ShuffleVector { left, right, mask } => {
                format!("shufflevector {}, {}, {}", of(left), of(right), of(mask))
            }
            _ => self.memory(operation),
        }
    }

    fn memory(&self, operation: &Operation) -> String {
        let ty = |ty: &Type| ty.describe(self.module);
        let of = |operand: &Operand| self.operand(operand);
        match operation {
            Operation::Allocate { ty: allocated, count, alignment, address_space, flags } => {
                let flags: String = flags.iter().map(|flag| format!(" {flag}")).collect();
                let count = count.as_ref().map_or(String::new(), |count| format!(", {}", of(count)));
                let space = if *address_space == 0 { "" } else { &format!(", addrspace({address_space})") };
                format!("alloca{flags} {}{count}{}{space}", ty(allocated), aligned(*alignment))
            }
            Operation::Load { ty: loaded, address, access } => {
                let (before, after) = around_access(access);
                format!("load{before} {}, {}{after}", ty(loaded), of(address))
            }
            Operation::Store { value, address, access } => {
                let (before, after) = around_access(access);
                format!("store{before} {}, {}{after}", of(value), of(address))
            }
            Operation::Fence(order) => format!("fence{}", atomicity(order)),
            Operation::CompareExchange(exchange) => {
                let weak = if exchange.is_weak { " weak" } else { "" };
                let volatile = if exchange.access.is_volatile { " volatile" } else { "" };
                let order = exchange.access.atomicity.as_ref().map_or(String::new(), atomicity);
                format!(
                    "cmpxchg{weak}{volatile} {}, {}, {}{order} {}{}",
                    of(&exchange.address),
                    of(&exchange.expected),
                    of(&exchange.replacement),
                    exchange.failure.word(),
                    aligned(exchange.access.alignment)
                )
            }
            Operation::ReadModifyWrite { operator, address, value, access } => {
                let volatile = if access.is_volatile { " volatile" } else { "" };
                let order = access.atomicity.as_ref().map_or(String::new(), atomicity);
                let alignment = aligned(access.alignment);
                format!("atomicrmw{volatile} {} {}, {}{order}{alignment}", operator.word(), of(address), of(value))
            }
            Operation::GetElementPointer { source, flags: set, base, indices } => {
                let indices: String = indices.iter().map(|index| format!(", {}", of(index))).collect();
                format!("getelementptr{} {}, {}{indices}", flags(*set), ty(source), of(base))
            }
            other => panic!("{other:?} is printed elsewhere"),
        }
    }

    /// A call, from the blank behind its name on.
    fn call(&self, call: &Call) -> String {
        let convention = call.convention.as_ref().map_or(String::new(), |convention| format!(" {convention}"));
        let result = match &call.signature {
            Some(function) => Type::Function(function.clone()).describe(self.module),
            None => call.result.describe(self.module),
        };
        let arguments: Vec<String> = call
            .arguments
            .iter()
            .map(|argument| {
                let Operand { ty, value } = &argument.operand;
                let attributes = self.attributes(&argument.attributes);
                format!("{}{attributes} {}", ty.describe(self.module), self.value(value, ty))
            })
            .collect();
        let bundles: Vec<String> = call
            .bundles
            .iter()
            .map(|bundle| {
                let operands: Vec<String> = bundle.operands.iter().map(|operand| self.operand(operand)).collect();
                format!("{}({})", quoted(&bundle.tag), operands.join(", "))
            })
            .collect();
        let bundles = if bundles.is_empty() { String::new() } else { format!(" [ {} ]", bundles.join(", ")) };
        format!(
            "{}{convention}{} {result} {}({}){}{bundles}",
            flags(call.flags),
            self.attributes(&call.result_attributes),
            self.value(&call.callee, &Type::Pointer(0)),
            arguments.join(", "),
            self.attributes(&call.attributes),
        )
    }

    fn clause(&self, clause: &Clause) -> String {
        match clause {
            Clause::Catch(constant) => format!(" catch {}", self.typed_constant(constant)),
            Clause::Filter(constant) => format!(" filter {}", self.typed_constant(constant)),
        }
    }

    fn pad(&self, pad: &Pad) -> String {
        let arguments: Vec<String> = pad.arguments.iter().map(|argument| self.operand(argument)).collect();
        format!("within {} [{}]", self.value(&pad.parent, &Type::Token), arguments.join(", "))
    }

    fn block(&self, block: BlockId) -> String {
        marked('%', &self.function.expect("a block stands in a function").block(block).name)
    }

    fn label(&self, block: BlockId) -> String {
        format!("label {}", self.block(block))
    }

    fn labels(&self, blocks: &[BlockId]) -> String {
        blocks.iter().map(|block| self.label(*block)).collect::<Vec<_>>().join(", ")
    }

    pub fn terminator(&self, instruction: &Instruction<Terminator>) -> String {
        let token = |value| self.value(value, &Type::Token);
        let unwind = |block: &Option<BlockId>| block.map_or("to caller".to_owned(), |block| self.label(block));
        let text = match &instruction.operation {
            Terminator::Return(None) => "ret void".to_owned(),
            Terminator::Return(Some(operand)) => format!("ret {}", self.operand(operand)),
            Terminator::Branch(to) => format!("br {}", self.label(*to)),
            Terminator::Conditional { condition, then, otherwise } => {
                let condition = self.value(condition, &Type::BOOL);
                format!("br i1 {condition}, {}, {}", self.label(*then), self.label(*otherwise))
            }
            Terminator::Switch { subject, default, cases } => {
                let ty = subject.ty.describe(self.module);
                let case = |(value, to): &(_, BlockId)| format!("{ty} {value}, {}", self.label(*to));
                let cases: Vec<String> = cases.iter().map(case).collect();
                format!("switch {}, {} [ {} ]", self.operand(subject), self.label(*default), cases.join(" "))
            }
            Terminator::IndirectBranch { address, targets } => {
                format!("indirectbr {}, [{}]", self.operand(address), self.labels(targets))
            }
            Terminator::Invoke { call, normal, unwind } => {
                format!("invoke{} to {} unwind {}", self.call(call), self.label(*normal), self.label(*unwind))
            }
            Terminator::CallBranch { call, normal, indirect } => {
                format!("callbr{} to {} [{}]", self.call(call), self.label(*normal), self.labels(indirect))
            }
            Terminator::Resume(operand) => format!("resume {}", self.operand(operand)),
            Terminator::Unreachable => "unreachable".to_owned(),
            Terminator::CleanupReturn { pad, unwind: to } => {
                format!("cleanupret from {} unwind {}", token(pad), unwind(to))
            }
            Terminator::CatchReturn { pad, to } => format!("catchret from {} to {}", token(pad), self.label(*to)),
            Terminator::CatchSwitch { parent, handlers, unwind: to } => {
                format!("catchswitch within {} [{}] unwind {}", token(parent), self.labels(handlers), unwind(to))
            }
        };
        self.around(instruction, &text)
    }
}

fn numbers(indices: &[u32]) -> String {
    indices.iter().map(|index| format!(", {index}")).collect()
}

fn aligned(alignment: Option<u64>) -> String {
    alignment.map_or(String::new(), |bytes| format!(", align {bytes}"))
}

/// What stands before the type and behind the address.
fn around_access(access: &Access) -> (String, String) {
    let atomic = if access.atomicity.is_some() { " atomic" } else { "" };
    let volatile = if access.is_volatile { " volatile" } else { "" };
    let order = access.atomicity.as_ref().map_or(String::new(), atomicity);
    (format!("{atomic}{volatile}"), format!("{order}{}", aligned(access.alignment)))
}

/// With a blank in front.
fn atomicity(atomicity: &Atomicity) -> String {
    let scope = atomicity.scope.as_ref().map_or(String::new(), |scope| format!(" syncscope({})", quoted(scope)));
    format!("{scope} {}", atomicity.ordering.word())
}
