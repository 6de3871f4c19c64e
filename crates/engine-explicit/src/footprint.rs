//! What steps touch, and what a thread may still touch: the static half of the partial-order reduction.
//!
//! The reduction is defined, and shown to be right for every property offered, in the documentation of `check::reduction`.
//! This is another implementation of the same definition, made for speed: everything that depends on a node alone is a mask
//! that is computed once.

use program::command::{Action, Callee};
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::ids::NodeId;
use program::procedure::{Edge, Procedure};
use program::program::Program;
use program::value::{Base, Pointer, Value};

/// One bit for each thing that steps can touch: slots, finished threads, then the global variables.
pub type Mask = u128;

const SLOTS: Mask = 1;
const FINISHED: Mask = 2;
const FIRST_GLOBAL: usize = 2;

/// What is read and written, the memory aside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Footprint {
    reads: Mask,
    writes: Mask,
    /// Whether the scheduler is taken.
    pub takes_scheduler: bool,
}

impl Footprint {
    /// Both together.
    #[must_use]
    pub fn union(self, other: Footprint) -> Footprint {
        Footprint {
            reads: self.reads | other.reads,
            writes: self.writes | other.writes,
            takes_scheduler: self.takes_scheduler || other.takes_scheduler,
        }
    }

    /// Whether one may write what the other touches.
    pub fn conflicts_with(self, other: Footprint) -> bool {
        self.writes & (other.reads | other.writes) != 0 || self.reads & other.writes != 0
    }
}

/// Which static objects and procedures code names.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Mentions {
    /// Objects that are read where they are named.
    pub read: Set,
    /// Objects that are written where they are named.
    pub written: Set,
    /// Objects that are named otherwise.
    pub named: Set,
    /// Procedures that are named and not called there.
    pub procedures: Set,
}

/// A set of small numbers in increasing order.
pub type Set = Vec<u32>;

fn insert(set: &mut Set, number: usize) {
    let number = number as u32;
    if let Err(place) = set.binary_search(&number) {
        set.insert(place, number);
    }
}

fn add_all(set: &mut Set, other: &Set) -> bool {
    let before = set.len();
    if !other.iter().all(|number| set.binary_search(number).is_ok()) {
        set.extend_from_slice(other);
        set.sort_unstable();
        set.dedup();
    }
    set.len() != before
}

impl Mentions {
    fn add(&mut self, other: &Mentions) -> bool {
        let read = add_all(&mut self.read, &other.read);
        let written = add_all(&mut self.written, &other.written);
        let named = add_all(&mut self.named, &other.named);
        add_all(&mut self.procedures, &other.procedures) || read || written || named
    }

    fn of_edge(edge: &Edge) -> Mentions {
        let mut mentions = Mentions::default();
        for command in &edge.commands {
            match &command.action {
                Action::Store { pointer, value } => {
                    mentions.place(pointer, true);
                    mentions.expr(value);
                }
                Action::Copy { to, from, size } => {
                    mentions.place(to, true);
                    mentions.place(from, false);
                    mentions.expr(size);
                }
                Action::Fill { to, byte, size } => {
                    mentions.place(to, true);
                    mentions.expr(byte);
                    mentions.expr(size);
                }
                other => other.for_each_expr(|expr| mentions.expr(expr)),
            }
        }
        if let Some(call) = &edge.call {
            call.for_each_expr(|expr| mentions.expr(expr));
        }
        mentions
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Load(pointer, _) | Expr::Unary(UnaryOp::ObjectSize, pointer) => self.place(pointer, false),
            Expr::Literal(Value::Pointer(Pointer { base: Base::Static(object), .. })) => {
                insert(&mut self.named, object.index());
            }
            Expr::Literal(Value::Pointer(Pointer { base: Base::Procedure(procedure), .. })) => {
                insert(&mut self.procedures, procedure.index());
            }
            _ => expr.for_each_operand(|operand| self.expr(operand)),
        }
    }

    /// A pointer through which memory is written or read.
    fn place(&mut self, pointer: &Expr, is_written: bool) {
        match pointer {
            Expr::Literal(Value::Pointer(Pointer { base: Base::Static(object), .. })) => {
                insert(if is_written { &mut self.written } else { &mut self.read }, object.index());
            }
            Expr::Binary(BinaryOp::Offset, start, by) => {
                self.place(start, is_written);
                self.expr(by);
            }
            _ => self.expr(pointer),
        }
    }
}

