//! A function becomes a procedure.
//!
//! Results of instructions that are used once, nearby, stay expressions; others become variables of the procedure.
//! Blocks that are entered from one place only are gone on with in the same edge.

use std::collections::HashMap;

use program::command::Action;
use program::expr::{Expr, VarRef};
use program::ids::{LocalId, NodeId};
use program::procedure::{Procedure, Variable};
use program::span::Span;
use program::types::Type;

use crate::c::addresses::{Order, has_addresses};
use crate::c::assumptions::Assumptions;
use crate::c::confined::{Confined, confined};
use crate::c::constants::literal;
use crate::c::edges::{Begun, Edges};
use crate::c::forget::forget;
use crate::c::operators;
use crate::c::places::{Place, Places, places};
use crate::c::ranges::Ranges;
use crate::c::session::{Session, thread_number};
use crate::c::shapes::shape;
use crate::c::standard::stand_in;
use crate::c::units;
use crate::c::uses::{Uses, uses};
use crate::c::verifiers::starts_thread;
use crate::llvm::attributes::type_of;
use crate::llvm::debug::{self, Declared};
use crate::llvm::ids::{self as llvm, BlockId};
use crate::llvm::instructions::{Operation, Terminator};
use crate::llvm::module::{Function, Module};
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Constant, Expression, Operand, Value};

/// Expressions of more parts than this are computed once, if they are used more than once.
const SMALL: usize = 4;

/// A function under way.
pub struct Lowering<'s, 'a> {
    pub session: &'s mut Session<'a>,
    pub unit: usize,
    pub module: &'a Module,
    pub function: &'a Function,
    pub edges: Edges,
    /// The `DILocation` of what is being lowered.
    pub debug: Option<llvm::NodeId>,
    pub places: Places,
    pub confined: Confined,
    pub ranges: Ranges,
    pub assumptions: Assumptions,
    locals: Vec<Variable>,
    results: Vec<LocalId>,
    names: std::collections::BTreeMap<llvm::LocalId, Declared>,
    uses: Vec<Uses>,
    /// The variables that hold the results of instructions.
    homes: HashMap<llvm::LocalId, Vec<LocalId>>,
    /// Results of instructions of the current block that are in no variable, with how often they will still be used.
    pending: HashMap<llvm::LocalId, (Vec<Expr>, u32)>,
    /// The variables that have become variables of the procedure.
    variables: HashMap<llvm::LocalId, LocalId>,
    /// The nodes of blocks that are entered from several places.
    block_nodes: HashMap<BlockId, NodeId>,
    entrances: Vec<u32>,
    /// Whether the function turns pointers into numbers.
    pub has_addresses: bool,
    /// Random numbers of which nothing but a remainder is taken, which is chosen there, and where they come from.
    pub random_dividends: HashMap<llvm::LocalId, Expr>,
    /// They point to the arguments that the function does not name.
    pub variadic: Option<[LocalId; 2]>,
    /// The entry of the list of handlers, if the function has handlers, and whether it is in the list.
    pub entry: Option<LocalId>,
    pub is_handling: bool,
    /// Whether nobody else steps while the function is at work: SV-COMP has a convention for names.
    is_atomic: bool,
    /// Blocks that are still to be gone on with.
    waiting: Vec<(BlockId, Begun)>,
}

