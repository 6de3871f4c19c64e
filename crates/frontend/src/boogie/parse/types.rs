//! Types as written.

use std::sync::Arc;

use program::text::words::bits_type_width;

use crate::boogie::ast::{TypeExpr, TypeKind};
use crate::boogie::lexer::bits_width;
use crate::boogie::parse::Parser;
use crate::boogie::token::TokenKind;
use crate::error::Result;

impl Parser<'_> {
    pub(super) fn type_expr(&mut self) -> Result<TypeExpr> {
        self.nested(|parser| {
            let start = parser.position;
            let kind = parser.type_kind()?;
            Ok(TypeExpr { kind, span: parser.span_from(start) })
        })
    }

    fn type_kind(&mut self) -> Result<TypeKind> {
        match self.kind() {
            TokenKind::Keyword("bool") => {
                self.advance();
                Ok(TypeKind::Bool)
            }
            TokenKind::Keyword("int") => {
                self.advance();
                Ok(TypeKind::Int)
            }
            TokenKind::Keyword("real") => Err(self.refuse("the type `real` is")),
            TokenKind::Identifier(name) => self.named_type(name),
            TokenKind::Symbol("(") => {
                self.advance();
                let inner = self.type_expr()?;
                self.expect(")")?;
                Ok(inner.kind)
            }
            TokenKind::Symbol("[") => self.map_type(),
            TokenKind::Symbol("<") => Err(self.refuse("type parameters (polymorphic maps) are")),
            _ => Err(self.unexpected("a type")),
        }
    }

    fn named_type(&mut self, name: &Arc<str>) -> Result<TypeKind> {
        let span = self.span();
        self.advance();
        if self.at_type_argument() {
            return Err(self.refuse("type parameters are"));
        }
        match bits_type_width(name) {
            Some(digits) => bits_width(digits, span).map(TypeKind::Bits),
            None => Ok(TypeKind::Name(Arc::clone(name))),
        }
    }

    /// A type directly behind a type name can only be an argument of a type constructor.
    fn at_type_argument(&self) -> bool {
        match self.kind() {
            TokenKind::Identifier(word) => !matches!(&**word, "extends" | "complete" | "uses"),
            TokenKind::Keyword("int" | "bool" | "real") | TokenKind::Symbol("(" | "[") => true,
            _ => false,
        }
    }

    fn map_type(&mut self) -> Result<TypeKind> {
        self.expect("[")?;
        let keys = self.list(Parser::type_expr)?;
        self.expect("]")?;
        let value = self.type_expr()?;
        Ok(TypeKind::Map(keys, Box::new(value)))
    }
}
