//! Global variables, aliases and resolvers: all that begins with `@name =`.

use crate::error::Result;
use crate::llvm::ids::SymbolId;
use crate::llvm::module::{Alias, Definition, Variable};
use crate::llvm::operators::{Linkage, ThreadLocalMode};
use crate::llvm::parse::Parser;
use crate::llvm::parse::metadata::split_debug;
use crate::llvm::token::Token;
use crate::llvm::types::Type;
use crate::llvm::values::TypedConstant;

/// What stands before `global`, `constant`, `alias` or `ifunc`.
#[derive(Default)]
struct Prefix {
    linkage: Option<Linkage>,
    thread_local: Option<ThreadLocalMode>,
    address_space: u32,
    is_externally_initialized: bool,
}

impl Parser<'_> {
    /// `@name = …`.
    pub fn global(&mut self) -> Result<()> {
        let (place, line) = (self.place(), self.current.line);
        let symbol = self.symbol()?;
        self.expect(b'=')?;
        let prefix = self.global_prefix()?;
        match self.word("`global`, `constant`, `alias` or `ifunc`")? {
            "global" => self.variable(symbol, prefix, false, line)?,
            "constant" => self.variable(symbol, prefix, true, line)?,
            "alias" => {
                let alias = self.alias(symbol, &prefix, line)?;
                self.module.aliases.push(alias);
                return self.define(symbol, Definition::Alias(self.module.aliases.len() - 1), place);
            }
            "ifunc" => {
                let resolver = self.alias(symbol, &prefix, line)?;
                self.module.resolvers.push(resolver);
                return self.define(symbol, Definition::Resolver(self.module.resolvers.len() - 1), place);
            }
            other => return Err(self.error(format!("`{other}` is not known in the definition of a global"))),
        }
        self.define(symbol, Definition::Variable(self.module.variables.len() - 1), place)
    }

    /// Says what the symbol is, which may be said once.
    pub fn define(&mut self, symbol: SymbolId, definition: Definition, place: usize) -> Result<()> {
        if self.symbols.define(symbol.0, definition) {
            return Ok(());
        }
        Err(self.error_at(place, 1, format!("`@{}` is defined twice", self.symbols.name(symbol.0))))
    }

    fn global_prefix(&mut self) -> Result<Prefix> {
        let mut prefix = Prefix::default();
        while let Token::Word(word) = self.token() {
            match word {
                "global" | "constant" | "alias" | "ifunc" => break,
                "addrspace" => {
                    prefix.address_space = self.address_space()?;
                    continue;
                }
                "thread_local" => {
                    prefix.thread_local = Some(self.thread_local_mode()?);
                    continue;
                }
                "externally_initialized" => prefix.is_externally_initialized = true,
                _ => match Linkage::from_word(word) {
                    Some(linkage) => prefix.linkage = Some(linkage),
                    None if is_irrelevant(word) => {}
                    None => return Err(self.error(format!("`{word}` is not known in the definition of a global"))),
                },
            }
            self.advance();
        }
        Ok(prefix)
    }

    fn thread_local_mode(&mut self) -> Result<ThreadLocalMode> {
        self.advance();
        if !self.take(b'(') {
            return Ok(ThreadLocalMode::GeneralDynamic);
        }
        let mode = ThreadLocalMode::from_word(self.word("a mode of thread-local storage")?);
        let mode = mode.ok_or_else(|| self.error("this mode of thread-local storage is not known"))?;
        self.expect(b')')?;
        Ok(mode)
    }

    fn variable(&mut self, symbol: SymbolId, prefix: Prefix, is_constant: bool, line: u32) -> Result<()> {
        let ty = self.ty()?;
        // What is defined elsewhere says so, and has no initialiser.
        let is_elsewhere = matches!(prefix.linkage, Some(Linkage::External | Linkage::ExternWeak));
        let initializer = if is_elsewhere { None } else { Some(self.constant()?) };
        let mut variable = Variable {
            symbol,
            linkage: prefix.linkage.unwrap_or(Linkage::External),
            thread_local: prefix.thread_local,
            is_constant,
            is_externally_initialized: prefix.is_externally_initialized,
            ty,
            initializer,
            alignment: None,
            address_space: prefix.address_space,
            section: None,
            debug: Vec::new(),
            metadata: Vec::new(),
            line,
        };
        while self.take(b',') {
            self.variable_suffix(&mut variable)?;
        }
        // Attributes of variables, of which the printer writes groups only, on the same line.
        self.attributes_while(|parser| matches!(parser.token(), Token::Group(_)))?;
        (variable.debug, variable.metadata) = split_debug(variable.metadata);
        self.module.variables.push(variable);
        Ok(())
    }

    fn variable_suffix(&mut self, variable: &mut Variable) -> Result<()> {
        match self.token() {
            Token::MetadataName(_) => {
                let attachment = self.attachment()?;
                variable.metadata.push(attachment);
            }
            Token::Word("align") => {
                self.advance();
                variable.alignment = Some(self.natural("an alignment")?);
            }
            Token::Word("section") => {
                self.advance();
                variable.section = Some(self.string()?);
            }
            Token::Word("partition" | "code_model") => {
                self.advance();
                self.string()?;
            }
            Token::Word("comdat") => self.comdat_reference()?,
            // `no_sanitize_address` and its like.
            Token::Word(_) => self.advance(),
            _ => return Err(self.unexpected("a property of the variable")),
        }
        Ok(())
    }

    /// `comdat` or `comdat($name)`.
    pub fn comdat_reference(&mut self) -> Result<()> {
        self.expect_word("comdat")?;
        if self.at(b'(') {
            self.skip_balanced()?;
        }
        Ok(())
    }

    fn alias(&mut self, symbol: SymbolId, prefix: &Prefix, line: u32) -> Result<Alias> {
        let ty = self.ty()?;
        self.expect(b',')?;
        // An expression may stand without its type, which is a pointer anyway.
        let target = if self.at_type() {
            self.typed_constant()?
        } else {
            let constant = self.constant()?;
            TypedConstant { ty: Type::Pointer(0), constant }
        };
        while self.take(b',') {
            if let Token::MetadataName(_) = self.token() {
                self.attachment()?;
                continue;
            }
            self.expect_word("partition")?;
            self.string()?;
        }
        let linkage = prefix.linkage.unwrap_or(Linkage::External);
        Ok(Alias { symbol, linkage, ty, target, line })
    }
}

/// Words that say how a symbol is linked and found, but nothing of what the program does.
pub fn is_irrelevant(word: &str) -> bool {
    matches!(
        word,
        "dso_local"
            | "dso_preemptable"
            | "default"
            | "hidden"
            | "protected"
            | "dllimport"
            | "dllexport"
            | "unnamed_addr"
            | "local_unnamed_addr"
    )
}
