//! Programs made ready for execution, once, before the search.

use std::sync::Arc;

use evidence::reason::Reason;
use num_traits::ToPrimitive;
use program::command::{Action, Callee, Command, Section, Storage};
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::procedure::{Edge, Procedure};
use program::program::{EndRule, Program, StaticObject};
use program::span::Span;
use program::text::Names;
use program::types::Type;
use program::typing::type_of;
use program::value::{MapValue, Value};

use crate::code::{Binary, Code, Unary};
use crate::domain::{Condition, compile_condition};
use crate::odd::{is_odd, pack};
use crate::tables::Tables;
use crate::words::{ANY, Word};

/// A program ready for execution.
pub struct Compiled {
    /// The procedures.
    pub procedures: Vec<CompiledProcedure>,
    /// The procedures that start with the program.
    pub start: Vec<usize>,
    /// The types of the global variables.
    pub globals: Vec<Type>,
    /// Names of what all procedures know.
    pub names: Names,
    /// Whether the program ends with its main thread.
    pub ends_with_main: bool,
    /// Whether the program has memory.
    pub has_memory: bool,
    /// The memory objects that exist from the start.
    pub objects: Vec<StaticObject>,
    /// Which files the user has written.
    pub own_files: Vec<bool>,
}

/// A procedure ready for execution.
pub struct CompiledProcedure {
    /// Its name.
    pub name: String,
    /// The types of its local variables.
    pub locals: Vec<Type>,
    /// Their names.
    pub local_names: Vec<String>,
    /// How many of them are parameters.
    pub parameters: usize,
    /// The local variables that are its results.
    pub results: Vec<u32>,
    /// The ids of the edges that leave each node.
    pub edges_from: Vec<std::ops::Range<u32>>,
    /// The edges.
    pub edges: Vec<CompiledEdge>,
    /// Where it starts.
    pub entry: u32,
    /// Where it is over.
    pub exit: u32,
    /// Whether its calls are sections.
    pub is_section: bool,
    /// Whether it stands for what it calls.
    pub wraps: bool,
    /// Which nodes are sections.
    pub section_nodes: Vec<bool>,
    /// Where a thread that is blocked does not hang, but waits for an assumption about the input.
    pub discarding_nodes: Vec<bool>,
}

/// An edge ready for execution.
pub struct CompiledEdge {
    /// What it does.
    pub operations: Vec<Operation>,
    /// Where it leads.
    pub to: u32,
    /// The call at its end.
    pub call: Option<CompiledCall>,
    /// Where it is written.
    pub span: Span,
    /// Whether its outcome depends on which threads there are.
    pub looks_at_threads: bool,
    /// Whether it makes objects in memory.
    pub allocates: bool,
    /// Whether it may happen but cannot be counted on.
    pub spurious: bool,
    /// The choice of which it is a way that is taken eventually.
    pub eventually: Option<u32>,
}

/// A call at the end of an edge.
pub struct CompiledCall {
    /// What is called.
    pub callee: CalleeCode,
    /// The arguments.
    pub arguments: Vec<(Type, Code)>,
    /// Where the results go.
    pub results: Vec<(Target, Type)>,
}

/// What is called or forked.
pub enum CalleeCode {
    /// The procedure.
    Procedure(usize),
    /// Whatever the pointer points to.
    Pointer(Code),
}

/// A variable to be assigned.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// A global one.
    Global(u32),
    /// A local one of the topmost frame.
    Local(u32),
}

/// An action ready for execution, and where it is written.
pub struct Operation {
    /// What to do.
    pub kind: OperationKind,
    /// Where it is written.
    pub span: Span,
}

