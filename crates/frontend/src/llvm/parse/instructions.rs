//! Instructions that compute: arithmetic, conversions, comparisons, aggregates, vectors.

use crate::error::Result;
use crate::llvm::instructions::{Clause, Operation, Pad};
use crate::llvm::operators::{BinaryOperator, CastOperator, FloatPredicate, IntegerPredicate};
use crate::llvm::parse::Parser;
use crate::llvm::parse::blocks::Parsed;
use crate::llvm::parse::constants::begins_value;
use crate::llvm::token::Token;
use crate::llvm::types::Type;
use crate::llvm::values::Value;

/// Instructions that are neither arithmetic nor conversions, nor stand in constant expressions.
const INSTRUCTIONS: &[&str] = &[
    "ret",
    "br",
    "switch",
    "indirectbr",
    "invoke",
    "callbr",
    "resume",
    "unreachable",
    "cleanupret",
    "catchret",
    "catchswitch",
    "call",
    "tail",
    "musttail",
    "notail",
    "load",
    "store",
    "alloca",
    "fence",
    "cmpxchg",
    "atomicrmw",
    "phi",
    "freeze",
    "va_arg",
    "landingpad",
    "catchpad",
    "cleanuppad",
];

/// Whether an instruction begins with this word.
pub fn is_instruction(word: &str) -> bool {
    INSTRUCTIONS.contains(&word) || begins_value(word)
}

impl<'a> Parser<'a> {
    /// An instruction or a terminator, from its name up to its attachments.
    pub fn instruction(&mut self) -> Result<Parsed> {
        let Token::Word(word) = self.token() else { return Err(self.unexpected("an instruction")) };
        let place = self.place();
        self.advance();
        if let Some(terminator) = self.terminator(word)? {
            return Ok(Parsed::Terminator(terminator));
        }
        let operation = match word {
            "call" | "tail" | "musttail" | "notail" => self.call_instruction(word)?,
            "load" | "store" | "alloca" | "fence" | "cmpxchg" | "atomicrmw" | "getelementptr" => self.memory(word)?,
            _ => match self.computation(word)? {
                Some(operation) => operation,
                None => {
                    return Err(self.error_at(place, word.len(), format!("there is no instruction `{word}`")));
                }
            },
        };
        Ok(Parsed::Operation(operation))
    }

    fn computation(&mut self, word: &'a str) -> Result<Option<Operation>> {
        Ok(Some(match word {
            "icmp" | "fcmp" => self.comparison(word)?,
            "phi" => self.phi()?,
            "select" => {
                let flags = self.flags();
                let condition = self.operand()?;
                self.expect(b',')?;
                let then = self.operand()?;
                self.expect(b',')?;
                Operation::Select { flags, condition, then, otherwise: self.operand()? }
            }
            "fneg" => Operation::Negate { flags: self.flags(), operand: self.operand()? },
            "freeze" => Operation::Freeze(self.operand()?),
            "va_arg" => {
                let list = self.operand()?;
                self.expect(b',')?;
                Operation::VariadicArgument { list, ty: self.ty()? }
            }
            "landingpad" => self.landing_pad()?,
            "catchpad" => Operation::CatchPad(self.pad()?),
            "cleanuppad" => Operation::CleanupPad(self.pad()?),
            "extractvalue" => Operation::ExtractValue { aggregate: self.operand()?, indices: self.index_list()? },
            "insertvalue" => {
                let aggregate = self.operand()?;
                self.expect(b',')?;
                Operation::InsertValue { aggregate, value: self.operand()?, indices: self.index_list()? }
            }
            "extractelement" => {
                let vector = self.operand()?;
                self.expect(b',')?;
                Operation::ExtractElement { vector, index: self.operand()? }
            }
            "insertelement" => {
                let vector = self.operand()?;
                self.expect(b',')?;
                let value = self.operand()?;
                self.expect(b',')?;
                Operation::InsertElement { vector, value, index: self.operand()? }
            }
            "shufflevector" => {
                let left = self.operand()?;
                self.expect(b',')?;
                let right = self.operand()?;
                self.expect(b',')?;
                Operation::ShuffleVector { left, right, mask: self.operand()? }
            }
            _ => return self.arithmetic(word),
        }))
    }

