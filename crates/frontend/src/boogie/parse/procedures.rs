//! Procedures, their contracts and implementations.

use crate::boogie::ast::{Body, Clause, Declaration, ImplementationDecl, ProcedureDecl, Signature, VariableDecl};
use crate::boogie::parse::Parser;
use crate::error::Result;

impl Parser<'_> {
    pub(super) fn procedure(&mut self) -> Result<Declaration> {
        self.expect_keyword("procedure")?;
        let attributes = self.attributes()?;
        let name = self.name("the name of a procedure")?;
        let signature = self.signature()?;
        let without_body = self.take(";");
        let mut contract = Vec::new();
        loop {
            if self.measure()? {
                continue;
            }
            let Some(clause) = self.clause()? else { break };
            contract.push(clause);
        }
        let body = if without_body { None } else { Some(self.body()?) };
        Ok(Declaration::Procedure(ProcedureDecl { name, signature, contract, body, attributes }))
    }

    pub(super) fn implementation(&mut self) -> Result<Declaration> {
        self.expect_keyword("implementation")?;
        let attributes = self.attributes()?;
        let name = self.name("the name of a procedure")?;
        let signature = self.signature()?;
        let body = self.body()?;
        Ok(Declaration::Implementation(ImplementationDecl { name, signature, body, attributes }))
    }

    fn signature(&mut self) -> Result<Signature> {
        if self.at("<") {
            return Err(self.refuse("type parameters are"));
        }
        let parameters = self.formals("a parameter")?;
        let results = if self.take_keyword("returns") { self.formals("a result")? } else { Vec::new() };
        Ok(Signature { parameters, results })
    }

    fn formals(&mut self, what: &str) -> Result<Vec<VariableDecl>> {
        self.expect("(")?;
        if self.take(")") {
            return Ok(Vec::new());
        }
        let formals = self.typed_names(what)?;
        self.expect(")")?;
        Ok(formals)
    }

    fn clause(&mut self) -> Result<Option<Clause>> {
        let free = self.take_keyword("free");
        let clause = if self.take_keyword("requires") {
            self.attributes()?;
            Clause::Requires { free, condition: self.expression()? }
        } else if self.take_keyword("ensures") {
            self.attributes()?;
            Clause::Ensures(self.expression()?)
        } else if self.take_keyword("modifies") {
            self.attributes()?;
            Clause::Modifies(if self.at(";") { Vec::new() } else { self.names("a variable")? })
        } else if free {
            return Err(self.unexpected("`requires` or `ensures`"));
        } else {
            return Ok(None);
        };
        self.expect(";")?;
        Ok(Some(clause))
    }

    fn body(&mut self) -> Result<Body> {
        self.expect("{")?;
        let mut locals = Vec::new();
        while self.at_keyword("var") {
            locals.extend(self.variables()?);
        }
        let statements = self.statements()?;
        let end = self.span();
        self.expect("}")?;
        Ok(Body { locals, statements, end })
    }
}
