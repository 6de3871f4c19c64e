//! Labels: which there are, and where they may be jumped to.
//!
//! A label inside an atomic block is known only inside it: a jump into the middle of a step has no meaning.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::boogie::ast::{Body, Name, Statement, StatementKind};
use crate::boogie::builder::Builder;
use crate::error::{Error, Result};

/// Why a jump to the label is not possible.
pub fn missing(label: &Name, body: Option<&Body>) -> Error {
    let mut all = Vec::new();
    if let Some(body) = body {
        collect(&body.statements, Reach::Everywhere, &mut all);
    }
    let what = if all.iter().any(|known| known.text == label.text) {
        format!("a jump into an atomic block (label `{}`) is not supported", label.text)
    } else {
        format!("there is no label `{}`", label.text)
    };
    Error::new(label.span, what)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    OutsideAtomic,
    Everywhere,
}

fn collect<'a>(statements: &'a [Statement], reach: Reach, into: &mut Vec<&'a Name>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Label(label) => into.push(label),
            StatementKind::If { arms, otherwise } => {
                arms.iter().for_each(|(_, body)| collect(body, reach, into));
                collect(otherwise, reach, into);
            }
            StatementKind::While { body, .. } | StatementKind::Block(body) => collect(body, reach, into),
            StatementKind::Atomic(body) if reach == Reach::Everywhere => collect(body, reach, into),
            _ => {}
        }
    }
}

/// The labels that the statements jump to.
pub fn collect_targets(statements: &[Statement], into: &mut BTreeSet<Arc<str>>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Goto(targets) => into.extend(targets.iter().map(|target| Arc::clone(&target.text))),
            StatementKind::If { arms, otherwise } => {
                arms.iter().for_each(|(_, body)| collect_targets(body, into));
                collect_targets(otherwise, into);
            }
            StatementKind::While { body, .. } | StatementKind::Block(body) | StatementKind::Atomic(body) => {
                collect_targets(body, into);
            }
            _ => {}
        }
    }
}

impl<'a> Builder<'_, 'a> {
    /// Makes the labels of the statements known, until they are taken from `frame.labels` again.
    pub(super) fn enter_labels(&mut self, statements: &'a [Statement]) -> Result<()> {
        let mut names = Vec::new();
        collect(statements, Reach::OutsideAtomic, &mut names);
        let mut labels = BTreeMap::new();
        for name in names {
            if labels.insert(Arc::clone(&name.text), self.graph.unplaced()).is_some() {
                return Err(Error::new(name.span, format!("the label `{}` is declared twice", name.text)));
            }
        }
        self.frame.labels.push(labels);
        Ok(())
    }
}
