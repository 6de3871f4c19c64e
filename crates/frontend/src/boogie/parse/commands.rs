//! Statements that do something: assignments, assumptions, calls, threads.

use crate::boogie::ast::{Call, Expr, StatementKind, Target};
use crate::boogie::parse::Parser;
use crate::boogie::token::TokenKind;
use crate::error::{Error, Result};

impl<'a> Parser<'a> {
    /// A statement that starts with a keyword.
    pub(super) fn command(&mut self) -> Result<StatementKind> {
        let TokenKind::Keyword(keyword) = self.kind() else { return Err(self.unexpected("a statement")) };
        match *keyword {
            "assert" => {
                self.advance();
                let attributes = self.attributes()?;
                Ok(StatementKind::Assert(attributes, self.expression()?))
            }
            "assume" => {
                self.advance();
                let attributes = self.attributes()?;
                Ok(StatementKind::Assume(attributes, self.expression()?))
            }
            "havoc" => {
                self.advance();
                self.attributes()?;
                self.names("a variable").map(StatementKind::Havoc)
            }
            "goto" => {
                self.advance();
                self.attributes()?;
                self.names("a label").map(StatementKind::Goto)
            }
            "return" => {
                self.advance();
                self.attributes()?;
                Ok(StatementKind::Return)
            }
            "break" => {
                self.advance();
                self.attributes()?;
                let label = if self.at(";") { None } else { Some(self.name("a label or `;`")?) };
                Ok(StatementKind::Break(label))
            }
            "free" | "call" => self.call_statement(),
            "par" => self.par_statement(),
            _ => Err(self.unexpected("a statement")),
        }
    }

    pub(super) fn assignment(&mut self) -> Result<StatementKind> {
        let targets = self.list(Parser::target)?;
        self.expect(":=")?;
        self.attributes()?;
        let values = self.list(Parser::expression)?;
        Ok(StatementKind::Assign(targets, values))
    }

    fn target(&mut self) -> Result<Target> {
        let name = self.name("a variable")?;
        let mut keys = Vec::new();
        while self.take("[") {
            keys.push(self.list(Parser::expression)?);
            self.expect("]")?;
        }
        Ok(Target { name, keys })
    }

    /// A statement of our dialect, known by its first word and its place.
    pub(super) fn thread_statement(&mut self) -> Result<StatementKind> {
        if self.at_word("fork") {
            self.advance();
            self.attributes()?;
            let id = self.list(Parser::expression)?;
            let call = self.call()?;
            return Ok(StatementKind::Fork(id, call));
        }
        if self.at_word("join") {
            self.advance();
            self.attributes()?;
            let id = self.list(Parser::expression)?;
            return self.join_results(id);
        }
        if self.at_word("atomic") && matches!(self.kind_ahead(1), TokenKind::Symbol("{")) {
            self.advance();
            self.attributes()?;
            return self.block().map(StatementKind::Atomic);
        }
        if self.at_word("yield") {
            self.advance();
            return Ok(StatementKind::Yield);
        }
        if self.at_word("async") {
            self.advance();
            self.expect_keyword("call")?;
            let attributes = self.attributes()?;
            let call = Call { attributes, ..self.call()? };
            return Ok(StatementKind::Async(call));
        }
        if let Some(word) = self.visibility_word() {
            return Err(self.refuse(&format!("`{word}` is")));
        }
        if let (TokenKind::Identifier(word), TokenKind::Symbol("(")) = (self.kind(), self.kind_ahead(1)) {
            if matches!(&**word, "for" | "foreach" | "switch") {
                return Err(self.refuse(&format!("`{word}` (write it with `while` or `if`) is")));
            }
            let what = format!("a procedure is called with `call`: write `call {word}(…);`");
            return Err(Error::new(self.span(), what));
        }
        self.advance();
        Err(self.unexpected("`:=` or `:` after a name that starts a statement"))
    }

    /// The first word of a statement that shows axioms to a verifier or hides them.
    fn visibility_word(&self) -> Option<&'a str> {
        let TokenKind::Identifier(word) = self.kind() else { return None };
        let shows_or_hides = matches!(
            (&**word, self.kind_ahead(1)),
            ("reveal" | "hide", TokenKind::Identifier(_) | TokenKind::Symbol("*"))
                | ("push" | "pop", TokenKind::Symbol(";"))
        );
        shows_or_hides.then_some(word)
    }

    fn join_results(&mut self, id: Vec<Expr>) -> Result<StatementKind> {
        if !self.at_word("assign") {
            return Ok(StatementKind::Join(id, Vec::new()));
        }
        self.advance();
        let results = self.names("a variable")?;
        Ok(StatementKind::Join(id, results))
    }

    fn call_statement(&mut self) -> Result<StatementKind> {
        self.take_keyword("free");
        self.expect_keyword("call")?;
        let attributes = self.attributes()?;
        let is_async = attributes.iter().any(|attribute| &*attribute.name.text == "async");
        if self.at_keyword("forall") {
            return Err(self.refuse("`call forall` is"));
        }
        let call = Call { attributes, ..self.call()? };
        if self.at("|") {
            return Err(self.refuse("`call … | …` (write `par … | …`) is"));
        }
        Ok(if is_async { StatementKind::Async(call) } else { StatementKind::Call(call) })
    }

    fn par_statement(&mut self) -> Result<StatementKind> {
        self.expect_keyword("par")?;
        self.attributes()?;
        if self.at_keyword("call") {
            return Err(self.refuse("`par call` (write `par` alone) is"));
        }
        let mut arms = vec![self.call()?];
        while self.take("|") {
            arms.push(self.call()?);
        }
        Ok(StatementKind::Par(arms))
    }

    /// `results := callee(arguments)` or `callee(arguments)`.
    fn call(&mut self) -> Result<Call> {
        let mut names = self.names("a procedure")?;
        let results = if self.take(":=") {
            let callee = self.name("a procedure")?;
            std::mem::replace(&mut names, vec![callee])
        } else {
            Vec::new()
        };
        let Some(callee) = names.pop().filter(|_| names.is_empty()) else { return Err(self.unexpected("`:=`")) };
        if self.at("(") && matches!(self.kind_ahead(1), TokenKind::Symbol("*")) {
            return Err(self.refuse("`*` as an argument is"));
        }
        let arguments = self.parenthesised(Parser::expression)?;
        Ok(Call { results, callee, arguments, attributes: Vec::new() })
    }
}
