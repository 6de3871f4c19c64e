//! Attributes, which need not be known, and their groups.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::Result;
use crate::llvm::attributes::Attribute;
use crate::llvm::instructions::{Operation, Terminator};
use crate::llvm::lexer::unescape_text;
use crate::llvm::module::Module;
use crate::llvm::parse::Parser;
use crate::llvm::token::Token;

/// Attributes whose parenthesis has a type in it.
const TYPED: &[&str] = &["byval", "sret", "byref", "inalloca", "preallocated", "elementtype"];

/// What stands for a reference to a group until groups are resolved; no attribute begins like this.
const REFERENCE: char = '#';

impl<'a> Parser<'a> {
    /// `attributes #0 = { … }`.
    pub fn attribute_group(&mut self) -> Result<()> {
        self.expect_word("attributes")?;
        let Token::Group(number) = self.token() else { return Err(self.unexpected("the number of a group")) };
        self.advance();
        self.expect(b'=')?;
        self.expect(b'{')?;
        let mut attributes = Vec::new();
        while !self.take(b'}') {
            attributes.push(self.attribute()?);
        }
        self.groups.insert(number, attributes.into());
        Ok(())
    }

    /// One attribute.
    pub fn attribute(&mut self) -> Result<Attribute> {
        match self.token() {
            Token::Group(number) => {
                self.advance();
                Ok(Attribute::Word(format!("{REFERENCE}{number}").into()))
            }
            Token::Text(key) => {
                self.advance();
                let mut text = unescape_text(key);
                if self.take(b'=') {
                    text = format!("{text}={}", self.string()?).into();
                }
                Ok(Attribute::Word(text))
            }
            Token::Word(word) => self.attribute_word(word),
            _ => Err(self.unexpected("an attribute")),
        }
    }

    fn attribute_word(&mut self, word: &'a str) -> Result<Attribute> {
        let start = self.place();
        let mut end = self.current.end;
        self.advance();
        match self.token() {
            Token::Symbol(b'(') if TYPED.contains(&word) => {
                self.advance();
                let ty = self.ty()?;
                self.expect(b')')?;
                return Ok(Attribute::Typed(self.intern(word), ty));
            }
            Token::Symbol(b'(') => {
                let before = self.place();
                let inside = self.skip_balanced()?;
                if word == "align" {
                    let number = inside[1..inside.len() - 1].trim();
                    return Ok(Attribute::Word(format!("align {number}").into()));
                }
                end = before + inside.len();
            }
            // In groups, a number follows an equals sign.
            Token::Symbol(b'=') => {
                self.advance();
                return self.attribute_number(word);
            }
            Token::Integer(_) if word == "align" => return self.attribute_number(word),
            _ => {}
        }
        let text = &self.text[start..end];
        Ok(Attribute::Word(self.intern(text)))
    }

    /// Only `align` is spelled without parentheses.
    fn attribute_number(&mut self, word: &'a str) -> Result<Attribute> {
        let number = self.natural("a number")?;
        let text = if word == "align" { format!("align {number}") } else { format!("{word}({number})") };
        Ok(Attribute::Word(text.into()))
    }

    /// Attributes up to what is none; the list may refer to groups.
    pub fn attributes_while(&mut self, fits: impl Fn(&Self) -> bool) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while fits(self) {
            attributes.push(self.attribute()?);
        }
        Ok(attributes)
    }

    /// A list to be shared; most consist of one reference to a group.
    pub fn shared(&mut self, attributes: Vec<Attribute>) -> Arc<[Attribute]> {
        if let [Attribute::Word(word)] = attributes.as_slice()
            && let Some(number) = word.strip_prefix(REFERENCE).and_then(|digits| digits.parse().ok())
        {
            return Arc::clone(self.group_references.entry(number).or_insert_with(|| attributes.into()));
        }
        attributes.into()
    }
}

/// Replaces references to groups by what the groups say; those that were never defined say nothing.
pub fn resolve(module: &mut Module, groups: &HashMap<u32, Arc<[Attribute]>>) {
    for function in &mut module.functions {
        resolve_list(&mut function.attributes, groups);
        for block in &mut function.blocks {
            for instruction in &mut block.instructions {
                if let Operation::Call(call) = &mut instruction.operation {
                    resolve_list(&mut call.attributes, groups);
                }
            }
            if let Terminator::Invoke { call, .. } | Terminator::CallBranch { call, .. } =
                &mut block.terminator.operation
            {
                resolve_list(&mut call.attributes, groups);
            }
        }
    }
}

fn resolve_list(list: &mut Arc<[Attribute]>, groups: &HashMap<u32, Arc<[Attribute]>>) {
    if let [only] = &**list
        && let Some(number) = group(only)
    {
        *list = groups.get(&number).cloned().unwrap_or_default();
    } else if list.iter().any(|attribute| group(attribute).is_some()) {
        let resolve_one = |attribute: &Attribute| match group(attribute) {
            Some(number) => groups.get(&number).map(|group| group.to_vec()).unwrap_or_default(),
            None => vec![attribute.clone()],
        };
        *list = list.iter().flat_map(resolve_one).collect();
    }
}

/// The group that the attribute refers to.
fn group(attribute: &Attribute) -> Option<u32> {
    match attribute {
        Attribute::Word(word) => word.strip_prefix(REFERENCE)?.parse().ok(),
        Attribute::Typed(..) => None,
    }
}