/// The procedure that the function becomes.
pub fn lower(session: &mut Session<'_>, place: units::Place) -> Procedure {
    let function = session.units.function(place);
    let module = session.units.module(place.unit);
    let declared = debug::function(module, function);
    let span = match &declared {
        Some(declared) => session.files.declared(declared),
        None if module.tells_source() => Span::NOWHERE,
        None => session.files.line_of_module(module, function.line),
    };
    let name = match declared {
        Some(declared) => declared.name.to_string(),
        None => session.units.function_name(place).to_owned(),
    };
    if let Some(procedure) = stand_in(session, place, &name) {
        return procedure;
    }
    let names = debug::local_names(module, function);
    for declared in names.values() {
        if let Some(ty) = declared.ty {
            session.shapes.add(&name, &declared.name, shape(module, ty));
        }
    }
    let places = places(session.units.layout(place.unit), session.units.module(place.unit), function);
    let mut confined = confined(session.units, place.unit, function, &places);
    session.chosen_globals.add_to(&mut confined, session.units, place.unit, function);
    let mut lowering = Lowering {
        unit: place.unit,
        module,
        function,
        edges: Edges::new(span),
        debug: None,
        places,
        confined,
        ranges: Ranges::of(function),
        assumptions: Assumptions::default(),
        locals: vec![thread_number()],
        results: Vec::new(),
        names,
        uses: uses(function),
        homes: HashMap::new(),
        pending: HashMap::new(),
        variables: HashMap::new(),
        block_nodes: HashMap::new(),
        entrances: entrances(function, session.unwinds()),
        has_addresses: has_addresses(function),
        random_dividends: HashMap::new(),
        variadic: None,
        entry: None,
        is_handling: false,
        is_atomic: session.units.function_name(place).starts_with("__VERIFIER_atomic_"),
        waiting: Vec::new(),
        session,
    };
    let is_section = lowering.session.must_return.contains(&place);
    let section = is_section.then(|| lowering.session.section_kind("call"));
    let parameters = lowering.parameters();
    if lowering.is_atomic {
        lowering.edges.emit(Action::BeginAtomic);
        lowering.assumptions.begin_atomic();
    }
    lowering.blocks();
    let Lowering { edges, locals, results, .. } = lowering;
    let mut procedure = Procedure { span, section, ..edges.into_procedure(&name, locals, parameters, results) };
    forget(&mut procedure);
    procedure
}

/// From how many places each block is entered.
fn entrances(function: &Function, unwinds: bool) -> Vec<u32> {
    let mut entrances = vec![0; function.blocks.len()];
    for block in &function.blocks {
        for target in successors(&block.terminator.operation, unwinds) {
            entrances[target.index()] += 1;
        }
    }
    entrances
}

fn successors(terminator: &Terminator, unwinds: bool) -> Vec<BlockId> {
    match terminator {
        Terminator::Invoke { normal, .. } if !unwinds => vec![*normal],
        Terminator::CallBranch { normal, .. } => vec![*normal],
        other => other.successors(),
    }
}