/// What to do.
#[allow(missing_docs)]
pub enum OperationKind {
    Assume(Code),
    Assert(Code),
    Assign(Vec<(Target, Code)>),
    Forget(Vec<(Target, Type)>),
    /// With the type of the value.
    Store {
        pointer: Code,
        value: Code,
        ty: Type,
    },
    Copy {
        to: Code,
        from: Code,
        size: Code,
    },
    Fill {
        to: Code,
        byte: Code,
        size: Code,
    },
    Allocate {
        target: Target,
        size: Code,
        storage: Storage,
    },
    Free(Code),
    Output(Vec<Code>),
    Unsupported(String),
    /// With the assumptions that directly follow.
    Havoc(Vec<(Target, Type)>, Vec<Condition>),
    /// With the types of the id's components: values of different types are different ids.
    Fork {
        id: Option<Vec<(Type, Code)>>,
        callee: CalleeCode,
        arguments: Vec<(Type, Code)>,
    },
    Join {
        id: Vec<(Type, Code)>,
        results: Vec<(Target, Type)>,
    },
    Enter(SectionCode),
    Leave(SectionCode),
    BeginAtomic,
    EndAtomic,
    Halt,
}

/// A section that is entered or left.
pub struct SectionCode {
    /// Its kind.
    pub kind: u32,
    /// The type and the value of its object.
    pub object: Option<(Type, Code)>,
}

/// Makes the program ready, or says what this engine cannot handle.
pub fn compile(program: &Program) -> Result<Compiled, Reason> {
    let procedures = program.procedures.iter().map(|procedure| compile_procedure(program, procedure));
    Ok(Compiled {
        procedures: procedures.collect::<Result<_, _>>()?,
        start: program.start.iter().map(|procedure| procedure.index()).collect(),
        globals: program.globals.iter().map(|variable| variable.ty.clone()).collect(),
        names: Names::as_written(program, None),
        ends_with_main: program.end == EndRule::MainThread,
        has_memory: has_memory(program),
        objects: program.objects.clone(),
        own_files: program.files.iter().map(|file| file.origin.is_own()).collect(),
    })
}

/// Whether a run of the program can have an object in memory.
fn has_memory(program: &Program) -> bool {
    let allocates = |action: &Action| matches!(action, Action::Allocate { .. });
    let mut commands = program.procedures.iter().flat_map(|procedure| &procedure.edges).flat_map(|edge| &edge.commands);
    !program.objects.is_empty() || commands.any(|command| allocates(&command.action))
}

fn compile_procedure(program: &Program, procedure: &Procedure) -> Result<CompiledProcedure, Reason> {
    let edges = procedure.edges.iter().map(|edge| compile_edge(&Scope { program, procedure, span: edge.span }, edge));
    let range = |node| {
        let range = procedure.edges_from(program::ids::NodeId::new(node));
        range.start as u32..range.end as u32
    };
    Ok(CompiledProcedure {
        name: procedure.name.clone(),
        locals: procedure.locals.iter().map(|variable| variable.ty.clone()).collect(),
        local_names: procedure.locals.iter().map(|variable| variable.name.clone()).collect(),
        parameters: procedure.parameters,
        results: procedure.results.iter().map(|result| result.0).collect(),
        edges_from: (0..procedure.nodes.len()).map(range).collect(),
        edges: edges.collect::<Result<_, _>>()?,
        entry: procedure.entry.0,
        exit: procedure.exit.0,
        is_section: procedure.section.is_some(),
        wraps: procedure.wraps,
        discarding_nodes: procedure.nodes.iter().map(|node| node.discards).collect(),
        section_nodes: procedure.nodes.iter().map(|node| node.section.is_some()).collect(),
    })
}

fn compile_edge(scope: &Scope<'_>, edge: &Edge) -> Result<CompiledEdge, Reason> {
    let operation = |(position, command): (usize, &Command)| {
        let scope = Scope { span: command.span, ..*scope };
        let kind = scope.operation(&command.action, &edge.commands[position + 1..])?;
        Ok(Operation { kind, span: command.span })
    };
    let call = edge.call.as_ref().map(|call| {
        Ok(CompiledCall {
            callee: scope.callee(&call.callee)?,
            arguments: scope.all_typed(&call.arguments)?,
            results: scope.typed_targets(&call.results),
        })
    });
    Ok(CompiledEdge {
        operations: edge.commands.iter().enumerate().map(operation).collect::<Result<_, _>>()?,
        to: edge.to.0,
        call: call.transpose()?,
        span: edge.span,
        spurious: edge.spurious,
        eventually: edge.eventually.map(|choice| choice.0),
        allocates: edge.commands.iter().any(|command| matches!(command.action, Action::Allocate { .. })),
        looks_at_threads: edge.commands.iter().any(|command| matches!(command.action, Action::Join { .. })),
    })
}

