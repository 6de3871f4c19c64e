//! Metadata, as data: nodes with fields, whatever their kind, so that nothing is lost and new kinds do no harm.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::llvm::ids::NodeId;
use crate::llvm::values::Operand;

/// A metadata node: `!{…}` or `!DIKind(…)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its number, unless it was written in the place where it is used.
    pub number: Option<u32>,
    /// Whether it differs from every node with the same fields.
    pub is_distinct: bool,
    /// `DILocation` and so on; `None` for a tuple.
    pub kind: Option<Arc<str>>,
    /// In the order of the text.
    pub fields: Vec<Field>,
}

/// An entry of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// `None` in tuples and in lists such as `DIExpression` is.
    pub name: Option<Arc<str>>,
    /// What it says.
    pub value: Metadata,
}

/// What may stand in a node, or be an argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Metadata {
    /// `null`.
    Null,
    /// A node.
    Node(NodeId),
    /// A string.
    Text(Arc<str>),
    /// A value. A local is one of the function in which the metadata stands.
    Value(Box<Operand>),
    /// A number.
    Integer(BigInt),
    /// A word, or several with ` | ` between.
    Word(Arc<str>),
}

/// Metadata that hangs on something: `!tbaa !5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// The name, without the exclamation mark.
    pub kind: Arc<str>,
    /// The node.
    pub node: NodeId,
}

impl Node {
    /// Whether the node is of this kind.
    pub fn is(&self, kind: &str) -> bool {
        self.kind.as_deref() == Some(kind)
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&Metadata> {
        self.fields.iter().find(|field| field.name.as_deref() == Some(name)).map(|field| &field.value)
    }

    /// The node in the field of this name.
    pub fn node(&self, name: &str) -> Option<NodeId> {
        match self.field(name)? {
            Metadata::Node(node) => Some(*node),
            _ => None,
        }
    }

    /// The string in the field of this name.
    pub fn text(&self, name: &str) -> Option<&Arc<str>> {
        match self.field(name)? {
            Metadata::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number in the field of this name.
    pub fn number(&self, name: &str) -> Option<u32> {
        match self.field(name)? {
            Metadata::Integer(number) => u32::try_from(number).ok(),
            _ => None,
        }
    }
}
