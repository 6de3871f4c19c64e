//! Footprints: what the text of the program says about what can happen from a location on.
//!
//! For the memory it tells which static objects are named: as the place of a load, as the place of a store, or otherwise,
//! so that a pointer to them may go anywhere; and which procedures are named without being called. What the code of these
//! names is named with them.

use program::command::{Action, Call, Callee};
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::ids::{EdgeId, GlobalId, NodeId, ProcId};
use program::procedure::{Edge, Procedure};
use program::program::{Program, StaticObject};
use program::value::{Base, Pointer, Value};

use crate::set::Set;

/// A set of things that a step can depend on, one bit each: two parts of the machinery, then the global variables.
///
/// Global variables beyond the first 125 share the last bit, which can only make more steps conflict.
type Cells = u128;

/// Which slots are taken.
const SLOTS: Cells = 1;
/// Which threads have finished.
const FINISHED: Cells = 1 << 1;

fn global(global: GlobalId) -> Cells {
    1 << (global.index() + 2).min(127)
}

/// What a step, or all that a thread may still do, reads and writes apart from the memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Footprint {
    reads: Cells,
    writes: Cells,
    /// Whether the scheduler is taken.
    pub takes_scheduler: bool,
}

impl Footprint {
    /// Both together.
    pub fn add(&mut self, other: Footprint) {
        self.reads |= other.reads;
        self.writes |= other.writes;
        self.takes_scheduler |= other.takes_scheduler;
    }

    /// Whether one may write what the other reads or writes.
    pub fn conflicts_with(self, other: Footprint) -> bool {
        self.writes & (other.reads | other.writes) != 0 || self.reads & other.writes != 0
    }

    fn write_variable(&mut self, variable: VarRef) {
        if let VarRef::Global(written) = variable {
            self.writes |= global(written);
        }
    }

    /// Of a thread's end: one that somebody can join tells that it has finished; any other frees its slot.
    pub fn of_finishing(can_be_joined: bool) -> Footprint {
        Footprint { writes: if can_be_joined { FINISHED } else { SLOTS }, ..Footprint::default() }
    }

    /// Of the return step after the call at the edge.
    pub fn of_results(edge: &Edge) -> Footprint {
        let mut footprint = Footprint::default();
        let results = edge.call.iter().flat_map(|call| &call.results);
        results.for_each(|target| footprint.write_variable(*target));
        footprint
    }

    fn of_edge(edge: &Edge) -> Footprint {
        let mut footprint = Footprint::default();
        edge.for_each_read(&mut |variable| {
            if let VarRef::Global(read) = variable {
                footprint.reads |= global(read);
            }
        });
        edge.for_each_write(&mut |variable| footprint.write_variable(variable));
        for command in &edge.commands {
            match &command.action {
                // A thread with nothing to do has finished as soon as it exists.
                Action::Fork { .. } => footprint.writes |= SLOTS | FINISHED,
                Action::Join { .. } => {
                    footprint.writes |= SLOTS;
                    footprint.reads |= FINISHED;
                }
                Action::BeginAtomic => footprint.takes_scheduler = true,
                _ => {}
            }
        }
        footprint
    }
}

/// Which static objects and procedures are named.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Mentions {
    /// Objects that are read where they are named.
    pub read: Set,
    /// Objects that are written where they are named.
    pub written: Set,
    /// Objects that are named otherwise.
    pub named: Set,
    /// Procedures that are named without being called.
    pub procedures: Set,
}

impl Mentions {
    fn add(&mut self, other: &Mentions) -> bool {
        let changes = [
            self.read.add(&other.read),
            self.written.add(&other.written),
            self.named.add(&other.named),
            self.procedures.add(&other.procedures),
        ];
        changes.contains(&true)
    }