fn compile_target(target: VarRef) -> Target {
    match target {
        VarRef::Global(global) => Target::Global(global.0),
        VarRef::Local(local) => Target::Local(local.0),
    }
}

/// Where an expression stands.
pub struct Scope<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    span: Span,
}

impl Scope<'_> {
    fn operation(&self, action: &Action, following: &[Command]) -> Result<OperationKind, Reason> {
        Ok(match action {
            Action::Assume(condition) => OperationKind::Assume(self.code(condition)?),
            Action::Assert(condition, _) => OperationKind::Assert(self.code(condition)?),
            Action::Assign(assignments) => {
                let assignment = |(target, expr): &(VarRef, Expr)| Ok((compile_target(*target), self.code(expr)?));
                OperationKind::Assign(assignments.iter().map(assignment).collect::<Result<_, Reason>>()?)
            }
            Action::Havoc(variables) => {
                let conditions = following.iter().map_while(|command| match &command.action {
                    Action::Assume(condition) => Some(compile_condition(self, variables, condition)),
                    _ => None,
                });
                OperationKind::Havoc(self.typed_targets(variables), conditions.collect::<Result<_, _>>()?)
            }
            Action::Fork { id, callee, arguments } => OperationKind::Fork {
                id: id.as_ref().map(|id| self.all_typed(id)).transpose()?,
                callee: self.callee(callee)?,
                arguments: self.all_typed(arguments)?,
            },
            Action::Join { id, results } => {
                OperationKind::Join { id: self.all_typed(id)?, results: self.typed_targets(results) }
            }
            Action::Enter(section) => OperationKind::Enter(self.section(section)?),
            Action::Leave(section) => OperationKind::Leave(self.section(section)?),
            Action::BeginAtomic => OperationKind::BeginAtomic,
            Action::EndAtomic => OperationKind::EndAtomic,
            Action::Halt => OperationKind::Halt,
            Action::Forget(variables) => OperationKind::Forget(self.typed_targets(variables)),
            Action::Store { pointer, value } => {
                OperationKind::Store { pointer: self.code(pointer)?, value: self.code(value)?, ty: self.type_of(value) }
            }
            Action::Copy { to, from, size } => {
                OperationKind::Copy { to: self.code(to)?, from: self.code(from)?, size: self.code(size)? }
            }
            Action::Fill { to, byte, size } => {
                OperationKind::Fill { to: self.code(to)?, byte: self.code(byte)?, size: self.code(size)? }
            }
            Action::Allocate { target, size, storage } => {
                OperationKind::Allocate { target: compile_target(*target), size: self.code(size)?, storage: *storage }
            }
            Action::Free(pointer) => OperationKind::Free(self.code(pointer)?),
            Action::Output(output) => OperationKind::Output(self.all(&output.arguments)?),
            Action::Unsupported(what) => OperationKind::Unsupported(what.to_string()),
        })
    }

    fn section(&self, section: &Section) -> Result<SectionCode, Reason> {
        let object = section.object.as_ref().map(|object| Ok((self.type_of(object), self.code(object)?)));
        Ok(SectionCode { kind: section.kind.0, object: object.transpose()? })
    }

    fn callee(&self, callee: &Callee) -> Result<CalleeCode, Reason> {
        match callee {
            Callee::Procedure(procedure) => Ok(CalleeCode::Procedure(procedure.index())),
            Callee::Pointer(pointer) => Ok(CalleeCode::Pointer(self.code(pointer)?)),
        }
    }

    fn typed_targets(&self, targets: &[VarRef]) -> Vec<(Target, Type)> {
        let typed = |target: &VarRef| (compile_target(*target), self.type_of(&Expr::Variable(*target)));
        targets.iter().map(typed).collect()
    }

    /// The type of the expression.
    pub fn type_of(&self, expr: &Expr) -> Type {
        type_of(self.program, self.procedure, expr).expect("validity: expressions are well typed")
    }

    /// The width of a machine integer that fits in a word.
    fn width(&self, expr: &Expr) -> Option<u32> {
        match self.type_of(expr) {
            Type::Bits(width) => (width <= 64).then_some(width),
            _ => Some(0),
        }
    }

    fn all(&self, exprs: &[Expr]) -> Result<Vec<Code>, Reason> {
        exprs.iter().map(|expr| self.code(expr)).collect()
    }

    fn all_typed(&self, exprs: &[Expr]) -> Result<Vec<(Type, Code)>, Reason> {
        exprs.iter().map(|expr| Ok((self.type_of(expr), self.code(expr)?))).collect()
    }

    /// The expression ready for evaluation.
    pub fn code(&self, expr: &Expr) -> Result<Code, Reason> {
        let boxed = |operand: &Expr| Ok(Box::new(self.code(operand)?));
        Ok(match expr {
            Expr::Literal(value) => self.constant(value)?,
            Expr::Variable(VarRef::Global(global)) => Code::Global(global.0),
            Expr::Variable(VarRef::Local(local)) => Code::Local(local.0),
            Expr::Unary(UnaryOp::ObjectSize, pointer) => Code::ObjectSize(boxed(pointer)?),
            Expr::Unary(op, operand) => self.unary(*op, operand)?,
            Expr::Binary(op, left, right) => self.binary(*op, left, right)?,
            Expr::If(condition, first, second) => Code::If(boxed(condition)?, boxed(first)?, boxed(second)?),
            Expr::Select(map, keys) => Code::Select(boxed(map)?, self.all_typed(keys)?),
            Expr::Update(map, keys, value) => Code::Update(boxed(map)?, self.all(keys)?, boxed(value)?),
            Expr::Load(pointer, ty) => Code::Load(ty.clone(), boxed(pointer)?),
        })
    }

    fn constant(&self, value: &Value) -> Result<Code, Reason> {
        match (encode_scalar(value), value) {
            (Some(word), _) => Ok(Code::Constant(word)),
            (None, Value::Int(_)) => Err(Reason::NumberTooLarge { span: self.span }),
            (None, _) => Ok(Code::OddConstant(value.clone())),
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Expr) -> Result<Code, Reason> {
        let code = self.code(operand)?;
        let fast = self.width(operand).and_then(|width| fast_unary(op, width));
        Ok(match (op, fast) {
            (UnaryOp::Not | UnaryOp::Negate | UnaryOp::IntToBits(_), Some(fast)) => Code::Unary(fast, Box::new(code)),
            (op, fast) => Code::MachineUnary(fast, Box::new((op, self.type_of(operand), code))),
        })
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Code, Reason> {
        let (left_code, right_code) = (self.code(left)?, self.code(right)?);
        let boxed = |left: Code, right: Code| (Box::new(left), Box::new(right));
        let types = (self.type_of(left), self.type_of(right));
        let is_machine = |ty: &Type| matches!(ty, Type::Bits(_) | Type::Pointer);
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => {
                let (left, right) = boxed(left_code, right_code);
                return Ok(match op {
                    BinaryOp::And => Code::And(left, right),
                    BinaryOp::Or => Code::Or(left, right),
                    _ => Code::Implies(left, right),
                });
            }
            BinaryOp::Equal | BinaryOp::NotEqual if matches!(types.0, Type::Map(_)) => {
                let (left, right) = boxed(left_code, right_code);
                return Ok(Code::MapsEqual(types.0, op == BinaryOp::Equal, left, right));
            }
            _ => {}
        }
        let widths = self.width(left).zip(self.width(right));
        let fast = widths.and_then(|(left, right)| fast_binary(op, left, right));
        if is_machine(&types.0) {
            return Ok(Code::MachineBinary(fast, Box::new((op, types, left_code, right_code))));
        }
        let fast = fast.expect("everything but machine integers and pointers is plain");
        let (left, right) = boxed(left_code, right_code);
        Ok(Code::Binary(fast, left, right))
    }
}

