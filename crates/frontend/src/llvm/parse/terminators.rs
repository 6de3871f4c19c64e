//! How blocks end.

use num_bigint::BigInt;

use crate::error::Result;
use crate::llvm::ids::BlockId;
use crate::llvm::instructions::Terminator;
use crate::llvm::parse::Parser;
use crate::llvm::token::Token;
use crate::llvm::types::Type;
use crate::llvm::values::Operand;

impl<'a> Parser<'a> {
    /// The terminator of this name, which was taken; `None` if there is none.
    pub fn terminator(&mut self, word: &'a str) -> Result<Option<Terminator>> {
        Ok(Some(match word {
            "ret" => self.ret()?,
            "br" => self.branch()?,
            "switch" => self.switch()?,
            "indirectbr" => {
                let address = self.operand()?;
                self.expect(b',')?;
                Terminator::IndirectBranch { address, targets: self.block_list()? }
            }
            "invoke" => {
                let call = Box::new(self.call(None)?);
                self.expect_word("to")?;
                let normal = self.block_operand()?;
                self.expect_word("unwind")?;
                Terminator::Invoke { call, normal, unwind: self.block_operand()? }
            }
            "callbr" => {
                let call = Box::new(self.call(None)?);
                self.expect_word("to")?;
                let normal = self.block_operand()?;
                Terminator::CallBranch { call, normal, indirect: self.block_list()? }
            }
            "resume" => Terminator::Resume(self.operand()?),
            "unreachable" => Terminator::Unreachable,
            "cleanupret" => {
                self.expect_word("from")?;
                let pad = self.value(&Type::Token)?;
                Terminator::CleanupReturn { pad, unwind: self.unwind_target()? }
            }
            "catchret" => {
                self.expect_word("from")?;
                let pad = self.value(&Type::Token)?;
                self.expect_word("to")?;
                Terminator::CatchReturn { pad, to: self.block_operand()? }
            }
            "catchswitch" => {
                self.expect_word("within")?;
                let parent = self.value(&Type::Token)?;
                let handlers = self.block_list()?;
                Terminator::CatchSwitch { parent, handlers, unwind: self.unwind_target()? }
            }
            _ => return Ok(None),
        }))
    }

    fn ret(&mut self) -> Result<Terminator> {
        let ty = self.ty()?;
        if ty == Type::Void {
            return Ok(Terminator::Return(None));
        }
        let value = self.value(&ty)?;
        Ok(Terminator::Return(Some(Operand { ty, value })))
    }

    fn branch(&mut self) -> Result<Terminator> {
        if self.at_word("label") {
            return Ok(Terminator::Branch(self.block_operand()?));
        }
        let condition = self.operand()?.value;
        self.expect(b',')?;
        let then = self.block_operand()?;
        self.expect(b',')?;
        Ok(Terminator::Conditional { condition, then, otherwise: self.block_operand()? })
    }

    fn switch(&mut self) -> Result<Terminator> {
        let subject = self.operand()?;
        self.expect(b',')?;
        let default = self.block_operand()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.take(b']') {
            self.ty()?;
            let value = self.case_value()?;
            self.expect(b',')?;
            cases.push((value, self.block_operand()?));
        }
        Ok(Terminator::Switch { subject, default, cases })
    }

    fn case_value(&mut self) -> Result<BigInt> {
        let bit = match self.token() {
            Token::Word("true") => 1,
            Token::Word("false") => 0,
            _ => return self.integer(),
        };
        self.advance();
        Ok(BigInt::from(bit))
    }

    /// `[label %a, label %b]`.
    fn block_list(&mut self) -> Result<Vec<BlockId>> {
        self.expect(b'[')?;
        self.list_until(b']', Parser::block_operand)
    }

    /// `unwind to caller` or `unwind label %block`.
    fn unwind_target(&mut self) -> Result<Option<BlockId>> {
        self.expect_word("unwind")?;
        if self.take_word("to") {
            self.expect_word("caller")?;
            return Ok(None);
        }
        Ok(Some(self.block_operand()?))
    }
}
