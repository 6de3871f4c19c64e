//! The syntax tree: what was written, before names and types are known.

use std::sync::Arc;

use program::expr::BinaryOp;
use program::span::Span;
use program::value::Value;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    /// Without the backslash that may precede it.
    pub text: Arc<str>,
    /// Where.
    pub span: Span,
}

/// `{:name argument, …}`.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: Name,
    pub arguments: Vec<AttributeArgument>,
}

/// What an attribute says.
#[derive(Clone, Debug)]
pub enum AttributeArgument {
    Text(Arc<str>),
    Expr(Expr),
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    Bool,
    Int,
    Bits(u32),
    Name(Arc<str>),
    Map(Vec<TypeExpr>, Box<TypeExpr>),
}

/// An expression as written.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// The length of the longest way to a leaf. The parser bounds it so that recursion over expressions is safe.
    pub depth: u32,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Literal(Value),
    Name(Arc<str>),
    Apply(Name, Vec<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Select(Box<Expr>, Vec<Expr>),
    Update(Box<Expr>, Vec<Expr>, Box<Expr>),
    Extract {
        operand: Box<Expr>,
        high: u32,
        low: u32,
    },
    /// `e: T`, which says that the expression has the type and nothing else.
    Coercion(Box<Expr>, TypeExpr),
    Old(Box<Expr>),
    Quantified(Quantifier, Vec<Binder>, Box<Expr>),
    /// `(var x, y := e, f; body)`; the values do not see the names.
    Let(Vec<Definition>, Box<Expr>),
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `<==>`: equality of truth values only.
    Iff,
    /// As the program representation has it; `<==` is an implication with its sides exchanged.
    Plain(BinaryOp),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    Forall,
    Exists,
}

/// `x := e` in `(var x := e; body)`.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: Name,
    /// Absent where it is that of the value.
    pub ty: Option<TypeExpr>,
    pub value: Expr,
}

/// A variable of a quantifier.
#[derive(Clone, Debug)]
pub struct Binder {
    pub name: Name,
    pub ty: TypeExpr,
}

/// A variable, constant or parameter.
#[derive(Clone, Debug)]
pub struct VariableDecl {
    pub name: Name,
    pub ty: TypeExpr,
    /// The `where` clause; shared if one clause stands behind several names.
    pub condition: Option<Arc<Expr>>,
    pub attributes: Vec<Attribute>,
}

/// A declaration.
#[derive(Clone, Debug)]
pub enum Declaration {
    Type(TypeDecl),
    Constant(ConstantDecl),
    Function(FunctionDecl),
    Axiom(AxiomDecl),
    Variable(VariableDecl),
    Procedure(ProcedureDecl),
    Implementation(ImplementationDecl),
}

/// `type T;` or, with a body, the synonym `type T = …;`.
#[derive(Clone, Debug)]
pub struct TypeDecl {
    pub name: Name,
    pub body: Option<TypeExpr>,
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Debug)]
pub struct ConstantDecl {
    pub variable: VariableDecl,
    pub unique: bool,
}

#[derive(Clone, Debug)]
pub struct FunctionDecl {
    pub name: Name,
    /// The name is absent where only the type is given.
    pub parameters: Vec<(Option<Name>, TypeExpr)>,
    pub result: TypeExpr,
    pub body: Option<Expr>,
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Debug)]
pub struct AxiomDecl {
    pub condition: Expr,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct ProcedureDecl {
    pub name: Name,
    pub signature: Signature,
    pub contract: Vec<Clause>,
    pub body: Option<Body>,
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Debug)]
pub struct ImplementationDecl {
    pub name: Name,
    pub signature: Signature,
    pub body: Body,
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Debug)]
pub struct Signature {
    pub parameters: Vec<VariableDecl>,
    pub results: Vec<VariableDecl>,
}

/// A clause of a procedure's contract.
#[derive(Clone, Debug)]
pub enum Clause {
    Requires {
        free: bool,
        condition: Expr,
    },
    /// A free clause promises as much as another.
    Ensures(Expr),
    Modifies(Vec<Name>),
}

