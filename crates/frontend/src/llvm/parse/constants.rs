//! Values and constants.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::error::Result;
use crate::llvm::ids::{LocalId, Name};
use crate::llvm::lexer::{unescape, unescape_text};
use crate::llvm::operators::{BinaryOperator, CastOperator, Flags, FloatPredicate, IntegerPredicate};
use crate::llvm::parse::{Parser, unescape_name};
use crate::llvm::token::Token;
use crate::llvm::types::Type;
use crate::llvm::values::{Assembly, Constant, Expression, Operand, TypedConstant, Value};

/// The words with which a value begins, beside the names of operators.
const VALUE_WORDS: &[&str] = &[
    "true",
    "false",
    "null",
    "undef",
    "poison",
    "zeroinitializer",
    "none",
    "splat",
    "asm",
    "getelementptr",
    "blockaddress",
    "dso_local_equivalent",
    "no_cfi",
    "ptrauth",
    "icmp",
    "fcmp",
];

/// Operators of constant expressions that have no variant of their own.
const OTHER_OPERATORS: &[&str] =
    &["select", "fneg", "extractelement", "insertelement", "shufflevector", "extractvalue", "insertvalue"];

/// Whether a value begins with this word; any other word in its place is an attribute.
pub fn begins_value(word: &str) -> bool {
    VALUE_WORDS.contains(&word)
        || BinaryOperator::from_word(word).is_some()
        || CastOperator::from_word(word).is_some()
        || OTHER_OPERATORS.contains(&word)
}

impl<'a> Parser<'a> {
    /// A type and a value.
    pub fn operand(&mut self) -> Result<Operand> {
        let ty = self.ty()?;
        let value = self.value(&ty)?;
        Ok(Operand { ty, value })
    }

    /// A value of this type.
    pub fn value(&mut self, ty: &Type) -> Result<Value> {
        match self.token() {
            _ if *ty == Type::Metadata => Ok(Value::Metadata(self.metadata()?)),
            Token::Local(_) | Token::LocalNumber(_) => Ok(Value::Local(self.local()?)),
            Token::Word("asm") => Ok(Value::Assembly(Arc::new(self.assembly()?))),
            _ => Ok(Value::Constant(self.constant()?)),
        }
    }

    /// A local that may be defined later.
    pub fn local(&mut self) -> Result<LocalId> {
        let place = self.place();
        let local = match self.token() {
            _ if !self.body.is_open => return Err(self.unexpected("a constant")),
            Token::Local(raw) => self.body.locals.text(&unescape_name(raw), place),
            Token::LocalNumber(number) => self.body.locals.number(number, place),
            _ => return Err(self.unexpected("a local such as `%name`")),
        };
        self.advance();
        Ok(LocalId(local))
    }

    /// A type and a constant.
    pub fn typed_constant(&mut self) -> Result<TypedConstant> {
        let ty = self.ty()?;
        let constant = self.constant()?;
        Ok(TypedConstant { ty, constant })
    }

    /// A constant.
    pub fn constant(&mut self) -> Result<Constant> {
        match self.token() {
            Token::Integer(_) => Ok(Constant::Integer(self.integer()?)),
            Token::Float(_) => Ok(Constant::Float(self.float()?)),
            Token::Global(_) | Token::GlobalNumber(_) => Ok(Constant::Symbol(self.symbol()?)),
            Token::Bytes(raw) => {
                self.advance();
                Ok(Constant::Bytes(unescape(raw).into()))
            }
            Token::Symbol(b'[') => Ok(Constant::Array(self.aggregate(b']')?)),
            Token::Symbol(b'{') => Ok(Constant::Struct(self.aggregate(b'}')?)),
            Token::Symbol(b'<') => self.vector_or_packed_constant(),
            Token::Word(word) => self.nested(|parser| parser.constant_word(word)),
            _ => Err(self.unexpected("a value")),
        }
    }

    /// The elements between the mark that stands here and the closing one.
    fn aggregate(&mut self, close: u8) -> Result<Vec<TypedConstant>> {
        self.advance();
        self.nested(|parser| parser.list_until(close, Parser::typed_constant))
    }

    fn vector_or_packed_constant(&mut self) -> Result<Constant> {
        self.advance();
        if self.at(b'{') {
            let fields = self.aggregate(b'}')?;
            self.expect(b'>')?;
            return Ok(Constant::Struct(fields));
        }
        let elements = self.nested(|parser| parser.list_until(b'>', Parser::typed_constant))?;
        Ok(Constant::Vector(elements))
    }

    fn constant_word(&mut self, word: &'a str) -> Result<Constant> {
        let simple = match word {
            "true" => Constant::Integer(BigInt::from(1)),
            "false" => Constant::Integer(BigInt::from(0)),
            "null" => Constant::Null,
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "none" => Constant::NoToken,
            _ => return self.compound(word),
        };
        self.advance();
        Ok(simple)
    }