    fn arithmetic(&mut self, word: &'a str) -> Result<Option<Operation>> {
        if let Some(operator) = BinaryOperator::from_word(word) {
            let flags = self.flags();
            let (ty, left, right) = self.two_operands()?;
            return Ok(Some(Operation::Binary { operator, flags, ty, left, right }));
        }
        let Some(operator) = CastOperator::from_word(word) else { return Ok(None) };
        let flags = self.flags();
        let operand = self.operand()?;
        self.expect_word("to")?;
        Ok(Some(Operation::Cast { operator, flags, operand, to: self.ty()? }))
    }

    /// `T a, b`.
    fn two_operands(&mut self) -> Result<(Type, Value, Value)> {
        let ty = self.ty()?;
        let left = self.value(&ty)?;
        self.expect(b',')?;
        let right = self.value(&ty)?;
        Ok((ty, left, right))
    }

    fn comparison(&mut self, word: &str) -> Result<Operation> {
        let flags = self.flags();
        let place = self.place();
        let predicate = self.word("a predicate")?;
        let unknown =
            |parser: &Self| parser.error_at(place, predicate.len(), format!("there is no predicate `{predicate}`"));
        if word == "icmp" {
            let predicate = IntegerPredicate::from_word(predicate).ok_or_else(|| unknown(self))?;
            let (ty, left, right) = self.two_operands()?;
            return Ok(Operation::Compare { predicate, flags, ty, left, right });
        }
        let predicate = FloatPredicate::from_word(predicate).ok_or_else(|| unknown(self))?;
        let (ty, left, right) = self.two_operands()?;
        Ok(Operation::CompareFloats { predicate, flags, ty, left, right })
    }

    fn phi(&mut self) -> Result<Operation> {
        let flags = self.flags();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        // A comma that metadata follows ends the list, and is taken together with the metadata.
        while self.take(b'[') {
            let value = self.value(&ty)?;
            self.expect(b',')?;
            incoming.push((value, self.block_name()?));
            self.expect(b']')?;
            if !self.next_is(b',', b'[') {
                break;
            }
            self.advance();
        }
        Ok(Operation::Phi { flags, ty, incoming })
    }

    /// `, 1, 2`.
    fn index_list(&mut self) -> Result<Vec<u32>> {
        let mut indices = Vec::new();
        while self.at(b',') && self.digit_follows() {
            self.advance();
            indices.push(self.number("an index")?);
        }
        if indices.is_empty() { Err(self.unexpected("an index")) } else { Ok(indices) }
    }

    fn landing_pad(&mut self) -> Result<Operation> {
        let ty = self.ty()?;
        let is_cleanup = self.take_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.take_word("catch") {
                clauses.push(Clause::Catch(self.typed_constant()?));
            } else if self.take_word("filter") {
                clauses.push(Clause::Filter(self.typed_constant()?));
            } else {
                return Ok(Operation::LandingPad { ty, is_cleanup, clauses });
            }
        }
    }

    /// `within parent [arguments]`.
    fn pad(&mut self) -> Result<Pad> {
        self.expect_word("within")?;
        let parent = self.value(&Type::Token)?;
        self.expect(b'[')?;
        let arguments = self.list_until(b']', Parser::operand)?;
        Ok(Pad { parent, arguments })
    }

    /// Whether the marks `first` and `second` follow each other here.
    pub fn next_is(&self, first: u8, second: u8) -> bool {
        self.at(first) && self.lexer.clone().next().token == Token::Symbol(second)
    }

    /// Whether an integer follows the current token.
    fn digit_follows(&self) -> bool {
        matches!(self.lexer.clone().next().token, Token::Integer(_))
    }
}
