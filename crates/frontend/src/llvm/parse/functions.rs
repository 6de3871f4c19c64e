//! Functions: the header, and the body as a whole.

use std::mem;
use std::sync::Arc;

use crate::error::Result;
use crate::llvm::attributes::Attribute;
use crate::llvm::ids::{BlockId, LocalId};
use crate::llvm::metadata::Attachment;
use crate::llvm::module::{Block, Definition, Function, Local, Parameter};
use crate::llvm::operators::Linkage;
use crate::llvm::parse::blocks::in_text_order;
use crate::llvm::parse::globals::is_irrelevant;
use crate::llvm::parse::metadata::split_debug;
use crate::llvm::parse::table::Table;
use crate::llvm::parse::{Parser, unescape_name};
use crate::llvm::token::Token;
use crate::llvm::types::Type;
use crate::llvm::values::TypedConstant;

/// What is known of the function that is being read.
pub struct Body {
    /// Whether a function is being read.
    pub is_open: bool,
    /// Parameters and results, by name.
    pub locals: Table<Type>,
    /// Blocks by name.
    pub blocks: Table<Block>,
    /// Blocks in the order of the text.
    pub block_order: Vec<BlockId>,
    /// The number of the next parameter, block or result without a name.
    pub next_number: u32,
}

impl Body {
    /// No function.
    pub fn new() -> Body {
        Body { is_open: false, locals: Table::new(), blocks: Table::new(), block_order: Vec::new(), next_number: 0 }
    }
}

/// Whether a function is defined here or only declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HasBody {
    Yes,
    No,
}

/// What stands before the type of the result, in a function's header and in a call.
#[derive(Default)]
pub struct ResultPrefix {
    pub linkage: Option<Linkage>,
    pub convention: Option<Arc<str>>,
    pub attributes: Vec<Attribute>,
}

/// What stands behind the parameters.
#[derive(Default)]
struct Suffix {
    attributes: Vec<Attribute>,
    personality: Option<TypedConstant>,
    section: Option<Arc<str>>,
}

impl<'a> Parser<'a> {
    /// `declare …`.
    pub fn declaration(&mut self) -> Result<()> {
        let line = self.current.line;
        self.advance();
        let mut metadata = Vec::new();
        while let Token::MetadataName(_) = self.token() {
            metadata.push(self.attachment()?);
        }
        self.function(line, metadata, HasBody::No)
    }

    /// `define … { … }`.
    pub fn definition(&mut self) -> Result<()> {
        let line = self.current.line;
        self.advance();
        self.function(line, Vec::new(), HasBody::Yes)
    }

    fn function(&mut self, line: u32, mut metadata: Vec<Attachment>, has_body: HasBody) -> Result<()> {
        self.body.is_open = true;
        let prefix = self.result_prefix()?;
        let result = self.ty()?;
        let place = self.place();
        let symbol = self.symbol()?;
        let (parameters, is_variadic) = self.parameters()?;
        let suffix = self.function_suffix(&mut metadata, has_body)?;
        if has_body == HasBody::Yes {
            self.blocks()?;
        }
        let body = mem::replace(&mut self.body, Body::new());
        let locals = body.locals.finish();
        let locals = locals.map_err(|(name, place)| self.error_at(place, 1, format!("`%{name}` is not defined")))?;
        let blocks = body.blocks.finish();
        let blocks = blocks.map_err(|(name, place)| self.error_at(place, 1, format!("there is no block `%{name}`")))?;
        let (debug, metadata) = split_debug(metadata);
        let function = Function {
            symbol,
            linkage: prefix.linkage.unwrap_or(Linkage::External),
            convention: prefix.convention,
            result,
            result_attributes: prefix.attributes,
            parameters,
            is_variadic,
            attributes: self.shared(suffix.attributes),
            personality: suffix.personality,
            section: suffix.section,
            debug: debug.first().copied(),
            metadata,
            locals: locals.into_iter().map(|(name, ty)| Local { name, ty }).collect(),
            blocks: in_text_order(blocks.into_iter().map(|(_, block)| block).collect(), &body.block_order),
            line,
        };
        self.module.functions.push(function);
        self.define(symbol, Definition::Function(self.module.functions.len() - 1), place)
    }