/// What is known of a procedure's nodes.
pub struct NodeFacts {
    /// The steps at the node, all together.
    pub here: Footprint,
    /// Whether one of them keeps all other threads from stepping.
    pub stops_others: bool,
    /// Whether one of them cannot be counted on, or is one that is taken eventually.
    pub is_marked: bool,
    /// Whether one of them calls a procedure.
    pub calls: bool,
    /// Whether one of them may leave a section, a return aside.
    pub may_leave_section: bool,
    /// All that can happen from the node to the procedure's exit, in callees and forked threads as well.
    pub future: Footprint,
    /// What is named in all that can happen.
    pub mentions: Mentions,
    /// The global variables that the steps at the node read; the memory counts as one more.
    pub reads: Vec<u32>,
    /// Whether some edge leads from the node to the exit.
    pub may_reach_exit: bool,
}

/// What is known of a program's nodes and calls.
pub struct StaticFacts {
    /// By procedure and node.
    pub nodes: Vec<Vec<NodeFacts>>,
    /// By procedure and edge: what the return from the edge's call writes.
    pub returns: Vec<Vec<Footprint>>,
    /// By procedure: the node where it starts.
    pub entries: Vec<usize>,
}

/// A thread's end: one that can be joined tells that it has finished, any other frees its slot.
pub fn finishing(can_be_joined: bool) -> Footprint {
    Footprint { writes: if can_be_joined { FINISHED } else { SLOTS }, ..Footprint::default() }
}

/// Looks at the program.
pub fn static_facts(program: &Program) -> StaticFacts {
    let mut futures = futures(program);
    let memory = program.globals.len() as u32;
    let of_procedure = |(procedure, futures): (&Procedure, &mut Vec<(Footprint, Mentions)>)| {
        let of_node = |(node, (future, mentions)): (usize, (Footprint, Mentions))| {
            let edges = || procedure.edges[procedure.edges_from(NodeId::new(node))].iter();
            let does = |is_it: fn(&Action) -> bool| {
                edges().any(|edge| edge.commands.iter().any(|command| is_it(&command.action)))
            };
            let mut reads = globals_read(edges());
            reads.extend(edges().any(accesses_memory).then_some(memory));
            NodeFacts {
                here: edges().map(of_edge).fold(Footprint::default(), Footprint::union),
                stops_others: does(|action| matches!(action, Action::BeginAtomic | Action::Halt)),
                is_marked: edges().any(|edge| edge.spurious || edge.eventually.is_some()),
                calls: edges().any(|edge| edge.call.is_some()),
                may_leave_section: procedure.nodes[node].section.is_some()
                    || does(|action| matches!(action, Action::Leave(_))),
                future,
                mentions,
                reads,
                may_reach_exit: edges().any(|edge| edge.to == procedure.exit),
            }
        };
        std::mem::take(futures).into_iter().enumerate().map(of_node).collect()
    };
    let returns = |procedure: &Procedure| procedure.edges.iter().map(of_return).collect();
    StaticFacts {
        nodes: program.procedures.iter().zip(&mut futures).map(of_procedure).collect(),
        returns: program.procedures.iter().map(returns).collect(),
        entries: program.procedures.iter().map(|procedure| procedure.entry.index()).collect(),
    }
}

/// Whether the edge does anything with the memory.
fn accesses_memory(edge: &Edge) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| found |= loads(expr);
    for command in &edge.commands {
        command.action.for_each_expr(&mut look);
    }
    edge.call.iter().for_each(|call| call.for_each_expr(&mut look));
    let changes = |action: &Action| {
        matches!(
            action,
            Action::Store { .. }
                | Action::Copy { .. }
                | Action::Fill { .. }
                | Action::Allocate { .. }
                | Action::Free(_)
        )
    };
    found || edge.commands.iter().any(|command| changes(&command.action))
}

