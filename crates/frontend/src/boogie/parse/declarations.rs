//! Declarations of types, constants, functions, axioms and variables.

use std::sync::Arc;

use crate::boogie::ast::{AxiomDecl, ConstantDecl, Declaration, FunctionDecl, Name, TypeDecl, TypeExpr, VariableDecl};
use crate::boogie::parse::Parser;
use crate::boogie::token::TokenKind;
use crate::error::Result;

impl Parser<'_> {
    /// One declaration, which may declare several things.
    pub(super) fn declaration(&mut self, into: &mut Vec<Declaration>) -> Result<()> {
        match self.kind() {
            TokenKind::Keyword("type") => self.types(into),
            TokenKind::Keyword("const") => self.constants(into),
            TokenKind::Keyword("function") => self.function(into),
            TokenKind::Keyword("axiom") => self.axiom(into),
            TokenKind::Keyword("var") => {
                let variables = self.variables()?;
                into.extend(variables.into_iter().map(Declaration::Variable));
                Ok(())
            }
            TokenKind::Keyword("procedure") => self.procedure().map(|procedure| into.push(procedure)),
            TokenKind::Keyword("implementation") => {
                self.implementation().map(|implementation| into.push(implementation))
            }
            TokenKind::Keyword("invariant") => Err(self.refuse("the declaration `invariant …` of Civl is")),
            TokenKind::Identifier(word) => Err(match &**word {
                "datatype" | "hideable" | "revealed" => self.refuse(&format!("`{word}` is")),
                "action" | "yield" | "pure" | "async" | "left" | "right" | "both" | "atomic" => {
                    self.refuse(&format!("the declaration `{word} …` of Civl is"))
                }
                _ => self.unexpected("a declaration"),
            }),
            _ => Err(self.unexpected("a declaration")),
        }
    }

    fn axiom(&mut self, into: &mut Vec<Declaration>) -> Result<()> {
        let start = self.position;
        self.expect_keyword("axiom")?;
        let attributes = self.attributes()?;
        let condition = self.expression()?;
        let span = self.span_from(start);
        self.expect(";")?;
        into.push(Declaration::Axiom(AxiomDecl { condition, attributes, span }));
        Ok(())
    }

    /// `uses { axiom …; }`, which tells a verifier when it needs the axioms; they hold like any others.
    /// Says whether it stands here.
    fn uses(&mut self, into: &mut Vec<Declaration>) -> Result<bool> {
        if !self.at_word("uses") {
            return Ok(false);
        }
        self.advance();
        self.expect("{")?;
        while !self.take("}") {
            if self.at_word("hideable") {
                return Err(self.refuse("`hideable` is"));
            }
            self.axiom(into)?;
        }
        Ok(true)
    }

    fn types(&mut self, into: &mut Vec<Declaration>) -> Result<()> {
        self.expect_keyword("type")?;
        let attributes = self.attributes()?;
        if self.at_word("finite") && !matches!(self.kind_ahead(1), TokenKind::Symbol(_)) {
            self.advance();
        }
        loop {
            let name = self.name("the name of a type")?;
            if matches!(self.kind(), TokenKind::Identifier(_)) {
                return Err(self.refuse("type parameters are"));
            }
            let body = if self.take("=") { Some(self.type_expr()?) } else { None };
            into.push(Declaration::Type(TypeDecl { name, body, attributes: attributes.clone() }));
            if !self.take(",") {
                return self.expect(";");
            }
        }
    }

    fn constants(&mut self, into: &mut Vec<Declaration>) -> Result<()> {
        self.expect_keyword("const")?;
        let attributes = self.attributes()?;
        let unique = self.take_keyword("unique");
        let names = self.names("the name of a constant")?;
        self.expect(":")?;
        let ty = self.type_expr()?;
        if self.at("<:") || self.at_word("extends") || self.at_word("complete") {
            return Err(self.refuse("the order of constants (`extends`, `complete`) is"));
        }
        if !self.uses(into)? {
            self.expect(";")?;
        }
        into.extend(names.into_iter().map(|name| {
            let variable = VariableDecl { name, ty: ty.clone(), condition: None, attributes: attributes.clone() };
            Declaration::Constant(ConstantDecl { variable, unique })
        }));
        Ok(())
    }

    fn function(&mut self, into: &mut Vec<Declaration>) -> Result<()> {
        self.expect_keyword("function")?;
        let attributes = self.attributes()?;
        let name = self.name("the name of a function")?;
        if self.at("<") {
            return Err(self.refuse("type parameters are"));
        }
        let parameters = self.parenthesised(Parser::function_parameter)?;
        let result = self.function_result()?;
        let body = if self.take("{") {
            let body = self.expression()?;
            self.expect("}")?;
            Some(body)
        } else {
            None
        };
        if !self.uses(into)? && body.is_none() {
            self.expect(";")?;
        }
        into.push(Declaration::Function(FunctionDecl { name, parameters, result, body, attributes }));
        Ok(())
    }

    fn function_parameter(&mut self) -> Result<(Option<Name>, TypeExpr)> {
        self.attributes()?;
        let is_named = matches!(self.kind_ahead(1), TokenKind::Symbol(":"));
        let name = if is_named { Some(self.name("a parameter")?) } else { None };
        if is_named {
            self.expect(":")?;
        }
        Ok((name, self.type_expr()?))
    }

    /// `: T`, `returns (T)` or `returns (name: T)`.
    fn function_result(&mut self) -> Result<TypeExpr> {
        if self.take(":") {
            return self.type_expr();
        }
        if !self.take_keyword("returns") {
            return Err(self.unexpected("`:` or `returns` and the type of the result"));
        }
        self.expect("(")?;
        let (_, ty) = self.function_parameter()?;
        self.expect(")")?;
        Ok(ty)
    }

    /// `var x, y: T where e, z: U;`
    pub(super) fn variables(&mut self) -> Result<Vec<VariableDecl>> {
        self.expect_keyword("var")?;
        let attributes = self.attributes()?;
        let mut variables = self.typed_names("the name of a variable")?;
        for variable in &mut variables {
            variable.attributes.extend(attributes.iter().cloned());
        }
        self.expect(";")?;
        Ok(variables)
    }

    /// `x, y: T where e, z: U`
    pub(super) fn typed_names(&mut self, what: &str) -> Result<Vec<VariableDecl>> {
        let groups = self.list(|parser| parser.typed_names_of_one_type(what))?;
        Ok(groups.into_iter().flatten().collect())
    }

    fn typed_names_of_one_type(&mut self, what: &str) -> Result<Vec<VariableDecl>> {
        let attributes = self.attributes()?;
        let names = self.names(what)?;
        self.expect(":")?;
        let ty = self.type_expr()?;
        let condition = if self.take_keyword("where") { Some(Arc::new(self.expression()?)) } else { None };
        let declare =
            |name| VariableDecl { name, ty: ty.clone(), condition: condition.clone(), attributes: attributes.clone() };
        Ok(names.into_iter().map(declare).collect())
    }
}
