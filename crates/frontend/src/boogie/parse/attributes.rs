//! Attributes: `{:name "text", expression}`, before or after almost anything.

use std::sync::Arc;

use crate::boogie::ast::{Attribute, AttributeArgument, Name};
use crate::boogie::parse::Parser;
use crate::boogie::token::TokenKind;
use crate::error::Result;

impl Parser<'_> {
    /// All attributes that stand here.
    pub(super) fn attributes(&mut self) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.at_attribute() {
            attributes.push(self.attribute()?);
        }
        Ok(attributes)
    }

    pub(super) fn at_attribute(&self) -> bool {
        self.at("{") && matches!(self.kind_ahead(1), TokenKind::Symbol(":"))
    }

    fn attribute(&mut self) -> Result<Attribute> {
        self.expect("{")?;
        self.expect(":")?;
        // Any word may name an attribute, keywords included.
        if let TokenKind::Keyword(word) = self.kind() {
            let name = Name { text: Arc::from(*word), span: self.span() };
            self.advance();
            return self.attribute_arguments(name);
        }
        let name = self.name("the name of an attribute")?;
        self.attribute_arguments(name)
    }

    fn attribute_arguments(&mut self, name: Name) -> Result<Attribute> {
        let arguments = if self.at("}") { Vec::new() } else { self.list(Parser::attribute_argument)? };
        self.expect("}")?;
        Ok(Attribute { name, arguments })
    }

    fn attribute_argument(&mut self) -> Result<AttributeArgument> {
        if let TokenKind::Text(text) = self.kind() {
            self.advance();
            return Ok(AttributeArgument::Text(Arc::clone(text)));
        }
        self.expression().map(AttributeArgument::Expr)
    }
}
