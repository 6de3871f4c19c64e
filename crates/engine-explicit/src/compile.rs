//! Programs made ready for execution, once, before the search.

use std::sync::Arc;

use evidence::reason::Reason;
use num_traits::ToPrimitive;
use program::command::{Action, Callee, Command, Section};
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::procedure::{Edge, Procedure};
use program::program::{EndRule, Program};
use program::span::Span;
use program::text::Names;
use program::types::Type;
use program::typing::type_of;
use program::value::{Bits, MapValue, Value};

use crate::code::{Binary, Code, Unary};
use crate::domain::{Condition, compile_condition};
use crate::maps::Maps;
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
}

/// A procedure ready for execution.
pub struct CompiledProcedure {
    /// Its name.
    pub name: String,
    /// The types of its local variables.
    pub locals: Vec<Type>,
    /// Their names.
    pub local_names: Vec<String>,
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
}

/// A call at the end of an edge.
pub struct CompiledCall {
    /// The procedure.
    pub procedure: usize,
    /// The arguments.
    pub arguments: Vec<Code>,
    /// Where the results go.
    pub results: Vec<Target>,
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
    /// With the assumptions that directly follow.
    Havoc(Vec<(Target, Type)>, Vec<Condition>),
    /// With the types of the id's components: values of different types are different ids.
    Fork {
        id: Option<Vec<(Type, Code)>>,
        procedure: usize,
        arguments: Vec<Code>,
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
    })
}

fn compile_procedure(program: &Program, procedure: &Procedure) -> Result<CompiledProcedure, Reason> {
    let variables = program.globals.iter().chain(&procedure.locals);
    if let Some(wide) = variables.into_iter().find(|variable| is_too_wide(&variable.ty)) {
        return Err(unsupported("a machine integer of more than 64 bits", wide.span));
    }
    let edges = procedure.edges.iter().map(|edge| compile_edge(&Scope { program, procedure, span: edge.span }, edge));
    let range = |node| {
        let range = procedure.edges_from(program::ids::NodeId::new(node));
        range.start as u32..range.end as u32
    };
    Ok(CompiledProcedure {
        name: procedure.name.clone(),
        locals: procedure.locals.iter().map(|variable| variable.ty.clone()).collect(),
        local_names: procedure.locals.iter().map(|variable| variable.name.clone()).collect(),
        results: procedure.results.iter().map(|result| result.0).collect(),
        edges_from: (0..procedure.nodes.len()).map(range).collect(),
        edges: edges.collect::<Result<_, _>>()?,
        entry: procedure.entry.0,
        exit: procedure.exit.0,
        is_section: procedure.section.is_some(),
        discarding_nodes: procedure.nodes.iter().map(|node| node.discards).collect(),
        section_nodes: procedure.nodes.iter().map(|node| node.section.is_some()).collect(),
    })
}

fn is_too_wide(ty: &Type) -> bool {
    match ty {
        Type::Bits(width) => *width > 64,
        Type::Map(map) => map.keys.iter().any(is_too_wide) || is_too_wide(&map.value),
        _ => false,
    }
}

fn unsupported(what: &str, span: Span) -> Reason {
    Reason::Unsupported { what: what.to_owned(), span }
}

