//! Instructions on memory: allocation, accesses, addresses.

use crate::error::Result;
use crate::llvm::instructions::{Access, Atomicity, CompareExchange, Operation};
use crate::llvm::operators::{MemoryOrdering, ReadModifyWriteOperator};
use crate::llvm::parse::Parser;
use crate::llvm::token::Token;

impl<'a> Parser<'a> {
    /// The instruction of this name, which was taken.
    pub fn memory(&mut self, word: &'a str) -> Result<Operation> {
        match word {
            "load" => self.load(),
            "store" => self.store(),
            "alloca" => self.allocate(),
            "fence" => Ok(Operation::Fence(self.atomicity()?)),
            "cmpxchg" => self.compare_exchange(),
            "atomicrmw" => self.read_modify_write(),
            _ => self.address(),
        }
    }

    fn load(&mut self) -> Result<Operation> {
        let is_atomic = self.take_word("atomic");
        let is_volatile = self.take_word("volatile");
        let ty = self.ty()?;
        self.expect(b',')?;
        let address = self.operand()?;
        let atomicity = if is_atomic { Some(self.atomicity()?) } else { None };
        let access = Access { is_volatile, alignment: self.alignment()?, atomicity };
        Ok(Operation::Load { ty, address, access })
    }

    fn store(&mut self) -> Result<Operation> {
        let is_atomic = self.take_word("atomic");
        let is_volatile = self.take_word("volatile");
        let value = self.operand()?;
        self.expect(b',')?;
        let address = self.operand()?;
        let atomicity = if is_atomic { Some(self.atomicity()?) } else { None };
        let access = Access { is_volatile, alignment: self.alignment()?, atomicity };
        Ok(Operation::Store { value, address, access })
    }

    /// `[syncscope("…")] ordering`.
    fn atomicity(&mut self) -> Result<Atomicity> {
        let scope = if self.take_word("syncscope") {
            self.expect(b'(')?;
            let scope = self.string()?;
            self.expect(b')')?;
            Some(scope).filter(|scope| !scope.is_empty())
        } else {
            None
        };
        Ok(Atomicity { ordering: self.ordering()?, scope })
    }

    fn ordering(&mut self) -> Result<MemoryOrdering> {
        let ordering = match self.token() {
            Token::Word(word) => MemoryOrdering::from_word(word),
            _ => None,
        };
        let ordering = ordering.ok_or_else(|| self.unexpected("a memory ordering"))?;
        self.advance();
        Ok(ordering)
    }

    /// `, align N`, if it stands here.
    fn alignment(&mut self) -> Result<Option<u64>> {
        if !self.comma_and("align") {
            return Ok(None);
        }
        self.advance();
        self.advance();
        Ok(Some(self.natural("an alignment")?))
    }

    /// Whether a comma and this word stand here.
    fn comma_and(&self, word: &str) -> bool {
        self.at(b',') && self.lexer.clone().next().token == Token::Word(word)
    }

    fn allocate(&mut self) -> Result<Operation> {
        let mut flags = Vec::new();
        while let Token::Word(word @ ("inalloca" | "swifterror")) = self.token() {
            flags.push(self.intern(word));
            self.advance();
        }
        let ty = self.ty()?;
        let (mut count, mut alignment, mut address_space) = (None, None, 0);
        while self.at(b',') {
            match self.lexer.clone().next().token {
                Token::MetadataName(_) => break,
                Token::Word("align") => alignment = self.alignment()?,
                Token::Word("addrspace") => {
                    self.advance();
                    address_space = self.address_space()?;
                }
                _ => {
                    self.advance();
                    count = Some(self.operand()?);
                }
            }
        }
        Ok(Operation::Allocate { ty, count, alignment, address_space, flags })
    }

    fn compare_exchange(&mut self) -> Result<Operation> {
        let is_weak = self.take_word("weak");
        let is_volatile = self.take_word("volatile");
        let address = self.operand()?;
        self.expect(b',')?;
        let expected = self.operand()?;
        self.expect(b',')?;
        let replacement = self.operand()?;
        let atomicity = Some(self.atomicity()?);
        let failure = self.ordering()?;
        let access = Access { is_volatile, alignment: self.alignment()?, atomicity };
        let exchange = CompareExchange { is_weak, address, expected, replacement, access, failure };
        Ok(Operation::CompareExchange(Box::new(exchange)))
    }

    fn read_modify_write(&mut self) -> Result<Operation> {
        let is_volatile = self.take_word("volatile");
        let operator = match self.token() {
            Token::Word(word) => ReadModifyWriteOperator::from_word(word),
            _ => None,
        };
        let operator = operator.ok_or_else(|| self.unexpected("an operation of `atomicrmw`"))?;
        self.advance();
        let address = self.operand()?;
        self.expect(b',')?;
        let value = self.operand()?;
        let atomicity = Some(self.atomicity()?);
        let access = Access { is_volatile, alignment: self.alignment()?, atomicity };
        Ok(Operation::ReadModifyWrite { operator, address, value, access })
    }

    fn address(&mut self) -> Result<Operation> {
        let mut flags = self.flags();
        if self.take_word("inrange") {
            self.skip_balanced()?;
            flags = flags.with(self.flags());
        }
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.operand()?;
        let mut indices = Vec::new();
        while self.at(b',') && !matches!(self.lexer.clone().next().token, Token::MetadataName(_)) {
            self.advance();
            indices.push(self.operand()?);
        }
        Ok(Operation::GetElementPointer { source, flags, base, indices })
    }
}
