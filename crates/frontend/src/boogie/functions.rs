//! Applications of functions: bodies are expanded, built-in functions become operators.

use std::sync::Arc;

use program::expr::Expr;
use program::span::Span;
use program::text::counted;
use program::types::Type;

use crate::boogie::ast::{self, Name};
use crate::boogie::builtins::{self, Builtin};
use crate::boogie::declarations::Function;
use crate::boogie::expressions::{Bound, Locals, Lowering, OldRule, Purpose, Scope, unknown};
use crate::boogie::intrinsics;
use crate::boogie::session::Session;
use crate::boogie::typed::Typed;
use crate::error::{Error, Result};

/// Checks the types in the bodies of all functions, used or not.
pub fn check_bodies(session: &Session<'_>) -> Result<()> {
    for function in session.declarations.functions.values() {
        let Some(body) = &function.declaration.body else { continue };
        let locals = Locals::new();
        let scope = Scope { session, locals: &locals, purpose: Purpose::Check, old: OldRule::Refused };
        let bound = function.bind(function.parameters.iter().cloned().map(Bound::Unknown));
        let mut lowering =
            Lowering { scope, bound, functions: Vec::new(), level: 0, sees_globals: false, inside_old: false };
        lowering.lower_as(body, &function.result)?;
    }
    Ok(())
}

impl Function<'_> {
    fn bind(&self, values: impl Iterator<Item = Bound>) -> Vec<(Arc<str>, Bound)> {
        let named = self.declaration.parameters.iter().zip(values);
        named.filter_map(|((name, _), value)| Some((Arc::clone(&name.as_ref()?.text), value))).collect()
    }
}

impl<'s, 'a> Lowering<'s, 'a> {
    pub(super) fn apply(&mut self, name: &Name, arguments: &[ast::Expr], span: Span) -> Result<Typed> {
        let session = self.scope.session;
        let Some(function) = session.declarations.functions.get(&name.text) else {
            return self.apply_intrinsic(name, arguments, span);
        };
        if arguments.len() != function.parameters.len() {
            let takes = counted(function.parameters.len(), "argument");
            let what = format!("the function `{}` takes {takes}, not {}", name.text, arguments.len());
            return Err(Error::new(span, what));
        }
        let typed = arguments.iter().zip(&function.parameters).map(|(argument, ty)| self.lower_as(argument, ty));
        let arguments = typed.collect::<Result<Vec<_>>>()?;
        if self.scope.purpose == Purpose::Check {
            return Ok(unknown(&function.result));
        }
        match &function.declaration.body {
            Some(body) => self.expand(name, function, arguments, body),
            None => self.built_in(name, function, arguments, span),
        }
    }

    fn expand(
        &mut self,
        name: &Name,
        function: &Function<'_>,
        arguments: Vec<Typed>,
        body: &ast::Expr,
    ) -> Result<Typed> {
        if self.functions.contains(&name.text) {
            return Err(Error::new(name.span, format!("the recursive function `{}` is not supported", name.text)));
        }
        let mut functions = self.functions.clone();
        functions.push(Arc::clone(&name.text));
        let mut inner = Lowering {
            scope: self.scope,
            bound: function.bind(arguments.into_iter().map(Bound::Value)),
            functions,
            level: self.level,
            sees_globals: false,
            inside_old: false,
        };
        inner.lower_as(body, &function.result)
    }

    fn built_in(&mut self, name: &Name, function: &Function<'_>, arguments: Vec<Typed>, span: Span) -> Result<Typed> {
        let Some(builtin) = builtins::of_function(function)? else {
            let what = format!(
                "the function `{}` has no body and no known `{{:bvbuiltin …}}`, so it cannot be executed",
                name.text
            );
            return Err(Error::new(name.span, what));
        };
        let measure = self.measure(span, &arguments)?;
        let mut operands = arguments.into_iter().map(|argument| argument.expr);
        let (first, second) = (operands.next(), operands.next());
        let expr = match (builtin, first, second) {
            (Builtin::Unary(op), Some(operand), None) => Expr::unary(op, operand),
            (Builtin::Binary(op), Some(left), Some(right)) => Expr::binary(op, left, right),
            _ => return Err(Error::new(span, "the number of arguments does not fit the built-in function")),
        };
        Ok(Typed { expr, ty: function.result.clone(), measure })
    }

    fn apply_intrinsic(&mut self, name: &Name, arguments: &[ast::Expr], span: Span) -> Result<Typed> {
        if let Some(value) = intrinsics::literal(self.scope.session, name, arguments)? {
            return Ok(value);
        }
        let Some(intrinsic) = intrinsics::function(&name.text) else {
            return Err(Error::new(name.span, format!("there is no function `{}`", name.text)));
        };
        let arguments = arguments.iter().map(|argument| self.lower(argument)).collect::<Result<Vec<_>>>()?;
        let measure = self.measure(span, &arguments)?;
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        let Some(ty) = intrinsic.result(&types) else {
            return Err(Error::new(span, format!("the arguments do not fit `{}`", name.text)));
        };
        let expr = intrinsic.build(arguments.into_iter().map(|argument| argument.expr).collect());
        Ok(Typed { expr, ty, measure })
    }
}