fn compile_edge(scope: &Scope<'_>, edge: &Edge) -> Result<CompiledEdge, Reason> {
    let operation = |(position, command): (usize, &Command)| {
        let scope = Scope { span: command.span, ..*scope };
        let kind = scope.operation(&command.action, &edge.commands[position + 1..])?;
        Ok(Operation { kind, span: command.span })
    };
    let call = edge.call.as_ref().map(|call| {
        Ok(CompiledCall {
            procedure: scope.callee(&call.callee)?,
            arguments: scope.all(&call.arguments)?,
            results: call.results.iter().map(|target| compile_target(*target)).collect(),
        })
    });
    Ok(CompiledEdge {
        operations: edge.commands.iter().enumerate().map(operation).collect::<Result<_, _>>()?,
        to: edge.to.0,
        call: call.transpose()?,
        span: edge.span,
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
            Action::Assert(condition) => OperationKind::Assert(self.code(condition)?),
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
                procedure: self.callee(callee)?,
                arguments: self.all(arguments)?,
            },
            Action::Join { id, results } => {
                OperationKind::Join { id: self.all_typed(id)?, results: self.typed_targets(results) }
            }
            Action::Enter(section) => OperationKind::Enter(self.section(section)?),
            Action::Leave(section) => OperationKind::Leave(self.section(section)?),
            Action::BeginAtomic => OperationKind::BeginAtomic,
            Action::EndAtomic => OperationKind::EndAtomic,
            Action::Halt => OperationKind::Halt,
            Action::Store { .. } | Action::Allocate { .. } | Action::Free(_) => {
                return Err(unsupported("addressable memory", self.span));
            }
        })
    }

    fn section(&self, section: &Section) -> Result<SectionCode, Reason> {
        let object = section.object.as_ref().map(|object| Ok((self.type_of(object), self.code(object)?)));
        Ok(SectionCode { kind: section.kind.0, object: object.transpose()? })
    }

    fn callee(&self, callee: &Callee) -> Result<usize, Reason> {
        match callee {
            Callee::Procedure(procedure) => Ok(procedure.index()),
            Callee::Pointer(_) => Err(unsupported("a call through a pointer", self.span)),
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

    fn width(&self, expr: &Expr) -> Result<u32, Reason> {
        match self.type_of(expr) {
            Type::Bits(width) if width > 64 => Err(unsupported("a machine integer of more than 64 bits", self.span)),
            Type::Bits(width) => Ok(width),
            _ => Ok(0),
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
        self.width(expr)?;
        let boxed = |operand: &Expr| Ok(Box::new(self.code(operand)?));
        Ok(match expr {
            Expr::Literal(value) => Code::Constant(self.constant(value)?),
            Expr::Variable(VarRef::Global(global)) => Code::Global(global.0),
            Expr::Variable(VarRef::Local(local)) => Code::Local(local.0),
            Expr::Unary(op, operand) => Code::Unary(self.unary(*op, operand)?, boxed(operand)?),
            Expr::Binary(op, left, right) => self.binary(*op, left, right)?,
            Expr::If(condition, first, second) => Code::If(boxed(condition)?, boxed(first)?, boxed(second)?),
            Expr::Select(map, keys) => Code::Select(boxed(map)?, self.all_typed(keys)?),
            Expr::Update(map, keys, value) => Code::Update(boxed(map)?, self.all(keys)?, boxed(value)?),
            Expr::Load(..) => return Err(unsupported("addressable memory", self.span)),
        })
    }

    fn constant(&self, value: &Value) -> Result<Word, Reason> {
        match encode_scalar(value) {
            Some(word) => Ok(word),
            None if matches!(value, Value::Pointer(_)) => Err(unsupported("a pointer", self.span)),
            None => Err(Reason::NumberTooLarge { span: self.span }),
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Expr) -> Result<Unary, Reason> {
        let width = self.width(operand)?;
        Ok(match op {
            UnaryOp::Not => Unary::Not,
            UnaryOp::Negate => Unary::Negate,
            UnaryOp::BitsNot => Unary::BitsNot(width),
            UnaryOp::BitsNegate => Unary::BitsNegate(width),
            UnaryOp::Extract { high, low } => Unary::Extract { high, low },
            UnaryOp::ZeroExtend(_) => Unary::Keep,
            UnaryOp::SignExtend(to) => Unary::SignExtend { from: width, to },
            UnaryOp::UnsignedToInt => Unary::UnsignedToInt(width),
            UnaryOp::SignedToInt => Unary::SignedToInt(width),
            UnaryOp::IntToBits(width) => Unary::IntToBits(width),
            UnaryOp::PointerToBits | UnaryOp::BitsToPointer => return Err(unsupported("a pointer", self.span)),
        })
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Code, Reason> {
        let (left_code, right_code) = (Box::new(self.code(left)?), Box::new(self.code(right)?));
        let op = match op {
            BinaryOp::And => return Ok(Code::And(left_code, right_code)),
            BinaryOp::Or => return Ok(Code::Or(left_code, right_code)),
            BinaryOp::Implies => return Ok(Code::Implies(left_code, right_code)),
            BinaryOp::Equal | BinaryOp::NotEqual if matches!(self.type_of(left), Type::Map(_)) => {
                return Ok(Code::MapsEqual(self.type_of(left), op == BinaryOp::Equal, left_code, right_code));
            }
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
            BinaryOp::Concat => Binary::Concat(self.width(right)?),
            BinaryOp::Bits(op) => Binary::Bits(op, self.width(left)?),
            BinaryOp::BitsCompare(comparison) => Binary::Compare(comparison, self.width(left)?),
            BinaryOp::Offset | BinaryOp::Distance | BinaryOp::PointerLess => {
                return Err(unsupported("a pointer", self.span));
            }
        };
        Ok(Code::Binary(op, left_code, right_code))
    }
}

/// The word for a value that is neither arbitrary nor a map, if it fits in one.
fn encode_scalar(value: &Value) -> Option<Word> {
    let word = match value {
        Value::Bool(truth) => Word::from(*truth),
        Value::Int(number) => number.to_i64()?,
        Value::Bits(bits) => bits.unsigned().to_u64()? as Word,
        Value::Element(_, number) => Word::from(*number),
        Value::Any | Value::Pointer(_) | Value::Map(_) => return None,
    };
    (word != ANY).then_some(word)
}

/// The value of the type that a word stands for. Pointers do not occur.
pub fn decode(maps: &Maps, ty: &Type, word: Word) -> Value {
    match ty {
        _ if word == ANY => Value::Any,
        Type::Map(map) => {
            let default = decode(maps, &map.value, maps.default_value(word));
            let mut value = MapValue::constant(default);
            for entry in maps.entries(word, map.keys.len()) {
                let keys = map.keys.iter().zip(entry).map(|(ty, word)| decode(maps, ty, *word)).collect();
                value = value.with(keys, decode(maps, &map.value, entry[map.keys.len()]));
            }
            Value::Map(Arc::new(value))
        }
        Type::Bool => Value::Bool(word == 1),
        Type::Int => Value::int(word),
        Type::Bits(width) => Value::Bits(Bits::wrap(*width, &(word as u64).into())),
        Type::Sort(sort) => Value::Element(*sort, word as u32),
        Type::Pointer => Value::Any,
    }
}
