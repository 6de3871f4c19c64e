//! Syntax trees of small programs, and their text.
//!
//! They are not those of the front end: nothing is shared with what is tested.

use std::fmt::{self, Display, Formatter};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Bool,
    Int,
    /// `bv2`.
    Bits,
    /// `[bool]int`.
    Row,
    /// `[bool, bool]bool`.
    Grid,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variable {
    Global(usize),
    Local(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    And,
    Or,
    Implies,
    Iff,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Add,
    Subtract,
    Multiply,
    /// By a literal that is not zero.
    Divide,
    /// By a literal that is not zero.
    Modulo,
    BitsAdd,
    BitsAnd,
    BitsLess,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Bool(bool),
    Int(i64),
    Bits(u8),
    Variable(Variable),
    /// The variable of the quantifier around it.
    Bound,
    Not(Box<Expr>),
    Negate(Box<Expr>),
    /// The two bits exchanged, by extraction and concatenation.
    Swap(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Select(Box<Expr>, Vec<Expr>),
    Update(Box<Expr>, Vec<Expr>, Box<Expr>),
    /// Over the integers from zero to the number.
    Forall(i64, Box<Expr>),
    /// Over the integers from zero to the number.
    Exists(i64, Box<Expr>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub procedure: usize,
    pub arguments: Vec<Expr>,
    pub results: Vec<Variable>,
}

pub type Block = Vec<Statement>;

#[derive(Clone, PartialEq, Debug)]
pub enum Statement {
    Label(u32),
    Assume(Expr),
    Assert(Expr),
    /// Variables, or elements of maps in them, and what they become.
    Assign(Vec<(Variable, Vec<Expr>, Expr)>),
    Havoc(Vec<Variable>),
    Goto(Vec<u32>),
    Return,
    Break(Option<u32>),
    /// Without a condition it is `*`.
    If(Option<Expr>, Block, Block),
    While(Option<Expr>, Block),
    Call(Call),
    Async(Call),
    Fork(Vec<Expr>, Call),
    Join(Vec<Expr>, Vec<Variable>),
    Par(Vec<Call>),
    Yield,
    Atomic(Block),
    /// `call corral_atomic_begin();`
    Begin,
    /// `call corral_atomic_end();`
    End,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Procedure {
    /// First the parameters, then the results, then all others.
    pub locals: Vec<Type>,
    pub parameters: usize,
    pub results: usize,
    pub body: Block,
}

/// A program; it starts at the first procedure, which nobody calls or forks.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    pub globals: Vec<Type>,
    pub procedures: Vec<Procedure>,
}

impl Expr {
    pub fn mentions(&self, variable: Variable) -> bool {
        *self == Expr::Variable(variable) || self.operands().iter().any(|operand| operand.mentions(variable))
    }

    pub fn mentions_any(&self) -> bool {
        matches!(self, Expr::Variable(_)) || self.operands().iter().any(|operand| operand.mentions_any())
    }

    pub fn has_quantifier(&self) -> bool {
        matches!(self, Expr::Forall(..) | Expr::Exists(..))
            || self.operands().iter().any(|operand| operand.has_quantifier())
    }

    fn operands(&self) -> Vec<&Expr> {
        match self {
            Expr::Bool(_) | Expr::Int(_) | Expr::Bits(_) | Expr::Variable(_) | Expr::Bound => Vec::new(),
            Expr::Not(operand)
            | Expr::Negate(operand)
            | Expr::Swap(operand)
            | Expr::Forall(_, operand)
            | Expr::Exists(_, operand) => vec![operand],
            Expr::Binary(_, left, right) => vec![left, right],
            Expr::If(condition, first, second) => vec![condition, first, second],
            Expr::Select(map, keys) => std::iter::once(&**map).chain(keys).collect(),
            Expr::Update(map, keys, value) => std::iter::once(&**map).chain(keys).chain([&**value]).collect(),
        }
    }
}

impl Statement {
    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Statement::If(_, then, otherwise) => vec![then, otherwise],
            Statement::While(_, body) | Statement::Atomic(body) => vec![body],
            _ => Vec::new(),
        }
    }

    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Statement::If(_, then, otherwise) => vec![then, otherwise],
            Statement::While(_, body) | Statement::Atomic(body) => vec![body],
            _ => Vec::new(),
        }
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Bits => "bv2",
            Type::Row => "[bool]int",
            Type::Grid => "[bool, bool]bool",
        })
    }
}

impl Display for Variable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Variable::Global(index) => write!(f, "g{index}"),
            Variable::Local(index) => write!(f, "l{index}"),
        }
    }
}

fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Bool(value) => write!(f, "{value}"),
            Expr::Int(value) if *value < 0 => write!(f, "(-{})", value.unsigned_abs()),
            Expr::Int(value) => write!(f, "{value}"),
            Expr::Bits(value) => write!(f, "{value}bv2"),
            Expr::Variable(variable) => write!(f, "{variable}"),
            Expr::Bound => f.write_str("q"),
            Expr::Not(operand) => write!(f, "!{operand}"),
            Expr::Negate(operand) => write!(f, "(-{operand})"),
            Expr::Swap(operand) => write!(f, "({operand}[1:0] ++ {operand}[2:1])"),
            Expr::Binary(op, left, right) => op.write(f, left, right),
            Expr::If(condition, first, second) => write!(f, "(if {condition} then {first} else {second})"),
            Expr::Select(map, keys) => write!(f, "{map}[{}]", list(keys)),
            Expr::Update(map, keys, value) => write!(f, "{map}[{} := {value}]", list(keys)),
            Expr::Forall(most, body) => write!(f, "(forall q: int :: 0 <= q && q <= {most} ==> {body})"),
            Expr::Exists(most, body) => write!(f, "(exists q: int :: 0 <= q && q <= {most} && {body})"),
        }
    }
}

