//! Calls.

use std::sync::Arc;

use crate::error::Result;
use crate::llvm::ids::Name;
use crate::llvm::instructions::{Argument, Bundle, Call, DebugRecord, Operation};
use crate::llvm::metadata::Metadata;
use crate::llvm::operators::TailKind;
use crate::llvm::parse::Parser;
use crate::llvm::parse::constants::begins_value;
use crate::llvm::parse::instructions::is_instruction;
use crate::llvm::token::Token;
use crate::llvm::types::Type;
use crate::llvm::values::{Operand, Value};

impl<'a> Parser<'a> {
    /// `call`, or what may stand before it; the word was taken.
    pub fn call_instruction(&mut self, word: &'a str) -> Result<Operation> {
        let tail = TailKind::from_word(word);
        if tail.is_some() {
            self.expect_word("call")?;
        }
        let call = self.call(tail)?;
        Ok(self.as_debug_record(&call).map_or_else(|| Operation::Call(Box::new(call)), Operation::Debug))
    }

    /// A call from its flags to its bundles.
    pub fn call(&mut self, tail: Option<TailKind>) -> Result<Call> {
        let flags = self.flags();
        let prefix = self.result_prefix()?;
        let ty = self.ty()?;
        let callee = self.value(&Type::Pointer(0))?;
        let arguments = self.arguments()?;
        let attributes = self.attributes_while(Parser::at_call_attribute)?;
        let bundles = if self.at(b'[') { self.bundles()? } else { Vec::new() };
        let (result, signature) = match ty {
            Type::Function(function) => (function.result.clone(), Some(function)),
            ty => (ty, None),
        };
        let attributes = self.shared(attributes);
        Ok(Call {
            tail,
            flags,
            convention: prefix.convention,
            result_attributes: prefix.attributes,
            result,
            signature,
            callee,
            arguments,
            attributes,
            bundles,
        })
    }

    fn arguments(&mut self) -> Result<Vec<Argument>> {
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        if self.take(b')') {
            return Ok(arguments);
        }
        loop {
            // A `musttail` call passes on the arguments that have no names.
            if self.token() == Token::Ellipsis {
                self.advance();
                self.expect(b')')?;
                return Ok(arguments);
            }
            arguments.push(self.argument()?);
            if self.take(b')') {
                return Ok(arguments);
            }
            self.expect(b',')?;
        }
    }

    fn argument(&mut self) -> Result<Argument> {
        let ty = self.ty()?;
        let at_attribute = |parser: &Self| match parser.token() {
            Token::Word(word) => !begins_value(word),
            Token::Text(_) => true,
            _ => false,
        };
        // Metadata has words of its own, and no attributes.
        let attributes = if ty == Type::Metadata { Vec::new() } else { self.attributes_while(at_attribute)? };
        let value = self.value(&ty)?;
        Ok(Argument { operand: Operand { ty, value }, attributes })
    }

    /// Whether an attribute of the call stands here. What begins a line is the next instruction.
    fn at_call_attribute(&self) -> bool {
        match self.token() {
            Token::Group(_) => true,
            Token::Word(word) => word != "to" && !self.current.is_first && !is_instruction(word),
            Token::Text(_) => !self.current.is_first,
            _ => false,
        }
    }

    fn bundles(&mut self) -> Result<Vec<Bundle>> {
        self.expect(b'[')?;
        self.list_until(b']', |parser| {
            let tag = parser.string()?;
            parser.expect(b'(')?;
            Ok(Bundle { tag, operands: parser.list_until(b')', Parser::operand)? })
        })
    }

    /// What a call of a debug intrinsic says to the debugger.
    fn as_debug_record(&mut self, call: &Call) -> Option<DebugRecord> {
        let Name::Text(name) = self.symbols.name(call.callee.symbol()?.0) else { return None };
        let kind: Arc<str> = name.strip_prefix("llvm.dbg.")?.into();
        let metadata = |argument: &Argument| match &argument.operand.value {
            Value::Metadata(metadata) => Some(metadata.clone()),
            _ => None,
        };
        let arguments: Option<Vec<Metadata>> = call.arguments.iter().map(metadata).collect();
        Some(DebugRecord { kind, arguments: arguments? })
    }
}
