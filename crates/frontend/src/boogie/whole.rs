//! The whole program: every procedure lowered, the first step added, everything numbered.

use std::collections::BTreeMap;

use program::expr::VarRef;
use program::ids::{GlobalId, ProcId};
use program::procedure::{Edge, Procedure, Variable};
use program::program::{EndRule, Program};

use crate::boogie::ast::{Declaration, VariableDecl, find_attribute};
use crate::boogie::constants::Axioms;
use crate::boogie::declarations::Declarations;
use crate::boogie::liveness::{Variables, summaries};
use crate::boogie::procedures::{self, Lowered, Role};
use crate::boogie::rename::{Renaming, rename};
use crate::boogie::session::{Session, as_constant, constant_variable};
use crate::boogie::{Options, constants, contract, entry, first_step, functions, lowered};
use crate::error::{Error, Result};

/// Lowers the declarations of all files.
pub fn lower(parsed: &[Declaration], options: &Options) -> Result<Program> {
    if let Some(header) = lowered::header(parsed) {
        return lowered::read(parsed, header);
    }
    let (session, axioms) = checked(parsed)?;
    let entry = entry::choose(&session, options)?;
    let is_wanted = |id: &ProcId| *id != entry || session.calls.is_used(entry);
    let mut procedures = callable(&session, is_wanted)?;
    // If it is called as well, its text means the same in both places: an `assume` that waits.
    let role = if session.calls.is_used(entry) { Role::Callable } else { Role::Start };
    let mut start = as_start(procedures::lower(&session, entry, role)?);
    let summaries = summaries(&procedures, &session.calls, &shared_variables(&session));
    let mut assumptions = contract::assumed_at_start(&session, &session.declarations.procedures[entry.index()])?;
    assumptions.append(&mut start.leading);
    first_step::of_program(&session, &mut start, &summaries, assumptions, &axioms)?;

    // A procedure that is also called exists twice: as what is called, and as what the program starts with.
    let position = procedures.partition_point(|(id, _)| *id <= entry);
    procedures.insert(position, (entry, start.procedure));
    Ok(assemble(&session, procedures, vec![ProcId::new(position)]))
}

/// Lowers the declarations of all files as procedures for others to call: nothing starts.
pub fn library(parsed: &[Declaration]) -> Result<Program> {
    let (session, _) = checked(parsed)?;
    let procedures = callable(&session, |_| true)?;
    let library = assemble(&session, procedures, Vec::new());
    // Open constants and what `par` counts with get their values in a first step, which a library has not.
    match library.globals[session.declarations.globals.len()..].first() {
        None => Ok(library),
        Some(open) => Err(Error::new(open.span, format!("`{}` has no value in a library", open.name))),
    }
}

/// The tables, and the axioms that are left when constants have their values.
fn checked(parsed: &[Declaration]) -> Result<(Session<'_>, Axioms)> {
    let mut session = Session::new(Declarations::collect(parsed)?);
    refuse_thread_local(&session)?;
    functions::check_bodies(&session)?;
    let axioms = constants::solve(&mut session)?;
    contract::check_all(&session)?;
    Ok((session, axioms))
}

/// A variable of which each thread has its own is a global variable only while there is one thread.
fn refuse_thread_local(session: &Session<'_>) -> Result<()> {
    let declared = || session.declarations.globals.iter().map(|global| global.declaration);
    let is_local = |variable: &&VariableDecl| find_attribute(&variable.attributes, "thread_local").is_some();
    match declared().find(is_local).filter(|_| session.calls.has_forks()) {
        None => Ok(()),
        Some(variable) => {
            let name = &variable.name;
            let what =
                format!("`{{:thread_local}}` on `{}` is not supported in a program that starts threads", name.text);
            Err(Error::new(name.span, what))
        }
    }
}

/// The procedures that are called or forked, and those with a body that nobody uses.
fn callable(session: &Session<'_>, is_wanted: impl Fn(&ProcId) -> bool) -> Result<Vec<(ProcId, Procedure)>> {
    let declared = &session.declarations.procedures;
    let exists = |id: &ProcId| declared[id.index()].body.is_some() || session.calls.is_forked(*id);
    let wanted = (0..declared.len()).map(ProcId::new).filter(|id| exists(id) && is_wanted(id));
    let lowered = wanted.map(|id| {
        let mut lowered = procedures::lower(session, id, Role::Callable)?;
        first_step::of_procedure(&mut lowered)?;
        Ok((id, lowered.procedure))
    });
    lowered.collect()
}

/// A procedure that the program starts with has no arguments: its parameters are ordinary variables.
fn as_start(lowered: Lowered) -> Lowered {
    Lowered { procedure: Procedure { parameters: 0, ..lowered.procedure }, ..lowered }
}

/// All global variables and the stand-ins of constants.
fn shared_variables(session: &Session<'_>) -> Variables {
    let globals = (0..session.globals().len()).map(|global| VarRef::Global(GlobalId::new(global)));
    let constants = (0..session.declarations.constants.len()).map(constant_variable);
    globals.chain(constants).collect()
}

/// Numbers procedures and constants, and puts everything together.
fn assemble(session: &Session<'_>, procedures: Vec<(ProcId, Procedure)>, start: Vec<ProcId>) -> Program {
    let mut globals = session.globals();
    let mut numbers = Numbers { procedures: BTreeMap::new(), constants: BTreeMap::new() };
    for (position, (declared, _)) in procedures.iter().enumerate() {
        numbers.procedures.entry(*declared).or_insert(ProcId::new(position));
    }
    for constant in occurring_constants(&procedures) {
        let declared = &session.declarations.constants[constant];
        let name = &declared.declaration.variable.name;
        numbers.constants.insert(constant, GlobalId::new(globals.len()));
        globals.push(Variable { name: name.text.to_string(), ty: declared.ty.clone(), span: name.span });
    }
    let mut procedures: Vec<Procedure> = procedures.into_iter().map(|(_, procedure)| procedure).collect();
    procedures.iter_mut().for_each(|procedure| rename(procedure, &numbers));
    Program {
        files: Vec::new(),
        sorts: session.sorts(),
        globals,
        objects: Vec::new(),
        procedures,
        start,
        end: EndRule::AllThreads,
        section_kinds: session.section_kinds(),
        weaker_orders: Vec::new(),
        shapes: program::shape::Shapes::default(),
    }
}

fn occurring_constants(procedures: &[(ProcId, Procedure)]) -> Vec<usize> {
    let mut occurring = Variables::new();
    let mut visit = |variable: VarRef| {
        occurring.insert(variable);
    };
    for edge in procedures.iter().flat_map(|(_, procedure)| &procedure.edges) {
        Edge::for_each_read(edge, &mut visit);
        Edge::for_each_write(edge, &mut visit);
    }
    occurring.into_iter().filter_map(as_constant).collect()
}

/// From numbers in the declarations to numbers in the program.
struct Numbers {
    procedures: BTreeMap<ProcId, ProcId>,
    constants: BTreeMap<usize, GlobalId>,
}

impl Renaming for Numbers {
    fn variable(&self, variable: VarRef) -> VarRef {
        let constant = as_constant(variable).and_then(|constant| self.constants.get(&constant));
        constant.map_or(variable, |global| VarRef::Global(*global))
    }

    fn procedure(&self, procedure: ProcId) -> ProcId {
        self.procedures.get(&procedure).copied().unwrap_or(procedure)
    }
}
