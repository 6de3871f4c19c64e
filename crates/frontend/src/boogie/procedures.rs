//! One procedure: its variables, its body, and the form that it has in the program.

use std::collections::BTreeMap;

use program::expr::VarRef;
use program::ids::{LocalId, ProcId};
use program::procedure::{Edge, Procedure, Variable};

use crate::boogie::builder::{Builder, declare};
use crate::boogie::constants::Fact;
use crate::boogie::eliminate::{Automaton, eliminate};
use crate::boogie::graph::{Graph, RawNode};
use crate::boogie::session::Session;
use crate::boogie::typed::Typed;
use crate::error::{Error, Result};

/// A procedure, and what must hold of its variables when their values are chosen.
pub struct Lowered {
    pub procedure: Procedure,
    pub conditions: BTreeMap<LocalId, Fact>,
    /// What the body assumes before anything else, if the procedure is lowered as the one that the program starts at.
    pub leading: Vec<Fact>,
}

/// What a procedure is lowered for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// To be called or forked.
    Callable,
    /// As the one that the program starts at, and nothing else.
    Start,
}

/// Lowers a procedure; one without a body does in one step what its contract says.
pub fn lower(session: &Session<'_>, id: ProcId, role: Role) -> Result<Lowered> {
    let info = &session.declarations.procedures[id.index()];
    let mut locals = Vec::new();
    let (scope, conditions) = declare(session, info, |declared, ty| {
        locals.push(Variable { name: declared.name.text.to_string(), ty, span: declared.name.span });
        LocalId::new(locals.len() - 1)
    })?;
    let mut builder = Builder::new(session, info, locals, scope);
    builder.frame.conditions = conditions;
    let entry = builder.graph.node();
    let mut leading = Vec::new();
    let end = match info.body {
        Some(body) => {
            let mut rest = &body.statements[..];
            if role == Role::Start {
                let (assumptions, taken) = builder.leading_assumptions(rest)?;
                leading = assumptions;
                rest = &rest[taken..];
            }
            builder.enter_labels(&body.statements)?;
            builder.statements(rest, entry)?
        }
        None => builder.contract_body(entry)?,
    };
    builder.graph.jump(end, Graph::EXIT, None);
    let (procedure, conditions) = builder.finish(entry)?;
    Ok(Lowered { procedure, conditions, leading })
}

impl Builder<'_, '_> {
    /// What a procedure without a body does when a thread is started with it.
    fn contract_body(&mut self, at: RawNode) -> Result<RawNode> {
        let info = self.frame.info;
        let variable = |index: usize| VarRef::Local(LocalId::new(index));
        let parameters = info.parameters.iter().enumerate();
        let arguments = parameters.map(|(index, ty)| Typed::variable(variable(index), ty.clone())).collect();
        let first = info.parameters.len();
        let results: Vec<VarRef> = (first..first + info.results.len()).map(variable).collect();
        self.contract_step(info, Vec::new(), arguments, &results, info.declaration.name.span, at)
    }

    fn finish(mut self, entry: RawNode) -> Result<(Procedure, BTreeMap<LocalId, Fact>)> {
        let info = self.frame.info;
        let name = &info.declaration.name;
        let mut conditions = BTreeMap::new();
        for local in self.frame.conditions.keys() {
            if let Some(condition) = self.where_clause(VarRef::Local(*local))? {
                conditions.insert(*local, condition);
            }
        }
        let section = match info.attribute("unhang_section") {
            None => None,
            Some(attribute) => match attribute.text() {
                Some(kind) => Some(self.session.section_kind(kind)),
                None => {
                    let what = "expected the kind of the section as a string, as in `{:unhang_section \"lock\"}`";
                    return Err(Error::new(attribute.name.span, what));
                }
            },
        };
        let end = info.body.map_or(name.span, |body| body.end);
        let Automaton { mut nodes, edges, entry, exit } = eliminate(self.session, &mut self.graph, entry, end);
        refuse_idle_marks(&edges)?;
        if info.attribute("unhang_discards").is_some() {
            nodes.iter_mut().for_each(|node| node.discards = true);
        }
        let parameters = info.parameters.len();
        let results = (parameters..parameters + info.results.len()).map(LocalId::new).collect();
        let locals = self.locals;
        let procedure = Procedure {
            name: name.text.to_string(),
            span: name.span,
            locals,
            parameters,
            results,
            nodes,
            edges,
            entry,
            exit,
            section,
            wraps: info.attribute("unhang_wraps").is_some(),
            random: info.random(),
        };
        Ok((procedure, conditions))
    }
}

/// A mark at a place where there is nothing to choose would say nothing, and was meant to say something.
fn refuse_idle_marks(edges: &[Edge]) -> Result<()> {
    let is_idle = |edge: &&Edge| {
        let mut others = edges.iter().filter(|other| other.from == edge.from);
        edge.eventually.is_some() && others.all(|other| other.eventually == edge.eventually)
    };
    match edges.iter().find(is_idle) {
        Some(edge) => {
            Err(Error::new(edge.span, "`{:unhang_eventually}` marks one of several ways, and here is only one"))
        }
        None => Ok(()),
    }
}