    fn of_edge(edge: &Edge) -> Mentions {
        let mut mentions = Mentions::default();
        for command in &edge.commands {
            match &command.action {
                Action::Store { pointer, value } => {
                    mentions.place(pointer, |mentions| &mut mentions.written);
                    mentions.expr(value);
                }
                Action::Copy { to, from, size } => {
                    mentions.place(to, |mentions| &mut mentions.written);
                    mentions.place(from, |mentions| &mut mentions.read);
                    mentions.expr(size);
                }
                Action::Fill { to, byte, size } => {
                    mentions.place(to, |mentions| &mut mentions.written);
                    mentions.expr(byte);
                    mentions.expr(size);
                }
                action => action.for_each_expr(|expr| mentions.expr(expr)),
            }
        }
        edge.call.iter().for_each(|call| call.for_each_expr(|expr| mentions.expr(expr)));
        mentions
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Load(pointer, _) | Expr::Unary(UnaryOp::ObjectSize, pointer) => {
                self.place(pointer, |mentions| &mut mentions.read);
            }
            Expr::Literal(Value::Pointer(pointer)) => self.pointer(*pointer),
            _ => expr.for_each_operand(|operand| self.expr(operand)),
        }
    }

    fn pointer(&mut self, pointer: Pointer) {
        match pointer.base {
            Base::Static(object) => self.named.insert(object.index()),
            Base::Procedure(procedure) => self.procedures.insert(procedure.index()),
            Base::Address | Base::Dynamic(_) => {}
        }
    }

    /// A pointer through which memory is accessed: a static object that is named there is the one accessed.
    fn place(&mut self, pointer: &Expr, set: impl Fn(&mut Mentions) -> &mut Set) {
        match pointer {
            Expr::Literal(Value::Pointer(Pointer { base: Base::Static(object), .. })) => {
                set(self).insert(object.index());
            }
            Expr::Binary(BinaryOp::Offset, start, by) => {
                self.place(start, set);
                self.expr(by);
            }
            _ => self.expr(pointer),
        }
    }
}

/// What the program's text says, for every location.
pub struct Footprints {
    procedures: Vec<Facts>,
    /// What static objects that never change name, in what they point to as well.
    constants: Vec<Option<Mentions>>,
}

struct Facts {
    here: Vec<Here>,
    future: Vec<(Footprint, Mentions)>,
}

/// What the steps at a location can do.
#[derive(Clone, Copy, Default)]
pub struct Here {
    /// All of them together, apart from the memory.
    pub footprint: Footprint,
    /// Whether one of them keeps all other threads from stepping, for a while or for ever.
    pub stops_others: bool,
    /// Whether one of them cannot be counted on, or is one that is taken eventually.
    pub is_marked: bool,
    /// Whether one of them calls a procedure.
    pub calls: bool,
    /// Whether one of them leads to the exit.
    pub may_reach_exit: bool,
    /// Whether one of them may leave a section, a return aside.
    pub may_leave_section: bool,
}

impl Footprints {
    /// Looks at the program.
    pub fn new(program: &Program) -> Footprints {
        let futures = futures(program);
        let constants = constants(program, &futures);
        let facts = |(procedure, future): (&Procedure, Vec<(Footprint, Mentions)>)| {
            let here = |node| at_node(procedure, NodeId::new(node));
            Facts { here: (0..procedure.nodes.len()).map(here).collect(), future }
        };
        Footprints { procedures: program.procedures.iter().zip(futures).map(facts).collect(), constants }
    }

    /// What can happen in the next step from the location.
    pub fn here(&self, procedure: ProcId, node: NodeId) -> Here {
        self.procedures[procedure.index()].here[node.index()]
    }

    /// What can happen from the location to the procedure's exit, in callees and in forked threads as well.
    pub fn future(&self, procedure: ProcId, node: NodeId) -> (Footprint, &Mentions) {
        let (footprint, mentions) = &self.procedures[procedure.index()].future[node.index()];
        (*footprint, mentions)
    }

    /// What whoever has a pointer to the object can get at by it, if the object is one that never changes.
    pub fn constant(&self, object: Base) -> Option<&Mentions> {
        match object {
            Base::Static(object) => self.constants[object.index()].as_ref(),
            _ => None,
        }
    }
}

fn at_node(procedure: &Procedure, node: NodeId) -> Here {
    let mut here = Here { may_leave_section: procedure.nodes[node.index()].section.is_some(), ..Here::default() };
    for edge in procedure.edges_from(node) {
        let edge = procedure.edge(EdgeId::new(edge));
        here.footprint.add(Footprint::of_edge(edge));
        let stops = |action: &Action| matches!(action, Action::BeginAtomic | Action::Halt);
        here.stops_others |= edge.commands.iter().any(|command| stops(&command.action));
        let leaves = |action: &Action| matches!(action, Action::Leave(_));
        here.may_leave_section |= edge.commands.iter().any(|command| leaves(&command.action));
        here.is_marked |= edge.spurious || edge.eventually.is_some();
        here.calls |= edge.call.is_some();
        here.may_reach_exit |= edge.to == procedure.exit;
    }
    here
}