    /// Linkage, calling convention and attributes, up to a type.
    pub fn result_prefix(&mut self) -> Result<ResultPrefix> {
        let mut prefix = ResultPrefix::default();
        while !self.at_type() {
            match self.token() {
                Token::Word("cc") => {
                    self.advance();
                    let number = self.number("the number of a calling convention")?;
                    prefix.convention = Some(format!("cc {number}").into());
                }
                Token::Word("addrspace") => drop(self.address_space()?),
                Token::Word("ccc") => self.advance(),
                Token::Word(word) if is_convention(word) => {
                    prefix.convention = Some(self.intern(word));
                    self.advance();
                }
                Token::Word(word) if Linkage::from_word(word).is_some() => {
                    prefix.linkage = Linkage::from_word(word);
                    self.advance();
                }
                Token::Word(word) if is_irrelevant(word) => self.advance(),
                Token::Word(_) | Token::Text(_) => {
                    let attribute = self.attribute()?;
                    prefix.attributes.push(attribute);
                }
                _ => return Err(self.unexpected("a type")),
            }
        }
        Ok(prefix)
    }

    fn parameters(&mut self) -> Result<(Vec<Parameter>, bool)> {
        self.expect(b'(')?;
        self.variadic(Self::parameter)
    }

    fn parameter(&mut self) -> Result<Parameter> {
        let ty = self.ty()?;
        let attributes = self.attributes_while(|parser| matches!(parser.token(), Token::Word(_) | Token::Text(_)))?;
        let local = self.parameter_name(ty)?;
        Ok(Parameter { local, attributes })
    }

    /// The name that stands here, or the next number if none does, is a local of this type.
    fn parameter_name(&mut self, ty: Type) -> Result<LocalId> {
        let place = self.place();
        let local = match self.token() {
            Token::Local(raw) => {
                self.advance();
                self.body.locals.text(&unescape_name(raw), place)
            }
            Token::LocalNumber(number) => {
                self.advance();
                self.take_number(number);
                self.body.locals.number(number, place)
            }
            _ => {
                let number = self.body.next_number;
                self.take_number(number);
                self.body.locals.number(number, place)
            }
        };
        self.define_result(LocalId(local), ty, place)?;
        Ok(LocalId(local))
    }

    /// The number is used, and the next thing without a name has the next.
    pub fn take_number(&mut self, number: u32) {
        self.body.next_number = number.saturating_add(1);
    }

    /// The local has this type, which may be said once.
    pub fn define_result(&mut self, local: LocalId, ty: Type, place: usize) -> Result<()> {
        if self.body.locals.define(local.0, ty) {
            return Ok(());
        }
        Err(self.error_at(place, 1, format!("`%{}` is defined twice", self.body.locals.name(local.0))))
    }

    fn function_suffix(&mut self, metadata: &mut Vec<Attachment>, has_body: HasBody) -> Result<Suffix> {
        let mut suffix = Suffix::default();
        loop {
            match self.token() {
                // What follows a declaration stands on a line of its own.
                _ if self.current.is_first && has_body == HasBody::No => return Ok(suffix),
                Token::MetadataName(_) => metadata.push(self.attachment()?),
                Token::Word("addrspace") => drop(self.address_space()?),
                Token::Word("comdat") => self.comdat_reference()?,
                Token::Word("section") => {
                    self.advance();
                    suffix.section = Some(self.string()?);
                }
                Token::Word("partition" | "gc") => {
                    self.advance();
                    self.string()?;
                }
                // Data beside the code, which no instruction of the language reads.
                Token::Word("prefix" | "prologue" | "prefalign") => {
                    self.advance();
                    match self.token() {
                        Token::Symbol(b'(') => drop(self.skip_balanced()?),
                        _ => drop(self.typed_constant()?),
                    }
                }
                Token::Word("personality") => {
                    self.advance();
                    suffix.personality = Some(self.typed_constant()?);
                }
                Token::Word(word) if is_irrelevant(word) => self.advance(),
                Token::Word(_) | Token::Text(_) | Token::Group(_) => suffix.attributes.push(self.attribute()?),
                _ => return Ok(suffix),
            }
        }
    }
}

/// Whether the word is a calling convention.
fn is_convention(word: &str) -> bool {
    word.ends_with("cc")
        || word.ends_with("_pcs")
        || word.starts_with("spir_")
        || word.starts_with("amdgpu_")
        || word.starts_with("ptx_")
}
