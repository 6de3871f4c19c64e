//! What the lowering of one procedure's body keeps: the graph so far, the variables, and where jumps lead.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use program::command::{Action, Command, Output, Section};
use program::expr::{Expr, VarRef};
use program::ids::{LocalId, ProcId};
use program::procedure::Variable;
use program::span::Span;
use program::text::counted;
use program::types::Type;

use crate::boogie::ast::{self, Attribute, AttributeArgument, Name, VariableDecl};
use crate::boogie::declarations::{ProcedureInfo, Symbol};
use crate::boogie::expressions::{Local, Locals, OldRule, Purpose, Scope};
use crate::boogie::graph::{Graph, RawNode};
use crate::boogie::session::Session;
use crate::boogie::typed::Typed;
use crate::error::{Error, Result};

/// One procedure's body being lowered.
pub struct Builder<'s, 'a> {
    pub session: &'s Session<'a>,
    pub graph: Graph,
    pub locals: Vec<Variable>,
    pub frame: Frame<'s, 'a>,
    pub mode: Mode,
    /// How many edges there were where the atomic block being expanded started.
    pub expansion_start: usize,
    /// Whether a call in the atomic block being expanded was left out since the block is too large.
    pub expansion_stopped: bool,
    /// The procedures whose calls are being expanded, outermost first.
    pub expanding: Vec<ProcId>,
    /// Variables of procedures that were expanded; they mean nothing outside their expansion.
    pub expansion_locals: BTreeSet<VarRef>,
}

/// Whether statements become steps, or parts of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Steps,
    /// Inside an atomic block: calls are expanded, nested atomic blocks are nothing special.
    Paths,
}

/// The body that statements stand in: the procedure's own, or that of a call being expanded.
pub struct Frame<'s, 'a> {
    pub scope: Locals,
    /// The `where` clauses of the variables.
    pub conditions: BTreeMap<LocalId, Arc<ast::Expr>>,
    /// Labels in reach, innermost atomic block last.
    pub labels: Vec<BTreeMap<Arc<str>, RawNode>>,
    /// Where `break` leads, innermost last.
    pub breaks: Vec<BreakTarget>,
    /// Where `return` leads.
    pub end: RawNode,
    pub info: &'s ProcedureInfo<'a>,
}

/// Where a `break` leads.
pub struct BreakTarget {
    pub labels: Vec<Arc<str>>,
    pub is_loop: bool,
    pub after: RawNode,
}

/// A variable that may be assigned to.
#[derive(Clone)]
pub struct Assignable {
    pub variable: VarRef,
    pub ty: Type,
}

impl<'s, 'a> Builder<'s, 'a> {
    /// A builder that has built nothing yet.
    pub fn new(session: &'s Session<'a>, info: &'s ProcedureInfo<'a>, locals: Vec<Variable>, scope: Locals) -> Self {
        let frame = Frame {
            scope,
            conditions: BTreeMap::new(),
            labels: Vec::new(),
            breaks: Vec::new(),
            end: Graph::EXIT,
            info,
        };
        Builder {
            session,
            graph: Graph::new(),
            locals,
            frame,
            mode: Mode::Steps,
            expansion_start: 0,
            expansion_stopped: false,
            expanding: Vec::new(),
            expansion_locals: BTreeSet::new(),
        }
    }

    pub fn scope(&self, purpose: Purpose) -> Scope<'_, 'a> {
        Scope { session: self.session, locals: &self.frame.scope, purpose, old: OldRule::Refused }
    }

    pub fn run(&self) -> Scope<'_, 'a> {
        self.scope(Purpose::Run)
    }

    /// A new variable that the source does not name in this procedure.
    pub fn fresh_local(&mut self, name: String, ty: Type, span: Span) -> LocalId {
        self.locals.push(Variable { name, ty, span });
        LocalId::new(self.locals.len() - 1)
    }

    /// The variable with this name, if it can be assigned to.
    pub fn assignable(&self, name: &Name) -> Result<Assignable> {
        let refuse = |what: &str| Err(Error::new(name.span, format!("{what} `{}` cannot be assigned to", name.text)));
        if let Some(local) = self.frame.scope.get(&name.text) {
            if local.is_parameter {
                return refuse("the parameter");
            }
            return Ok(Assignable { variable: VarRef::Local(local.id), ty: local.ty.clone() });
        }
        match self.session.declarations.symbols.get(&name.text) {
            Some(Symbol::Global(global)) => {
                let ty = self.session.declarations.globals[global.index()].ty.clone();
                Ok(Assignable { variable: VarRef::Global(*global), ty })
            }
            Some(Symbol::Constant(_)) => refuse("the constant"),
            None => Err(Error::new(name.span, format!("there is no variable `{}`", name.text))),
        }
    }

