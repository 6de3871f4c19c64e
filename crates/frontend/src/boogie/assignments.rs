//! Assignments to elements of maps: `m[i][j] := v` is `m := m[i := m[i][j := v]]`.

use program::span::Span;

use crate::boogie::ast::{self, ExprKind, Target};
use crate::boogie::builder::Builder;
use crate::boogie::typed::Typed;
use crate::error::Result;

impl Builder<'_, '_> {
    /// What the variable of the target becomes.
    pub(super) fn assigned(&self, target: &Target, keys: &[Vec<ast::Expr>], value: &ast::Expr) -> Result<Typed> {
        let name = ast::Expr { kind: ExprKind::Name(target.name.text.clone()), span: target.name.span, depth: 1 };
        self.run().lower(&updated(name, keys, value))
    }
}

/// The update as an expression of its own, so that it is typed and measured like any other.
fn updated(map: ast::Expr, keys: &[Vec<ast::Expr>], value: &ast::Expr) -> ast::Expr {
    let Some((first, rest)) = keys.split_first() else { return value.clone() };
    let span = map.span;
    let inner = if rest.is_empty() {
        value.clone()
    } else {
        let selected = ExprKind::Select(Box::new(map.clone()), first.clone());
        updated(expr(selected, span), rest, value)
    };
    expr(ExprKind::Update(Box::new(map), first.clone(), Box::new(inner)), span)
}

fn expr(kind: ExprKind, span: Span) -> ast::Expr {
    ast::Expr { kind, span, depth: 1 }
}