/// The operator on a plain word, from a machine integer of the width if it is one.
fn fast_unary(op: UnaryOp, width: u32) -> Option<Unary> {
    Some(match op {
        UnaryOp::Not => Unary::Not,
        UnaryOp::Negate => Unary::Negate,
        UnaryOp::BitsNot => Unary::BitsNot(width),
        UnaryOp::BitsNegate => Unary::BitsNegate(width),
        UnaryOp::Extract { high, low } => Unary::Extract { high, low },
        UnaryOp::ZeroExtend(to) if to <= 64 => Unary::Keep,
        UnaryOp::SignExtend(to) if to <= 64 => Unary::SignExtend { from: width, to },
        UnaryOp::UnsignedToInt => Unary::UnsignedToInt(width),
        UnaryOp::SignedToInt => Unary::SignedToInt(width),
        UnaryOp::IntToBits(width) if width <= 64 => Unary::IntToBits(width),
        _ => return None,
    })
}

/// The operator on two plain words, machine integers of the widths if they are.
fn fast_binary(op: BinaryOp, left: u32, right: u32) -> Option<Binary> {
    Some(match op {
        BinaryOp::Equal => Binary::Equal,
        BinaryOp::NotEqual => Binary::NotEqual,
        BinaryOp::Less => Binary::Less,
        BinaryOp::LessEqual => Binary::LessEqual,
        BinaryOp::Greater => Binary::Greater,
        BinaryOp::GreaterEqual => Binary::GreaterEqual,
        BinaryOp::Add => Binary::Add,
        BinaryOp::Subtract => Binary::Subtract,
        BinaryOp::Multiply => Binary::Multiply,
        BinaryOp::Divide => Binary::Divide,
        BinaryOp::Modulo => Binary::Modulo,
        BinaryOp::Concat if left + right <= 64 => Binary::Concat(right),
        BinaryOp::Bits(op) => Binary::Bits(op, left),
        BinaryOp::BitsCompare(comparison) => Binary::Compare(comparison, left),
        BinaryOp::BitsOverflow(op) => Binary::Overflow(op, left),
        BinaryOp::Offset => Binary::PointerOffset,
        _ => return None,
    })
}