/// For every node of every procedure, what can follow: the least solution, by iteration.
fn futures(program: &Program) -> Vec<Vec<(Footprint, Mentions)>> {
    let of_edge = |edge: &Edge| {
        let mut footprint = Footprint::of_edge(edge);
        footprint.add(Footprint::of_results(edge));
        if edge.commands.iter().any(|command| matches!(command.action, Action::Fork { .. })) {
            footprint.add(Footprint::of_finishing(true));
            footprint.add(Footprint::of_finishing(false));
        }
        (footprint, Mentions::of_edge(edge))
    };
    let own: Vec<Vec<(Footprint, Mentions)>> =
        program.procedures.iter().map(|procedure| procedure.edges.iter().map(of_edge).collect()).collect();
    let named = named_procedures(program, &own);
    let empty = |procedure: &Procedure| vec![(Footprint::default(), Mentions::default()); procedure.nodes.len()];
    let mut futures: Vec<Vec<_>> = program.procedures.iter().map(empty).collect();
    loop {
        let mut changed = false;
        for (index, procedure) in program.procedures.iter().enumerate() {
            for (position, edge) in procedure.edges.iter().enumerate().rev() {
                let (mut footprint, mut mentions) = own[index][position].clone();
                let mut follow = |(more, named): &(Footprint, Mentions)| {
                    footprint.add(*more);
                    mentions.add(named);
                };
                follow(&futures[index][edge.to.index()]);
                for callee in started(edge, &named) {
                    follow(&futures[callee.index()][program.procedure(callee).entry.index()]);
                }
                // Whoever has a pointer to a procedure may call it.
                for pointed in own[index][position].1.procedures.iter().map(ProcId::new) {
                    mentions.add(&futures[pointed.index()][program.procedure(pointed).entry.index()].1);
                }
                let (known, known_mentions) = &mut futures[index][edge.from.index()];
                let before = *known;
                known.add(footprint);
                changed |= *known != before;
                changed |= known_mentions.add(&mentions);
            }
        }
        if !changed {
            return futures;
        }
    }
}

/// For every static object that never changes, what it names: the least solution, by iteration.
fn constants(program: &Program, futures: &[Vec<(Footprint, Mentions)>]) -> Vec<Option<Mentions>> {
    let of_object = |object: &StaticObject| {
        object.constant.then(|| {
            let mut mentions = Mentions::default();
            for pointer in object.content.pointers() {
                mentions.pointer(pointer);
            }
            for procedure in mentions.procedures.iter().map(ProcId::new).collect::<Vec<_>>() {
                mentions.add(&futures[procedure.index()][program.procedure(procedure).entry.index()].1);
            }
            mentions
        })
    };
    let mut constants: Vec<Option<Mentions>> = program.objects.iter().map(of_object).collect();
    loop {
        let mut changed = false;
        for index in 0..constants.len() {
            let Some(mut mentions) = constants[index].take() else { continue };
            for named in mentions.named.iter().chain(mentions.read.iter()).collect::<Vec<_>>() {
                changed |= constants[named].as_ref().is_some_and(|more| mentions.add(more));
            }
            constants[index] = Some(mentions);
        }
        if !changed {
            return constants;
        }
    }
}

/// Procedures that a pointer may point to, since they are named somewhere without being called.
fn named_procedures(program: &Program, own: &[Vec<(Footprint, Mentions)>]) -> Vec<ProcId> {
    let mut named = Set::default();
    own.iter().flatten().for_each(|(_, mentions)| {
        named.add(&mentions.procedures);
    });
    for pointer in program.objects.iter().flat_map(|object| object.content.pointers()) {
        if let Base::Procedure(procedure) = pointer.base {
            named.insert(procedure.index());
        }
    }
    named.iter().map(ProcId::new).collect()
}

/// The procedures that an edge may call or fork; `named` are those that pointers may point to.
fn started(edge: &Edge, named: &[ProcId]) -> Vec<ProcId> {
    let called = edge.call.iter().map(|Call { callee, .. }| callee);
    let forked = edge.commands.iter().filter_map(|command| match &command.action {
        Action::Fork { callee, .. } => Some(callee),
        _ => None,
    });
    let mut started = Vec::new();
    for callee in called.chain(forked) {
        match callee {
            Callee::Procedure(procedure) => started.push(*procedure),
            Callee::Pointer(_) => started.extend_from_slice(named),
        }
    }
    started
}