impl Operator {
    fn write(self, f: &mut Formatter<'_>, left: &Expr, right: &Expr) -> fmt::Result {
        let sign = match self {
            Operator::And => "&&",
            Operator::Or => "||",
            Operator::Implies => "==>",
            Operator::Iff => "<==>",
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::LessEqual => "<=",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "div",
            Operator::Modulo => "mod",
            Operator::BitsAdd => return write!(f, "add({left}, {right})"),
            Operator::BitsAnd => return write!(f, "and({left}, {right})"),
            Operator::BitsLess => return write!(f, "less({left}, {right})"),
        };
        write!(f, "({left} {sign} {right})")
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.results.is_empty() {
            write!(f, "{} := ", list(&self.results))?;
        }
        write!(f, "{}({})", name(self.procedure), list(&self.arguments))
    }
}

fn name(procedure: usize) -> String {
    if procedure == 0 { "main".to_owned() } else { format!("p{procedure}") }
}

fn guard(condition: &Option<Expr>) -> String {
    condition.as_ref().map_or("*".to_owned(), Expr::to_string)
}

struct Indented<'a>(&'a [Statement], usize);

impl Display for Indented<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (deeper, margin) = (self.1 + 1, "  ".repeat(self.1));
        for statement in self.0 {
            f.write_str(&margin)?;
            match statement {
                Statement::Label(label) => writeln!(f, "L{label}:")?,
                Statement::Assume(condition) => writeln!(f, "assume {condition};")?,
                Statement::Assert(condition) => writeln!(f, "assert {condition};")?,
                Statement::Assign(assignments) => {
                    let target = |(variable, keys, _): &(Variable, Vec<Expr>, Expr)| match &keys[..] {
                        [] => variable.to_string(),
                        keys => format!("{variable}[{}]", list(keys)),
                    };
                    let targets: Vec<String> = assignments.iter().map(target).collect();
                    let values: Vec<&Expr> = assignments.iter().map(|(_, _, value)| value).collect();
                    writeln!(f, "{} := {};", list(&targets), list(&values))?;
                }
                Statement::Havoc(variables) => writeln!(f, "havoc {};", list(variables))?,
                Statement::Goto(labels) => {
                    let labels: Vec<String> = labels.iter().map(|label| format!("L{label}")).collect();
                    writeln!(f, "goto {};", list(&labels))?;
                }
                Statement::Return => writeln!(f, "return;")?,
                Statement::Break(None) => writeln!(f, "break;")?,
                Statement::Break(Some(label)) => writeln!(f, "break L{label};")?,
                Statement::If(condition, then, otherwise) => {
                    writeln!(f, "if ({}) {{\n{}{margin}}}", guard(condition), Indented(then, deeper))?;
                    match &otherwise[..] {
                        [] => {}
                        [Statement::If(..)] => {
                            let rest = Indented(otherwise, self.1).to_string();
                            write!(f, "{margin}else {}", rest.trim_start())?;
                        }
                        _ => writeln!(f, "{margin}else {{\n{}{margin}}}", Indented(otherwise, deeper))?,
                    }
                }
                Statement::While(condition, body) => {
                    writeln!(f, "while ({}) {{\n{}{margin}}}", guard(condition), Indented(body, deeper))?;
                }
                Statement::Call(call) => writeln!(f, "call {call};")?,
                Statement::Async(call) => writeln!(f, "call {{:async}} {call};")?,
                Statement::Fork(id, call) => writeln!(f, "fork {} {call};", list(id))?,
                Statement::Join(id, results) if results.is_empty() => writeln!(f, "join {};", list(id))?,
                Statement::Join(id, results) => writeln!(f, "join {} assign {};", list(id), list(results))?,
                Statement::Par(arms) => {
                    let arms: Vec<String> = arms.iter().map(Call::to_string).collect();
                    writeln!(f, "par {};", arms.join(" | "))?;
                }
                Statement::Yield => writeln!(f, "yield;")?,
                Statement::Atomic(body) => writeln!(f, "atomic {{\n{}{margin}}}", Indented(body, deeper))?,
                Statement::Begin => writeln!(f, "call corral_atomic_begin();")?,
                Statement::End => writeln!(f, "call corral_atomic_end();")?,
            }
        }
        Ok(())
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "function {{:bvbuiltin \"bvadd\"}} add(bv2, bv2): bv2;")?;
        writeln!(f, "function {{:bvbuiltin \"bvand\"}} and(bv2, bv2): bv2;")?;
        writeln!(f, "function {{:bvbuiltin \"bvult\"}} less(bv2, bv2): bool;")?;
        for (index, ty) in self.globals.iter().enumerate() {
            writeln!(f, "var {}: {ty};", Variable::Global(index))?;
        }
        for (index, procedure) in self.procedures.iter().enumerate() {
            let declare = |(index, ty): (usize, &Type)| format!("{}: {ty}", Variable::Local(index));
            let declared: Vec<String> = procedure.locals.iter().enumerate().map(declare).collect();
            let (parameters, others) = declared.split_at(procedure.parameters);
            let (results, locals) = others.split_at(procedure.results);
            write!(f, "procedure {}({})", name(index), list(parameters))?;
            if !results.is_empty() {
                write!(f, " returns ({})", list(results))?;
            }
            writeln!(f, "\n{{")?;
            locals.iter().try_for_each(|local| writeln!(f, "  var {local};"))?;
            writeln!(f, "{}}}", Indented(&procedure.body, 1))?;
        }
        Ok(())
    }
}
