//! Metadata: nodes, their fields, and what hangs on instructions and globals.

use crate::error::Result;
use crate::llvm::ids::NodeId;
use crate::llvm::lexer::unescape_text;
use crate::llvm::metadata::{Attachment, Field, Metadata, Node};
use crate::llvm::parse::Parser;
use crate::llvm::token::Token;

impl<'a> Parser<'a> {
    /// `!12 = …`, of which the number was seen.
    pub fn numbered_node(&mut self, number: u32) -> Result<()> {
        let place = self.place();
        let id = self.node_id(number);
        self.advance();
        self.expect(b'=')?;
        let node = self.node(Some(number))?;
        if !self.nodes.define(id.0, node) {
            return Err(self.error_at(place, 1, format!("`!{number}` is defined twice")));
        }
        Ok(())
    }

    /// `!name = !{…}`, of which the name was seen.
    pub fn named_metadata(&mut self, name: &'a str) -> Result<()> {
        self.advance();
        self.expect(b'=')?;
        self.expect(b'!')?;
        self.expect(b'{')?;
        let nodes = self.list_until(b'}', Parser::node_operand)?;
        self.module.named_metadata.entry(unescape_text(name)).or_default().extend(nodes);
        Ok(())
    }

    /// A node: a tuple, or one of a kind.
    fn node(&mut self, number: Option<u32>) -> Result<Node> {
        let is_distinct = self.take_word("distinct");
        let (kind, fields) = match self.token() {
            Token::MetadataName(kind) => {
                self.advance();
                self.expect(b'(')?;
                (Some(self.intern(kind)), self.nested(|parser| parser.list_until(b')', Parser::field))?)
            }
            Token::Symbol(b'!') => {
                self.advance();
                (None, self.tuple()?)
            }
            _ => return Err(self.unexpected("a metadata node")),
        };
        Ok(Node { number, is_distinct, kind, fields })
    }

    /// `{…}` with unnamed entries.
    fn tuple(&mut self) -> Result<Vec<Field>> {
        self.expect(b'{')?;
        let entry = |parser: &mut Self| Ok(Field { name: None, value: parser.metadata()? });
        self.nested(|parser| parser.list_until(b'}', entry))
    }

    /// A node in the place of its use.
    fn inline_node(&mut self) -> Result<NodeId> {
        let node = self.node(None)?;
        Ok(NodeId(self.nodes.anonymous(node)))
    }

    fn node_operand(&mut self) -> Result<NodeId> {
        match self.token() {
            Token::Node(number) => {
                let id = self.node_id(number);
                self.advance();
                Ok(id)
            }
            _ => self.inline_node(),
        }
    }

    /// `name: value`, or a value alone.
    fn field(&mut self) -> Result<Field> {
        let Token::Label(name) = self.token() else {
            return Ok(Field { name: None, value: self.field_value()? });
        };
        self.advance();
        Ok(Field { name: Some(self.intern(name)), value: self.field_value()? })
    }

    fn field_value(&mut self) -> Result<Metadata> {
        match self.token() {
            Token::Integer(_) => Ok(Metadata::Integer(self.integer()?)),
            Token::Text(_) => Ok(Metadata::Text(self.string()?)),
            Token::Symbol(b'{') => {
                let fields = self.tuple()?;
                let node = Node { number: None, is_distinct: false, kind: None, fields };
                Ok(Metadata::Node(NodeId(self.nodes.anonymous(node))))
            }
            Token::Word("null") => self.metadata(),
            Token::Word(_) if !self.at_type() => self.field_words(),
            _ => self.metadata(),
        }
    }

    /// Words and numbers with bars between.
    fn field_words(&mut self) -> Result<Metadata> {
        let start = self.place();
        loop {
            let end = self.current.end;
            match self.token() {
                Token::Word(_) | Token::Integer(_) => self.advance(),
                _ => return Err(self.unexpected("a word")),
            }
            if !self.take(b'|') {
                let words = &self.text[start..end];
                return Ok(Metadata::Word(self.intern(words)));
            }
        }
    }

    /// What may stand in a tuple, or be an argument of a call.
    pub fn metadata(&mut self) -> Result<Metadata> {
        match self.token() {
            Token::Word("null") => {
                self.advance();
                Ok(Metadata::Null)
            }
            Token::Node(_) | Token::MetadataName(_) | Token::Word("distinct") => {
                Ok(Metadata::Node(self.node_operand()?))
            }
            Token::Symbol(b'!') => {
                self.advance();
                if let Token::Text(_) = self.token() {
                    return Ok(Metadata::Text(self.string()?));
                }
                let node = Node { number: None, is_distinct: false, kind: None, fields: self.tuple()? };
                Ok(Metadata::Node(NodeId(self.nodes.anonymous(node))))
            }
            _ => self.nested(|parser| Ok(Metadata::Value(Box::new(parser.operand()?)))),
        }
    }

    /// `!dbg !5` and its like.
    pub fn attachment(&mut self) -> Result<Attachment> {
        let Token::MetadataName(kind) = self.token() else { return Err(self.unexpected("metadata")) };
        self.advance();
        Ok(Attachment { kind: self.intern(kind), node: self.node_operand()? })
    }
}

/// Takes the attachments called `dbg` out.
pub fn split_debug(attachments: Vec<Attachment>) -> (Vec<NodeId>, Vec<Attachment>) {
    if attachments.iter().all(|attachment| &*attachment.kind != "dbg") {
        return (Vec::new(), attachments);
    }
    let (debug, others): (Vec<_>, Vec<_>) = attachments.into_iter().partition(|attachment| &*attachment.kind == "dbg");
    (debug.into_iter().map(|attachment| attachment.node).collect(), others)
}