impl<'a> Lowering<'_, 'a> {
    /// Makes the parameters and results; tells how many the parameters are.
    fn parameters(&mut self) -> usize {
        let function = self.function;
        let mut copied = Vec::new();
        for parameter in &function.parameters {
            let local = function.local(parameter.local);
            let name = self.name_of(parameter.local);
            let homes = self.new_variables(&local.ty, &name).unwrap_or_default();
            if let Some(ty) = type_of(&parameter.attributes, "byval") {
                copied.push((homes.clone(), ty));
            }
            self.homes.insert(parameter.local, homes);
        }
        if function.is_variadic {
            self.variadic = Some(["%registers", "%variadic"].map(|name| self.new_variable(name, Type::Pointer)));
        }
        let parameters = self.locals.len();
        self.results = vec![self.new_variable("%unwinding", Type::Pointer)];
        let returned = self.new_variables(&function.result, "result").unwrap_or_default();
        self.results.extend(returned);
        self.make_entry();
        for (homes, ty) in copied {
            if let Err(what) = self.copy_argument(&homes, ty) {
                self.unsupported(what);
            }
        }
        parameters
    }

    /// An argument that is handed over as a whole is the callee's own: the pointer is exchanged for one to a copy.
    fn copy_argument(&mut self, homes: &[LocalId], ty: &LlvmType) -> Result<(), String> {
        let [home] = homes else { return Err("an argument of this type".to_owned()) };
        let size = self.session.units.layout(self.unit).extent(ty).map_err(|why| why.to_string())?.size;
        let copy = self.new_variable("copy", Type::Pointer);
        let storage = program::command::Storage::Stack;
        self.edges.emit(Action::Allocate { target: VarRef::Local(copy), size: number(64, size), storage });
        self.copy_to_own(Expr::local(copy), Expr::local(*home), size, false)?;
        self.edges.emit(Action::Assign(vec![(VarRef::Local(*home), Expr::local(copy))]));
        Ok(())
    }

    fn blocks(&mut self) {
        let entry = BlockId(0);
        if self.entrances[0] > 0 {
            let node = self.block_node(entry);
            self.edges.go(node);
        } else {
            let begun = self.edges.suspend();
            self.waiting.push((entry, begun));
        }
        while let Some((block, begun)) = self.waiting.pop() {
            self.edges.resume(begun);
            self.block(block);
        }
    }

    fn block(&mut self, id: BlockId) {
        self.pending.clear();
        self.assumptions.forget_reads();
        if id != BlockId(0) {
            self.assumptions.disturb();
        }
        let block = self.function.block(id);
        if starts_thread(&block.name) {
            let first = block.instructions.iter().find_map(|instruction| instruction.debug);
            self.edges.span = self.span(first.or(block.terminator.debug), block.terminator.line);
            return self.unsupported("a statement that CBMC runs as a thread of its own".to_owned());
        }
        for instruction in &block.instructions {
            self.edges.span = self.span(instruction.debug, instruction.line);
            self.debug = instruction.debug;
            self.notice(&instruction.operation);
            if let Err(what) = self.instruction(instruction.result, &instruction.operation) {
                return self.unsupported(what);
            }
            if !self.edges.is_reached() {
                return;
            }
        }
        self.edges.span = self.span(block.terminator.debug, block.terminator.line);
        self.debug = block.terminator.debug;
        if let Err(what) = self.terminator(id, block.terminator.result, &block.terminator.operation) {
            self.unsupported(what);
        }
    }

    /// Where the instruction stands in the source or, if its file says nothing about that, in the file.
    fn span(&mut self, debug: Option<llvm::NodeId>, line: u32) -> Span {
        match self.session.files.span(self.module, debug) {
            Some(span) => span,
            None if self.module.tells_source() => self.edges.span,
            None => self.session.files.line_of_module(self.module, line),
        }
    }

    /// From here on it is not known what happens.
    fn unsupported(&mut self, what: String) {
        self.edges.cut();
        self.edges.emit(Action::Unsupported(what.into()));
        let nowhere = self.edges.node();
        self.edges.go(nowhere);
    }

    fn terminator(
        &mut self,
        here: BlockId,
        result: Option<llvm::LocalId>,
        terminator: &'a Terminator,
    ) -> Result<(), String> {
        match terminator {
            Terminator::Return(operand) => {
                let mut values = vec![Expr::null()];
                if let Some(operand) = operand {
                    values.extend(self.operand(operand)?);
                }
                let results = self.results.clone();
                self.assign(&results, values);
                self.leave();
            }
            Terminator::Branch(to) => self.go(here, *to)?,
            Terminator::Conditional { condition, then, otherwise } => {
                let condition = self.scalar(&LlvmType::BOOL, condition)?;
                let negated = Expr::unary(program::expr::UnaryOp::Not, condition.clone());
                self.branch(here, vec![(condition, *then), (negated, *otherwise)])?;
            }
            Terminator::Switch { subject, default, cases } => self.switch(here, subject, *default, cases)?,
            Terminator::Invoke { call, normal, unwind } => {
                self.enter_handlers(call, *unwind)?;
                self.call(result, call, Some((here, *unwind)))?;
                let entry = self.entry_to_leave();
                self.leave_handlers(entry)?;
                self.go(here, *normal)?;
            }
            Terminator::CallBranch { call, normal, .. } => {
                self.call(result, call, None)?;
                self.go(here, *normal)?;
            }
            Terminator::Unreachable => {
                let what = "control comes to a place that the compiler takes for unreachable, \
                            such as the end of a function that should return a value";
                self.edges.emit(Action::Assert(Expr::Literal(program::value::Value::Bool(false)), Some(what.into())));
                let nowhere = self.edges.node();
                self.edges.go(nowhere);
            }
            Terminator::Resume(operand) => {
                let exception = self.operand(operand)?.swap_remove(0);
                let unwinding = self.unwinding();
                self.assign(&[unwinding], vec![exception]);
                self.leave();
            }
            Terminator::IndirectBranch { address, targets } => self.jump(here, address, targets)?,
            Terminator::CleanupReturn { .. } | Terminator::CatchReturn { .. } | Terminator::CatchSwitch { .. } => {
                return Err("exceptions of Windows".to_owned());
            }
        }
        Ok(())
    }

    /// Goes to the end of the function.
    pub fn leave(&mut self) {
        if self.is_atomic {
            self.edges.emit(Action::EndAtomic);
        }
        self.edges.go(Edges::EXIT);
    }

    fn switch(
        &mut self,
        here: BlockId,
        subject: &'a Operand,
        default: BlockId,
        cases: &'a [(num_bigint::BigInt, BlockId)],
    ) -> Result<(), String> {
        use program::expr::BinaryOp;
        let values = self.operand(subject)?;
        let [value] = &values[..] else { return Err("a `switch` of this kind".to_owned()) };
        let LlvmType::Integer(width) = subject.ty else {
            return Err("a `switch` of this kind".to_owned());
        };
        let literal = |case: &num_bigint::BigInt| match width {
            1 => Expr::Literal(program::value::Value::Bool(case.bit(0))),
            _ => Expr::Literal(program::value::Value::Bits(program::value::Bits::wrap(width, case))),
        };
        let mut arms = Vec::new();
        let mut none = Expr::truth();
        for (case, target) in cases {
            arms.push((Expr::binary(BinaryOp::Equal, value.clone(), literal(case)), *target));
            let differs = Expr::binary(BinaryOp::NotEqual, value.clone(), literal(case));
            none = if none == Expr::truth() { differs } else { Expr::binary(BinaryOp::And, none, differs) };
        }
        arms.push((none, default));
        self.branch(here, arms)
    }

    /// Jumps to one of the labels that the program may have computed.
    fn jump(&mut self, here: BlockId, address: &'a Operand, targets: &[BlockId]) -> Result<(), String> {
        use program::expr::BinaryOp;
        let address = self.scalar_operand(address)?;
        let function = self.session.units.name(self.unit, self.function.symbol);
        let mut targets = targets.to_vec();
        targets.sort_unstable();
        targets.dedup();
        let mut arms = Vec::new();
        for target in targets {
            let label = self.session.label(self.unit, function, &self.function.blocks[target.index()].name);
            let label = Expr::Literal(program::value::Value::Pointer(label));
            arms.push((Expr::binary(BinaryOp::Equal, address.clone(), label), target));
        }
        let is_label = arms.iter().map(|(condition, _)| condition.clone());
        let is_label = is_label.reduce(|all, one| Expr::binary(BinaryOp::Or, all, one)).unwrap_or_else(Expr::truth);
        self.edges.emit(Action::Assert(is_label, Some("a jump to what is no label of the function".into())));
        self.branch(here, arms)
    }

    /// Goes on where the condition holds; the conditions exclude each other, and one of them holds.
    fn branch(&mut self, here: BlockId, arms: Vec<(Expr, BlockId)>) -> Result<(), String> {
        let Some(node) = self.edges.here() else { return Ok(()) };
        for (condition, target) in arms {
            self.edges.start(node);
            if condition != Expr::truth() {
                self.edges.emit(Action::Assume(condition));
            }
            self.go(here, target)?;
        }
        Ok(())
    }

    /// Goes from one block to another.
    pub fn go(&mut self, from: BlockId, to: BlockId) -> Result<(), String> {
        let mut assignments = Vec::new();
        for instruction in &self.function.block(to).instructions {
            let (Operation::Phi { incoming, ty, .. }, Some(result)) = (&instruction.operation, instruction.result)
            else {
                continue;
            };
            let value = incoming.iter().find(|(_, block)| *block == from).map(|(value, _)| value);
            let value = value.ok_or("a value is missing where control flows together")?;
            let values = self.value(ty, value)?;
            let homes = self.home(result, ty)?;
            assignments.extend(homes.into_iter().map(VarRef::Local).zip(values));
        }
        assignments.retain(|(target, value)| *value != Expr::Variable(*target));
        if !assignments.is_empty() {
            self.edges.emit(Action::Assign(assignments));
        }
        if self.entrances[to.index()] > 1 || to == BlockId(0) {
            let node = self.block_node(to);
            self.edges.go(node);
        } else {
            let begun = self.edges.suspend();
            self.waiting.push((to, begun));
        }
        Ok(())
    }

    /// The node of a block that is entered from several places.
    fn block_node(&mut self, block: BlockId) -> NodeId {
        if let Some(known) = self.block_nodes.get(&block) {
            return *known;
        }
        let node = self.edges.node();
        self.block_nodes.insert(block, node);
        let going_on = self.edges.suspend();
        self.edges.start(node);
        let begun = self.edges.suspend();
        self.edges.resume(going_on);
        self.waiting.push((block, begun));
        node
    }

    /// The expressions that the operand stands for.
    pub fn operand(&mut self, operand: &'a Operand) -> Result<Vec<Expr>, String> {
        self.value(&operand.ty, &operand.value)
    }

    /// The expression that the operand, a scalar, stands for.
    pub fn scalar_operand(&mut self, operand: &'a Operand) -> Result<Expr, String> {
        self.scalar(&operand.ty, &operand.value)
    }

    /// The expression that the value, a scalar, stands for.
    pub fn scalar(&mut self, ty: &LlvmType, value: &'a Value) -> Result<Expr, String> {
        let mut values = self.value(ty, value)?;
        match values.len() {
            1 => Ok(values.remove(0)),
            _ => Err("a vector".to_owned()),
        }
    }

    /// The expressions that the value stands for.
    pub fn value(&mut self, ty: &LlvmType, value: &'a Value) -> Result<Vec<Expr>, String> {
        match value {
            Value::Constant(constant) => {
                if let Some(offset) = self.session.thread_local_offset(self.unit, constant)? {
                    return Ok(vec![self.session.thread_local_address(offset)?]);
                }
                if let Constant::Expression(expression) = constant
                    && let Some(computed) = self.comparison(expression)?
                {
                    return Ok(vec![computed]);
                }
                self.constant(ty, constant)
            }
            Value::Local(local) => self.local(*local, ty),
            Value::Assembly(_) => Err("assembly".to_owned()),
            Value::Metadata(_) => Err("metadata".to_owned()),
        }
    }

    fn constant(&mut self, ty: &LlvmType, constant: &'a Constant) -> Result<Vec<Expr>, String> {
        let values = self.session.constant(self.unit, ty, constant)?;
        let types = self.types(ty)?;
        Ok(types.iter().zip(values).map(|(ty, value)| literal(ty, value)).collect())
    }

    /// What older compilers write as a constant, though it is known to the linker only: how two addresses compare.
    fn comparison(&mut self, expression: &'a Expression) -> Result<Option<Expr>, String> {
        match expression {
            Expression::Compare { predicate, left, right } => {
                let ty = &left.ty;
                let (left, right) = (self.constant(ty, &left.constant)?, self.constant(ty, &right.constant)?);
                if let Some(order) = Order::of(*predicate, ty, &left, &right, self.has_addresses) {
                    return self.order_of_addresses(order).map(Some);
                }
                let types = self.types(ty)?;
                let ([ty], [left], [right]) = (&types[..], &left[..], &right[..]) else { return Ok(None) };
                operators::compare(*predicate, ty, left.clone(), right.clone()).map(Some)
            }
            Expression::Cast { operator, operand, to } => {
                let Constant::Expression(inner) = &operand.constant else { return Ok(None) };
                let Some(compared) = self.comparison(inner)? else { return Ok(None) };
                let (from, to) = (self.types(&operand.ty)?, self.types(to)?);
                let ([from], [to]) = (&from[..], &to[..]) else { return Ok(None) };
                operators::cast(*operator, from, to, compared).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn local(&mut self, local: llvm::LocalId, ty: &LlvmType) -> Result<Vec<Expr>, String> {
        if let Some((values, left)) = self.pending.get_mut(&local) {
            *left = left.saturating_sub(1);
            let values = values.clone();
            if self.pending[&local].1 == 0 {
                self.pending.remove(&local);
            }
            return Ok(values);
        }
        Ok(self.home(local, ty)?.into_iter().map(Expr::local).collect())
    }

    /// Whether the result of the instruction is used once.
    pub fn is_used_once(&self, local: llvm::LocalId) -> bool {
        self.uses[local.index()].count == 1
    }

    /// The variables that hold the result of the instruction.
    pub fn home(&mut self, local: llvm::LocalId, ty: &LlvmType) -> Result<Vec<LocalId>, String> {
        if let Some(known) = self.homes.get(&local) {
            return Ok(known.clone());
        }
        let name = self.name_of(local);
        let homes = self.new_variables(ty, &name)?;
        self.homes.insert(local, homes.clone());
        Ok(homes)
    }

    /// The variable that holds the exception that is on its way out of the function.
    pub fn unwinding(&self) -> LocalId {
        self.results[0]
    }

    /// What the source calls the local, or else what the compiler does.
    fn name_of(&self, local: llvm::LocalId) -> String {
        match self.names.get(&local) {
            Some(declared) => declared.name.to_string(),
            None => format!("%{}", self.function.local(local).name),
        }
    }

    pub fn new_variables(&mut self, ty: &LlvmType, name: &str) -> Result<Vec<LocalId>, String> {
        let leaves = self.session.leaves(self.unit, ty)?;
        let is_one = leaves.len() == 1;
        let variable = |(index, leaf): (usize, crate::c::leaves::Leaf)| {
            let name = if is_one { name.to_owned() } else { format!("{name}.{index}") };
            self.new_variable(&name, leaf.ty)
        };
        Ok(leaves.into_iter().enumerate().map(variable).collect())
    }

    /// A new variable of the procedure.
    pub fn new_variable(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Variable { name: name.to_owned(), ty, span: self.edges.span });
        LocalId::new(self.locals.len() - 1)
    }

    /// The result of the instruction is known from now on.
    pub fn define(&mut self, result: Option<llvm::LocalId>, values: Vec<Expr>) -> Result<(), String> {
        let Some(result) = result else { return Ok(()) };
        let Uses { count, elsewhere } = self.uses[result.index()];
        let is_small = values.iter().all(|value| size(value) <= SMALL);
        if count == 0 {
            return Ok(());
        }
        if !elsewhere && (count == 1 || is_small) {
            self.pending.insert(result, (values, count));
            return Ok(());
        }
        let homes = self.home(result, &self.function.local(result).ty)?;
        self.assign(&homes, values);
        Ok(())
    }

    /// Assigns to variables, and lets nothing that is pending see it.
    pub fn assign(&mut self, targets: &[LocalId], values: Vec<Expr>) {
        for target in targets {
            self.settle(*target);
            self.assumptions.assigned(*target);
        }
        let assignments: Vec<(VarRef, Expr)> =
            targets.iter().map(|target| VarRef::Local(*target)).zip(values).collect();
        if !assignments.is_empty() {
            self.edges.emit(Action::Assign(assignments));
        }
    }

    /// What is pending and depends on the variable is computed before it changes.
    fn settle(&mut self, variable: LocalId) {
        let depends = |(_, (values, _)): &(&llvm::LocalId, &(Vec<Expr>, u32))| {
            values.iter().any(|value| value.mentions(VarRef::Local(variable)))
        };
        let mut dependent: Vec<llvm::LocalId> = self.pending.iter().filter(depends).map(|(local, _)| *local).collect();
        dependent.sort_unstable();
        for local in dependent {
            let Some((values, _)) = self.pending.remove(&local) else { continue };
            // A local that is pending was defined by an instruction whose type has scalars.
            let Ok(homes) = self.home(local, &self.function.local(local).ty) else { continue };
            let assignments = homes.into_iter().map(VarRef::Local).zip(values).collect();
            self.edges.emit(Action::Assign(assignments));
        }
    }

    /// The variable of the procedure that the variable with this address has become, if it has.
    pub fn variable(&mut self, address: &Value) -> Option<LocalId> {
        let local = address.local()?;
        let Some(Place::Variable(ty)) = self.places.of.get(&local) else { return None };
        if let Some(known) = self.variables.get(&local) {
            return Some(*known);
        }
        let (name, ty) = (self.name_of(local), ty.clone());
        let variable = self.new_variable(&name, ty);
        self.variables.insert(local, variable);
        Some(variable)
    }
}

/// How many parts the expression has.
fn size(expr: &Expr) -> usize {
    let mut parts = 1;
    expr.for_each_operand(|operand| parts += size(operand));
    parts
}

/// The number as a machine integer.
pub fn number(width: u32, value: u64) -> Expr {
    Expr::Literal(crate::c::constants::bits(width, value))
}