/// What a procedure does.
#[derive(Clone, Debug)]
pub struct Body {
    pub locals: Vec<VariableDecl>,
    pub statements: Vec<Statement>,
    /// The closing brace.
    pub end: Span,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Label(Name),
    Assert(Vec<Attribute>, Expr),
    Assume(Vec<Attribute>, Expr),
    Havoc(Vec<Name>),
    Assign(Vec<Target>, Vec<Expr>),
    Goto(Vec<Name>),
    Return,
    Break(Option<Name>),
    /// The arms of an else-if chain are kept flat, so that long chains do not nest.
    If {
        arms: Vec<(Guard, Vec<Statement>)>,
        otherwise: Vec<Statement>,
    },
    While {
        guard: Guard,
        invariants: Vec<Expr>,
        body: Vec<Statement>,
    },
    Block(Vec<Statement>),
    Call(Call),
    Async(Call),
    Par(Vec<Call>),
    Fork(Vec<Expr>, Call),
    Join(Vec<Expr>, Vec<Name>),
    Yield,
    Atomic(Vec<Statement>),
}

/// The condition of an `if` or a `while`.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Absent for `*`.
    pub condition: Option<Expr>,
    pub span: Span,
}

/// `results := callee(arguments)`.
#[derive(Clone, Debug)]
pub struct Call {
    pub results: Vec<Name>,
    pub callee: Name,
    pub arguments: Vec<Expr>,
    pub attributes: Vec<Attribute>,
}

/// What is assigned to: a variable, or an element of a map in it.
#[derive(Clone, Debug)]
pub struct Target {
    pub name: Name,
    /// One list of keys per bracket, outermost map first.
    pub keys: Vec<Vec<Expr>>,
}

impl Expr {
    /// The expressions that this one is made of.
    pub fn for_each_operand(&self, visit: &mut impl FnMut(&Expr)) {
        match &self.kind {
            ExprKind::Literal(_) | ExprKind::Name(_) => {}
            ExprKind::Apply(_, arguments) => arguments.iter().for_each(visit),
            ExprKind::Not(operand)
            | ExprKind::Negate(operand)
            | ExprKind::Extract { operand, .. }
            | ExprKind::Coercion(operand, _)
            | ExprKind::Old(operand)
            | ExprKind::Quantified(_, _, operand) => visit(operand),
            ExprKind::Binary(_, left, right) => [left, right].into_iter().for_each(|operand| visit(operand)),
            ExprKind::If(condition, first, second) => {
                [condition, first, second].into_iter().for_each(|operand| visit(operand));
            }
            ExprKind::Select(map, keys) => {
                visit(map);
                keys.iter().for_each(visit);
            }
            ExprKind::Update(map, keys, value) => {
                visit(map);
                keys.iter().for_each(&mut *visit);
                visit(value);
            }
            ExprKind::Let(definitions, body) => {
                definitions.iter().for_each(|definition| visit(&definition.value));
                visit(body);
            }
        }
    }

    /// Whether such a name is written in the expression, other than that of a quantifier's or a definition's variable.
    pub fn mentions(&self, is_meant: &dyn Fn(&Arc<str>) -> bool) -> bool {
        match &self.kind {
            ExprKind::Name(name) => is_meant(name),
            ExprKind::Quantified(_, binders, body) => {
                let is_bound = |name: &Arc<str>| binders.iter().any(|binder| binder.name.text == *name);
                body.mentions(&|name| !is_bound(name) && is_meant(name))
            }
            ExprKind::Let(definitions, body) => {
                let is_defined = |name: &Arc<str>| definitions.iter().any(|defined| defined.name.text == *name);
                definitions.iter().any(|definition| definition.value.mentions(is_meant))
                    || body.mentions(&|name| !is_defined(name) && is_meant(name))
            }
            _ => {
                let mut found = false;
                self.for_each_operand(&mut |operand| found = found || operand.mentions(is_meant));
                found
            }
        }
    }

    /// The expression without the types that are said of it as a whole.
    pub fn uncoerced(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Coercion(operand, _) = &expr.kind {
            expr = operand;
        }
        expr
    }
}

/// The attribute with this name, if there is one.
pub fn find_attribute<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes.iter().find(|attribute| &*attribute.name.text == name)
}

impl AttributeArgument {
    /// The argument, if it is a string.
    pub fn text(&self) -> Option<&str> {
        match self {
            AttributeArgument::Text(text) => Some(text),
            AttributeArgument::Expr(_) => None,
        }
    }
}

impl Attribute {
    /// The first argument, if it is a string.
    pub fn text(&self) -> Option<&Arc<str>> {
        match self.arguments.first() {
            Some(AttributeArgument::Text(text)) => Some(text),
            _ => None,
        }
    }
}