fn loads(expr: &Expr) -> bool {
    let mut found = matches!(expr, Expr::Load(..) | Expr::Unary(UnaryOp::ObjectSize, _));
    expr.for_each_operand(|operand| found |= loads(operand));
    found
}

fn variable_mask(variable: VarRef) -> Mask {
    match variable {
        VarRef::Global(global) => 1 << (FIRST_GLOBAL + global.index()).min(127),
        VarRef::Local(_) => 0,
    }
}

fn globals_read<'a>(edges: impl Iterator<Item = &'a Edge>) -> Vec<u32> {
    let mut reads = Vec::new();
    for edge in edges {
        edge.for_each_read(&mut |variable| {
            if let VarRef::Global(global) = variable {
                reads.push(global.0);
            }
        });
    }
    reads.sort_unstable();
    reads.dedup();
    reads
}

fn of_return(edge: &Edge) -> Footprint {
    let results = edge.call.iter().flat_map(|call| &call.results);
    let writes = results.fold(0, |mask, target| mask | variable_mask(*target));
    Footprint { writes, ..Footprint::default() }
}

fn of_edge(edge: &Edge) -> Footprint {
    let mut footprint = Footprint::default();
    edge.for_each_read(&mut |variable| footprint.reads |= variable_mask(variable));
    edge.for_each_write(&mut |variable| footprint.writes |= variable_mask(variable));
    for command in &edge.commands {
        match &command.action {
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

/// The procedures that an edge calls or forks, if pointers may point to those in `named`; and whether it forks.
fn starts(edge: &Edge, named: &[u32]) -> (Vec<usize>, bool) {
    let forked = edge.commands.iter().filter_map(|command| match &command.action {
        Action::Fork { callee, .. } => Some(callee),
        _ => None,
    });
    let forks = forked.clone().next().is_some();
    let mut started = Vec::new();
    for callee in edge.call.iter().map(|call| &call.callee).chain(forked) {
        match callee {
            Callee::Procedure(procedure) => started.push(procedure.index()),
            Callee::Pointer(_) => started.extend(named.iter().map(|procedure| *procedure as usize)),
        }
    }
    (started, forks)
}

/// Procedures that are named anywhere without being called.
fn named_procedures(program: &Program, mentions: &[Vec<Mentions>]) -> Set {
    let mut named = Set::new();
    mentions.iter().flatten().for_each(|mentions| {
        add_all(&mut named, &mentions.procedures);
    });
    for pointer in program.objects.iter().flat_map(|object| object.content.pointers()) {
        if let Base::Procedure(procedure) = pointer.base {
            insert(&mut named, procedure.index());
        }
    }
    named
}

/// The least solution of: what can follow a node is what its edges do, what can follow their targets,
/// and what can follow the entry of whatever they call or fork.
fn futures(program: &Program) -> Vec<Vec<(Footprint, Mentions)>> {
    let mentions: Vec<Vec<Mentions>> =
        program.procedures.iter().map(|procedure| procedure.edges.iter().map(Mentions::of_edge).collect()).collect();
    let named = named_procedures(program, &mentions);
    let nothing = |procedure: &Procedure| vec![(Footprint::default(), Mentions::default()); procedure.nodes.len()];
    let mut futures: Vec<Vec<(Footprint, Mentions)>> = program.procedures.iter().map(nothing).collect();
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for (index, procedure) in program.procedures.iter().enumerate() {
            for (position, edge) in procedure.edges.iter().enumerate().rev() {
                let (started, forks) = starts(edge, &named);
                let mut future = of_edge(edge).union(of_return(edge));
                if forks {
                    future = future.union(finishing(true)).union(finishing(false));
                }
                let mut named_here = mentions[index][position].clone();
                let entry = |callee: usize| &futures[callee][program.procedures[callee].entry.index()];
                for (other, named_there) in started.into_iter().map(entry).chain([&futures[index][edge.to.index()]]) {
                    future = future.union(*other);
                    named_here.add(named_there);
                }
                let (known, known_mentions) = &mut futures[index][edge.from.index()];
                let all = known.union(future);
                is_stable &= all == *known;
                *known = all;
                is_stable &= !known_mentions.add(&named_here);
            }
        }
    }
    futures
}