    /// Several variables, all different.
    pub fn assignables(&self, names: &[Name]) -> Result<Vec<Assignable>> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for name in names {
            let target = self.assignable(name)?;
            if !seen.insert(target.variable) {
                return Err(Error::new(name.span, format!("`{}` is set twice in one statement", name.text)));
            }
            found.push(target);
        }
        Ok(found)
    }

    /// What the `where` clause of the variable says, if it has one.
    pub fn where_clause(&self, variable: VarRef) -> Result<Option<(Expr, Span)>> {
        match variable {
            VarRef::Local(local) => match self.frame.conditions.get(&local) {
                Some(condition) => Ok(Some((self.run().condition(condition)?, condition.span))),
                None => Ok(None),
            },
            VarRef::Global(global) => global_where_clause(self.session, global.index()),
        }
    }

    /// Opens and closes the sections that the attributes name.
    pub fn marked_actions(&self, attributes: &[Attribute], span: Span) -> Result<Vec<Command>> {
        let mut commands = Vec::new();
        for attribute in attributes {
            let action = match &*attribute.name.text {
                "unhang_begin" => Action::Enter(self.section(attribute)?),
                "unhang_end" => Action::Leave(self.section(attribute)?),
                "unhang_output" => self.output(attribute)?,
                "unhang_unsupported" => Action::Unsupported(self.text_of(attribute)?),
                _ => continue,
            };
            commands.push(Command { action, span });
        }
        Ok(commands)
    }

    fn output(&self, attribute: &Attribute) -> Result<Action> {
        let format = self.text_of(attribute)?;
        let argument = |argument: &AttributeArgument| match argument {
            AttributeArgument::Expr(argument) => Ok(self.run().lower(argument)?.expr),
            AttributeArgument::Text(_) => Err(Error::new(attribute.name.span, "expected values behind the format")),
        };
        let arguments = attribute.arguments.iter().skip(1).map(argument).collect::<Result<Vec<_>>>()?;
        Ok(Action::Output(Output { format, arguments }))
    }

    fn text_of(&self, attribute: &Attribute) -> Result<Arc<str>> {
        let missing = || Error::new(attribute.name.span, "expected a string in this attribute");
        attribute.text().cloned().ok_or_else(missing)
    }

    fn section(&self, attribute: &Attribute) -> Result<Section> {
        let Some(kind) = attribute.text() else {
            let what = "expected the kind of the section as a string, as in `{:unhang_begin \"lock\", object}`";
            return Err(Error::new(attribute.name.span, what));
        };
        let object = match attribute.arguments.get(1) {
            Some(AttributeArgument::Expr(object)) => Some(self.named(object)?),
            _ => None,
        };
        Ok(Section { kind: self.session.section_kind(kind), object })
    }

    /// The arguments of a call, if they fit the procedure.
    pub fn arguments(&self, callee: &Name, info: &ProcedureInfo<'_>, arguments: &[ast::Expr]) -> Result<Vec<Typed>> {
        if arguments.len() != info.parameters.len() {
            let takes = counted(info.parameters.len(), "argument");
            let what = format!("the procedure `{}` takes {takes}, not {}", callee.text, arguments.len());
            return Err(Error::new(callee.span, what));
        }
        let typed = arguments.iter().zip(&info.parameters).map(|(argument, ty)| self.run().lower_as(argument, ty));
        typed.collect()
    }

    /// The variables that take the results of a call, if they fit the procedure.
    pub fn results(&self, callee: &Name, info: &ProcedureInfo<'_>, names: &[Name]) -> Result<Vec<VarRef>> {
        if names.len() != info.results.len() {
            let has = counted(info.results.len(), "result");
            let what = format!("the procedure `{}` has {has}, not {}", callee.text, names.len());
            return Err(Error::new(callee.span, what));
        }
        let targets = self.assignables(names)?;
        for ((target, ty), name) in targets.iter().zip(&info.results).zip(names) {
            self.run().expect(ty, &target.ty, name.span)?;
        }
        Ok(targets.into_iter().map(|target| target.variable).collect())
    }
}

/// What the `where` clause of a global variable says, if it has one.
pub fn global_where_clause(session: &Session<'_>, global: usize) -> Result<Option<(Expr, Span)>> {
    let Some(condition) =
        session.declarations.globals.get(global).and_then(|global| global.declaration.condition.as_ref())
    else {
        return Ok(None);
    };
    let locals = Locals::new();
    let scope = Scope { session, locals: &locals, purpose: Purpose::Run, old: OldRule::Refused };
    Ok(Some((scope.condition(condition)?, condition.span)))
}

/// Declares the variables of a body under new numbers.
pub fn declare(
    session: &Session<'_>,
    info: &ProcedureInfo<'_>,
    mut fresh: impl FnMut(&VariableDecl, Type) -> LocalId,
) -> Result<(Locals, BTreeMap<LocalId, Arc<ast::Expr>>)> {
    let mut scope = Locals::new();
    let mut conditions = BTreeMap::new();
    let locals = info.body.map_or(&[][..], |body| &body.locals);
    let parameters = info.signature.parameters.iter().map(|declared| (declared, true));
    let others = info.signature.results.iter().chain(locals).map(|declared| (declared, false));
    for (declared, is_parameter) in parameters.chain(others) {
        let ty = session.declarations.types.resolve(&declared.ty)?;
        let id = fresh(declared, ty.clone());
        if let Some(condition) = &declared.condition {
            conditions.insert(id, Arc::clone(condition));
        }
        if scope.insert(Arc::clone(&declared.name.text), Local { id, ty, is_parameter }).is_some() {
            let what = format!("`{}` is declared twice in this procedure", declared.name.text);
            return Err(Error::new(declared.name.span, what));
        }
    }
    Ok((scope, conditions))
}
