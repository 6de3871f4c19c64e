//! Types.

use std::sync::Arc;

use crate::error::Result;
use crate::llvm::operators::FloatKind;
use crate::llvm::parse::Parser;
use crate::llvm::token::Token;
use crate::llvm::types::{ArrayType, FunctionType, StructType, Type, VectorType};

/// The widest integer that LLVM has.
const MAXIMAL_WIDTH: u32 = 1 << 23;

impl Parser<'_> {
    /// Whether a type begins here.
    pub fn at_type(&self) -> bool {
        match self.token() {
            Token::Word(word) => named_type(word).is_some() || matches!(word, "ptr" | "target"),
            Token::Symbol(b'[' | b'{' | b'<') | Token::Local(_) | Token::LocalNumber(_) => true,
            _ => false,
        }
    }

    /// A type with all that may follow it: the marks of typed pointers, the parameters of a function type.
    pub fn ty(&mut self) -> Result<Type> {
        let mut ty = self.nested(Parser::base_type)?;
        loop {
            match self.token() {
                Token::Symbol(b'*') => {
                    self.advance();
                    ty = Type::Pointer(0);
                }
                Token::Word("addrspace") => {
                    let space = self.address_space()?;
                    self.expect(b'*')?;
                    ty = Type::Pointer(space);
                }
                Token::Symbol(b'(') if !matches!(ty, Type::Function(_)) => {
                    self.advance();
                    let (parameters, is_variadic) = self.nested(|parser| parser.variadic(Parser::ty))?;
                    ty = Type::Function(Arc::new(FunctionType { result: ty, parameters, is_variadic }));
                }
                _ => return Ok(ty),
            }
        }
    }

    fn base_type(&mut self) -> Result<Type> {
        match self.token() {
            Token::Word("ptr") => {
                self.advance();
                let has_space = self.at_word("addrspace");
                Ok(Type::Pointer(if has_space { self.address_space()? } else { 0 }))
            }
            Token::Word("target") => {
                self.advance();
                if !self.at(b'(') {
                    return Err(self.unexpected("`(`"));
                }
                let text = self.skip_balanced()?;
                Ok(Type::Target(self.intern(&text[1..text.len() - 1])))
            }
            Token::Word(word) => {
                let Some(ty) = named_type(word) else { return Err(self.unexpected("a type")) };
                self.advance();
                Ok(ty)
            }
            Token::Local(_) | Token::LocalNumber(_) => {
                let id = self.type_id()?;
                // A name of a structure stays, since structures may contain themselves by pointers; others are resolved.
                match self.types.get(id.0) {
                    Some(Some(body)) if !matches!(body, Type::Struct(_)) => Ok(body.clone()),
                    _ => Ok(Type::Named(id)),
                }
            }
            Token::Symbol(b'[') => {
                self.advance();
                let (length, element) = self.sequence()?;
                self.expect(b']')?;
                Ok(Type::Array(Arc::new(ArrayType { length, element })))
            }
            Token::Symbol(b'{') => {
                self.advance();
                let fields = self.list_until(b'}', Parser::ty)?;
                Ok(Type::Struct(Arc::new(StructType { is_packed: false, fields })))
            }
            Token::Symbol(b'<') => self.vector_or_packed(),
            _ => Err(self.unexpected("a type")),
        }
    }

    fn vector_or_packed(&mut self) -> Result<Type> {
        self.advance();
        if self.take(b'{') {
            let fields = self.list_until(b'}', Parser::ty)?;
            self.expect(b'>')?;
            return Ok(Type::Struct(Arc::new(StructType { is_packed: true, fields })));
        }
        let is_scalable = self.take_word("vscale");
        if is_scalable {
            self.expect_word("x")?;
        }
        let (length, element) = self.sequence()?;
        self.expect(b'>')?;
        Ok(Type::Vector(Arc::new(VectorType { is_scalable, length, element })))
    }

    /// `N x T`.
    fn sequence(&mut self) -> Result<(u64, Type)> {
        let length = self.natural("the number of elements")?;
        self.expect_word("x")?;
        Ok((length, self.ty()?))
    }

    /// What follows the opening parenthesis of parameters, and whether there may be more of them than are listed.
    pub(super) fn variadic<T>(&mut self, mut parameter: impl FnMut(&mut Self) -> Result<T>) -> Result<(Vec<T>, bool)> {
        let mut parameters = Vec::new();
        if self.take(b')') {
            return Ok((parameters, false));
        }
        loop {
            if self.token() == Token::Ellipsis {
                self.advance();
                self.expect(b')')?;
                return Ok((parameters, true));
            }
            parameters.push(parameter(self)?);
            if self.take(b')') {
                return Ok((parameters, false));
            }
            self.expect(b',')?;
        }
    }

    /// `addrspace(N)`.
    pub fn address_space(&mut self) -> Result<u32> {
        self.expect_word("addrspace")?;
        self.expect(b'(')?;
        let space = if let Token::Text(_) = self.token() {
            return Err(self.error("address spaces that have names are not supported"));
        } else {
            self.number("the number of an address space")?
        };
        self.expect(b')')?;
        Ok(space)
    }
}

/// The type that is one word.
fn named_type(word: &str) -> Option<Type> {
    if let Some(digits) = word.strip_prefix('i') {
        let width = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten();
        return width.filter(|width| (1..=MAXIMAL_WIDTH).contains(width)).map(Type::Integer);
    }
    Some(match word {
        "void" => Type::Void,
        "label" => Type::Label,
        "token" => Type::Token,
        "metadata" => Type::Metadata,
        "x86_amx" => Type::X86Amx,
        "x86_mmx" => Type::X86Mmx,
        _ => return FloatKind::from_word(word).map(Type::Float),
    })
}
