//! Basic blocks: labels, results, attachments, debug records.

use crate::error::Result;
use crate::llvm::ids::{BlockId, LocalId, NodeId};
use crate::llvm::instructions::{DebugRecord, Instruction, Operation, Terminator};
use crate::llvm::metadata::{Attachment, Metadata};
use crate::llvm::module::Block;
use crate::llvm::parse::{Parser, results, unescape_name};
use crate::llvm::token::Token;
use crate::llvm::types::Type;

/// Puts blocks that are in the order of their first mention into the order of the text.
pub fn in_text_order(blocks: Vec<Block>, order: &[BlockId]) -> Vec<Block> {
    let mut places = vec![BlockId(0); blocks.len()];
    for (place, block) in order.iter().enumerate() {
        places[block.index()] = BlockId(place as u32);
    }
    let mut sorted: Vec<(BlockId, Block)> = places.iter().copied().zip(blocks).collect();
    sorted.sort_by_key(|(place, _)| *place);
    let mut blocks: Vec<Block> = sorted.into_iter().map(|(_, block)| block).collect();
    for block in &mut blocks {
        for instruction in &mut block.instructions {
            if let Operation::Phi { incoming, .. } = &mut instruction.operation {
                incoming.iter_mut().for_each(|(_, from)| *from = places[from.index()]);
            }
        }
        for target in block.terminator.operation.targets_mut() {
            *target = places[target.index()];
        }
    }
    blocks
}

/// What an instruction turned out to be.
pub enum Parsed {
    Operation(Operation),
    Terminator(Terminator),
}

/// The name in front of an instruction, and where it stands.
type ResultName = Option<(LocalId, usize)>;

impl<'a> Parser<'a> {
    /// The body of a function, in braces.
    pub fn blocks(&mut self) -> Result<()> {
        self.expect(b'{')?;
        loop {
            match self.token() {
                Token::Symbol(b'}') => break,
                Token::Word("uselistorder" | "uselistorder_bb") => self.skip_use_list_order()?,
                _ => self.block()?,
            }
        }
        if self.body.blocks.is_empty() {
            return Err(self.error("a function that is defined has a block"));
        }
        self.expect(b'}')
    }

    fn block(&mut self) -> Result<()> {
        let place = self.place();
        let id = self.label();
        let mut instructions = Vec::new();
        let terminator = loop {
            if let Token::Record(name) = self.token() {
                instructions.push(self.debug_record(name)?);
                continue;
            }
            let line = self.current.line;
            let result = self.result_name()?;
            let start = self.place();
            match self.instruction()? {
                Parsed::Operation(operation) => {
                    let ty = results::operation(self, &operation).map_err(|what| self.error_at(start, 1, what))?;
                    instructions.push(self.finish_instruction(operation, result, ty, line)?);
                }
                Parsed::Terminator(terminator) => {
                    let ty = results::terminator(&terminator);
                    break self.finish_instruction(terminator, result, ty, line)?;
                }
            }
        };
        let name = self.body.blocks.name(id.0).clone();
        if !self.body.blocks.define(id.0, Block { name: name.clone(), instructions, terminator }) {
            return Err(self.error_at(place, 1, format!("the block `{name}` is defined twice")));
        }
        self.body.block_order.push(id);
        Ok(())
    }

    /// The label that stands here, or the next number if none does.
    fn label(&mut self) -> BlockId {
        let place = self.place();
        let number = match self.token() {
            Token::Label(raw) => {
                self.advance();
                return BlockId(self.body.blocks.text(&unescape_name(raw), place));
            }
            Token::LabelNumber(number) => {
                self.advance();
                number
            }
            _ => self.body.next_number,
        };
        self.take_number(number);
        BlockId(self.body.blocks.number(number, place))
    }

    /// `%name =`, if it stands here.
    fn result_name(&mut self) -> Result<ResultName> {
        let place = self.place();
        if !matches!(self.token(), Token::Local(_) | Token::LocalNumber(_)) {
            return Ok(None);
        }
        if let Token::LocalNumber(number) = self.token() {
            self.take_number(number);
        }
        let local = self.local()?;
        self.expect(b'=')?;
        Ok(Some((local, place)))
    }

    /// Reads the attachments and gives the result its name and type. A result without a name gets the next number.
    fn finish_instruction<T>(
        &mut self,
        operation: T,
        result: ResultName,
        ty: Type,
        line: u32,
    ) -> Result<Instruction<T>> {
        let result = match (result, ty) {
            (Some((_, place)), Type::Void) => return Err(self.error_at(place, 1, "this instruction has no result")),
            (None, Type::Void) => None,
            (Some((local, place)), ty) => {
                self.define_result(local, ty, place)?;
                Some(local)
            }
            (None, ty) => {
                let (number, place) = (self.body.next_number, self.place());
                self.take_number(number);
                let local = LocalId(self.body.locals.number(number, place));
                self.define_result(local, ty, place)?;
                Some(local)
            }
        };
        let mut instruction = Instruction { operation, result, debug: None, metadata: Vec::new(), line };
        while self.take(b',') {
            let Attachment { kind, node } = self.attachment()?;
            match &*kind {
                "dbg" => instruction.debug = Some(node),
                _ => instruction.metadata.push(Attachment { kind, node }),
            }
        }
        Ok(instruction)
    }

    /// `#dbg_kind(…, location)`.
    fn debug_record(&mut self, name: &'a str) -> Result<Instruction> {
        let line = self.current.line;
        let Some(kind) = name.strip_prefix("dbg_") else { return Err(self.unexpected("an instruction")) };
        let kind = self.intern(kind);
        self.advance();
        self.expect(b'(')?;
        let mut arguments = self.list_until(b')', Parser::metadata)?;
        let debug = match arguments.pop() {
            Some(Metadata::Node(node)) => Some::<NodeId>(node),
            _ => return Err(self.error("the last argument of a debug record is its location")),
        };
        let operation = Operation::Debug(DebugRecord { kind, arguments });
        Ok(Instruction { operation, result: None, debug, metadata: Vec::new(), line })
    }

    /// `label %name`.
    pub fn block_operand(&mut self) -> Result<BlockId> {
        self.expect_word("label")?;
        self.block_name()
    }

    /// `%name` of a block that may be defined later.
    pub fn block_name(&mut self) -> Result<BlockId> {
        let place = self.place();
        let block = match self.token() {
            Token::Local(raw) => self.body.blocks.text(&unescape_name(raw), place),
            Token::LocalNumber(number) => self.body.blocks.number(number, place),
            _ => return Err(self.unexpected("the name of a block")),
        };
        self.advance();
        Ok(BlockId(block))
    }
}
