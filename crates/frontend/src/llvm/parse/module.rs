//! What may stand at the top of a file, and the end of reading.

use crate::error::Result;
use crate::llvm::ids::Name;
use crate::llvm::module::{Module, Symbol};
use crate::llvm::parse::{Parser, attributes};
use crate::llvm::token::Token;
use crate::llvm::types::TypeDefinition;

impl Parser<'_> {
    /// One definition, declaration or directive.
    pub fn item(&mut self) -> Result<()> {
        match self.token() {
            Token::Global(_) | Token::GlobalNumber(_) => self.global(),
            Token::Word("define") => self.definition(),
            Token::Word("declare") => self.declaration(),
            Token::Local(_) | Token::LocalNumber(_) => self.type_definition(),
            Token::Node(number) => self.numbered_node(number),
            Token::MetadataName(name) => self.named_metadata(name),
            Token::Word("attributes") => self.attribute_group(),
            Token::Comdat => self.comdat(),
            Token::Word("source_filename") => {
                self.advance();
                self.expect(b'=')?;
                self.module.source = self.string()?;
                Ok(())
            }
            Token::Word("target") => self.target(),
            Token::Word("module") => {
                self.advance();
                self.expect_word("asm")?;
                let line = self.string()?;
                self.module.assembly.push(line);
                Ok(())
            }
            Token::Word("uselistorder" | "uselistorder_bb") => self.skip_use_list_order(),
            Token::Summary => self.skip_summary(),
            _ => Err(self.unexpected("a definition")),
        }
    }

    fn type_definition(&mut self) -> Result<()> {
        let place = self.place();
        let id = self.type_id()?;
        self.expect(b'=')?;
        self.expect_word("type")?;
        let body = if self.take_word("opaque") { None } else { Some(self.ty()?) };
        if !self.types.define(id.0, body) {
            return Err(self.error_at(place, 1, format!("the type `%{}` is defined twice", self.types.name(id.0))));
        }
        Ok(())
    }

    /// `$name = comdat any`: a matter of linking only.
    fn comdat(&mut self) -> Result<()> {
        self.advance();
        self.expect(b'=')?;
        self.expect_word("comdat")?;
        self.word("how to select one of several")?;
        Ok(())
    }

    fn target(&mut self) -> Result<()> {
        self.advance();
        let what = self.word("`datalayout` or `triple`")?;
        self.expect(b'=')?;
        let text = self.string()?;
        match what {
            "datalayout" => self.module.data_layout = text,
            "triple" => self.module.triple = text,
            _ => return Err(self.error(format!("`target {what}` is not known"))),
        }
        Ok(())
    }

    /// `uselistorder type value, { … }`: the order in which LLVM's own tables list uses.
    pub fn skip_use_list_order(&mut self) -> Result<()> {
        let line = self.current.line;
        while self.current.line == line && !matches!(self.token(), Token::End | Token::Bad(_)) {
            self.advance();
        }
        Ok(())
    }

    /// `^12 = kind: (…)`: summaries for optimisation across modules.
    fn skip_summary(&mut self) -> Result<()> {
        self.advance();
        self.expect(b'=')?;
        let Token::Label(_) = self.token() else { return Err(self.unexpected("an entry of a summary")) };
        self.advance();
        if self.at(b'(') {
            self.skip_balanced()?;
        } else {
            self.advance();
        }
        Ok(())
    }

    /// Everything that was mentioned must have been defined.
    pub fn finish(mut self) -> Result<Module> {
        let mut module = std::mem::take(&mut self.module);
        let undefined = |parser: &Self, mark: &str, (name, place): (Name, usize)| {
            parser.error_at(place, 1, format!("`{mark}{name}` is not defined"))
        };
        let types = std::mem::replace(&mut self.types, super::Table::new()).finish();
        let types = types.map_err(|entry| undefined(&self, "%", entry))?;
        module.types = types.into_iter().map(|(name, body)| TypeDefinition { name, body }).collect();
        let symbols = std::mem::replace(&mut self.symbols, super::Table::new()).finish();
        let symbols = symbols.map_err(|entry| undefined(&self, "@", entry))?;
        module.symbols = symbols.into_iter().map(|(name, definition)| Symbol { name, definition }).collect();
        let nodes = std::mem::replace(&mut self.nodes, super::Table::new()).finish();
        let nodes = nodes.map_err(|entry| undefined(&self, "!", entry))?;
        module.nodes = nodes.into_iter().map(|(_, node)| node).collect();
        attributes::resolve(&mut module, &self.groups);
        Ok(module)
    }
}