    /// Constants that a word introduces and more follows.
    fn compound(&mut self, word: &'a str) -> Result<Constant> {
        if !begins_value(word) {
            return Err(self.unexpected("a value"));
        }
        self.advance();
        match word {
            "splat" => {
                self.expect(b'(')?;
                let element = self.typed_constant()?;
                self.expect(b')')?;
                Ok(Constant::Splat(Box::new(element)))
            }
            "blockaddress" => {
                self.expect(b'(')?;
                let function = self.symbol()?;
                self.expect(b',')?;
                let block = match self.token() {
                    Token::Local(raw) => Name::Text(unescape_text(raw)),
                    Token::LocalNumber(number) => Name::Number(number),
                    _ => return Err(self.unexpected("the name of a block")),
                };
                self.advance();
                self.expect(b')')?;
                Ok(Constant::BlockAddress(function, block))
            }
            "dso_local_equivalent" => Ok(Constant::DsoLocalEquivalent(self.symbol()?)),
            "no_cfi" => Ok(Constant::NoCfi(self.symbol()?)),
            "ptrauth" => {
                self.expect(b'(')?;
                Ok(Constant::SignedPointer(self.list_until(b')', Parser::typed_constant)?))
            }
            _ => Ok(Constant::Expression(Box::new(self.expression(word)?))),
        }
    }

    /// An operation on constants; its name was taken.
    fn expression(&mut self, word: &'a str) -> Result<Expression> {
        if word == "getelementptr" {
            return self.constant_address();
        }
        let flags = self.flags();
        let predicate = self.token();
        if matches!(word, "icmp" | "fcmp") {
            self.word("a predicate")?;
        }
        self.expect(b'(')?;
        if let Some(operator) = CastOperator::from_word(word) {
            let operand = self.typed_constant()?;
            self.expect_word("to")?;
            let to = self.ty()?;
            self.expect(b')')?;
            return Ok(Expression::Cast { operator, operand, to });
        }
        if OTHER_OPERATORS.contains(&word) {
            return self.other_expression(word);
        }
        let left = self.typed_constant()?;
        self.expect(b',')?;
        let right = self.typed_constant()?;
        self.expect(b')')?;
        if let Some(operator) = BinaryOperator::from_word(word) {
            return Ok(Expression::Binary { operator, flags, left, right });
        }
        let Token::Word(predicate) = predicate else { return Err(self.unexpected("a predicate")) };
        let integer = IntegerPredicate::from_word(predicate).filter(|_| word == "icmp");
        let float = FloatPredicate::from_word(predicate).filter(|_| word == "fcmp");
        match (integer, float) {
            (Some(predicate), _) => Ok(Expression::Compare { predicate, left, right }),
            (_, Some(predicate)) => Ok(Expression::CompareFloats { predicate, left, right }),
            _ => Err(self.error(format!("there is no predicate `{predicate}`"))),
        }
    }

    /// Operands, then perhaps numbers; the parenthesis was opened.
    fn other_expression(&mut self, word: &'a str) -> Result<Expression> {
        let (mut operands, mut indices) = (vec![self.typed_constant()?], Vec::new());
        while self.take(b',') {
            match self.token() {
                Token::Integer(_) => indices.push(self.number("an index")?),
                _ => operands.push(self.typed_constant()?),
            }
        }
        self.expect(b')')?;
        Ok(Expression::Other { operator: self.intern(word), operands, indices })
    }

    fn constant_address(&mut self) -> Result<Expression> {
        let mut flags = self.flags();
        if self.take_word("inrange") {
            self.skip_balanced()?;
            flags = flags.with(self.flags());
        }
        self.expect(b'(')?;
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.take(b',') {
            // Until LLVM 18, `inrange` stands before an index.
            self.take_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.expect(b')')?;
        Ok(Expression::GetElementPointer { source, flags, base, indices })
    }

    /// All flags that stand here.
    pub fn flags(&mut self) -> Flags {
        let mut flags = Flags::NONE;
        while let Token::Word(word) = self.token() {
            let Some(flag) = Flags::from_word(word) else { break };
            flags = flags.with(flag);
            self.advance();
        }
        flags
    }

    fn assembly(&mut self) -> Result<Assembly> {
        self.expect_word("asm")?;
        let mut flags = Vec::new();
        while let Token::Word(word) = self.token() {
            flags.push(self.intern(word));
            self.advance();
        }
        let template = self.string()?;
        self.expect(b',')?;
        let constraints = self.string()?;
        Ok(Assembly { template, constraints, flags })
    }
}
