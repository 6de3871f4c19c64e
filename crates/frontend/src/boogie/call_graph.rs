//! Who calls and forks whom, as written.

use std::collections::BTreeSet;

use program::ids::ProcId;
use program::span::Span;

use crate::boogie::ast::{Call, Statement, StatementKind};
use crate::boogie::declarations::Declarations;

/// The procedures that each procedure names.
pub struct CallGraph {
    uses: Vec<Uses>,
    in_forked_threads: BTreeSet<ProcId>,
}

/// What statements name.
#[derive(Default)]
struct Uses {
    called: BTreeSet<ProcId>,
    forked: BTreeSet<ProcId>,
    /// The first `par`.
    par: Option<Span>,
}

/// How statements come to a `par`.
pub enum Par {
    /// It is one of them.
    Written(Span),
    /// They call this procedure, which does, or calls one that does.
    Called(ProcId),
}

impl CallGraph {
    pub fn of(declarations: &Declarations<'_>) -> CallGraph {
        let mut uses = Vec::new();
        for procedure in &declarations.procedures {
            let mut found = Uses::default();
            if let Some(body) = procedure.body {
                collect(declarations, &body.statements, &mut found);
            }
            uses.push(found);
        }
        let forked = uses.iter().flat_map(|uses| uses.forked.iter().copied());
        let mut graph = CallGraph { in_forked_threads: forked.collect(), uses };
        graph.close();
        graph
    }

    /// What forked threads call runs in forked threads as well.
    fn close(&mut self) {
        let mut work: Vec<ProcId> = self.in_forked_threads.iter().copied().collect();
        while let Some(procedure) = work.pop() {
            for called in &self.uses[procedure.index()].called {
                if self.in_forked_threads.insert(*called) {
                    work.push(*called);
                }
            }
        }
    }

    /// Whether a thread other than the first one may run the procedure.
    pub fn runs_in_forked_threads(&self, procedure: ProcId) -> bool {
        self.in_forked_threads.contains(&procedure)
    }

    /// Whether anybody starts a thread with the procedure.
    pub fn is_forked(&self, procedure: ProcId) -> bool {
        self.uses.iter().any(|uses| uses.forked.contains(&procedure))
    }

    /// How the statements come to a `par`, if they do.
    pub fn find_par(&self, declarations: &Declarations<'_>, statements: &[Statement]) -> Option<Par> {
        let mut found = Uses::default();
        collect(declarations, statements, &mut found);
        let called = || found.called.iter().find(|callee| self.comes_to_par(**callee));
        found.par.map(Par::Written).or_else(|| called().map(|callee| Par::Called(*callee)))
    }

    fn comes_to_par(&self, procedure: ProcId) -> bool {
        let mut seen = BTreeSet::from([procedure]);
        let mut work = vec![procedure];
        while let Some(procedure) = work.pop() {
            let uses = &self.uses[procedure.index()];
            if uses.par.is_some() {
                return true;
            }
            work.extend(uses.called.iter().copied().filter(|callee| seen.insert(*callee)));
        }
        false
    }

    /// For each procedure, those that it calls or starts a thread with.
    pub fn started(&self) -> Vec<Vec<usize>> {
        let started = |uses: &Uses| uses.called.iter().chain(&uses.forked).map(|callee| callee.index()).collect();
        self.uses.iter().map(started).collect()
    }

    /// Whether there is ever more than one thread.
    pub fn has_forks(&self) -> bool {
        self.uses.iter().any(|uses| !uses.forked.is_empty())
    }

    /// Whether anybody, the procedure itself included, calls it or starts a thread with it.
    pub fn is_used(&self, procedure: ProcId) -> bool {
        self.is_forked(procedure) || self.uses.iter().any(|uses| uses.called.contains(&procedure))
    }
}

fn collect(declarations: &Declarations<'_>, statements: &[Statement], into: &mut Uses) {
    let find = |call: &Call| declarations.find_procedure(&call.callee.text);
    for statement in statements {
        match &statement.kind {
            StatementKind::Call(call) => into.called.extend(find(call)),
            StatementKind::Async(call) | StatementKind::Fork(_, call) => into.forked.extend(find(call)),
            StatementKind::Par(arms) => {
                into.forked.extend(arms.iter().filter_map(find));
                into.par.get_or_insert(statement.span);
            }
            StatementKind::If { arms, otherwise } => {
                arms.iter().for_each(|(_, body)| collect(declarations, body, into));
                collect(declarations, otherwise, into);
            }
            StatementKind::While { body, .. } | StatementKind::Block(body) | StatementKind::Atomic(body) => {
                collect(declarations, body, into);
            }
            _ => {}
        }
    }
}