/// The word for a value that is neither arbitrary nor a map, if it fits in one.
fn encode_scalar(value: &Value) -> Option<Word> {
    let word = match value {
        Value::Bool(truth) => Word::from(*truth),
        Value::Int(number) => number.to_i64()?,
        Value::Bits(bits) => bits.unsigned().to_u64()? as Word,
        Value::Element(_, number) => Word::from(*number),
        Value::Pointer(pointer) => pack(*pointer)?,
        Value::Any | Value::Map(_) | Value::Vague(_) | Value::Parts(_) | Value::Form(_) => return None,
    };
    (word != ANY && !is_odd(word)).then_some(word)
}

/// The value of the type that a word stands for.
pub fn decode(tables: &Tables, ty: &Type, word: Word) -> Value {
    let maps = &tables.maps;
    match ty {
        _ if word == ANY => Value::Any,
        Type::Map(map) => {
            let default = decode(tables, &map.value, maps.default_value(word));
            let mut value = MapValue::constant(default);
            for entry in maps.entries(word, map.keys.len()) {
                let keys = map.keys.iter().zip(entry).map(|(ty, word)| decode(tables, ty, *word)).collect();
                value = value.with(keys, decode(tables, &map.value, entry[map.keys.len()]));
            }
            Value::Map(Arc::new(value))
        }
        Type::Bool => Value::Bool(word == 1),
        Type::Int => Value::int(word),
        Type::Bits(_) | Type::Pointer => tables.odd.decode(ty, word),
        Type::Sort(sort) => Value::Element(*sort, word as u32),
    }
}
