//! The prepared program, made of what was found out.

use std::collections::{BTreeMap, BTreeSet};

use crate::bytes::Bytes;
use crate::command::{Action, Call, Command, Section};
use crate::expr::{Expr, VarRef};
use crate::ids::{GlobalId, LocalId, NodeId, ObjectId, ProcId};
use crate::procedure::{Edge, Node, Procedure, Variable};
use crate::program::{Program, StaticObject};
use crate::span::Span;
use crate::value::Value;

use crate::prepare::cells::{CellId, Object, written_out};
use crate::prepare::explore::Explorer;
use crate::prepare::points::{PointId, ThreadId};
use crate::prepare::pools::{ObjectPool, PoolCells, PooledObject};
use crate::prepare::stacks::Stack;
use crate::prepare::transfer::{self, Passage};
use crate::prepare::{Prepared, PreparedEdge, PreparedThread, Recursion};

/// All edges of the prepared program, by where they leave.
pub type Passages = BTreeMap<PointId, Vec<Passage>>;

/// All edges.
pub fn passages(explorer: &mut Explorer<'_>) -> Passages {
    let points = (0..explorer.points.count() as u32).map(PointId);
    let reached: Vec<PointId> = points.filter(|point| explorer.facts[point.0 as usize].is_some()).collect();
    reached.into_iter().map(|point| (point, transfer::passages(explorer, point))).collect()
}

/// Whether a thread can come back to the location.
fn is_on_cycle(passages: &Passages, point: PointId) -> bool {
    let next = |point: &PointId| {
        let passages = passages.get(point).into_iter().flatten();
        passages.filter_map(|passage| passage.reaches.as_ref().map(|(to, _)| *to)).collect::<Vec<PointId>>()
    };
    let mut seen = BTreeSet::new();
    let mut waiting = next(&point);
    while let Some(reached) = waiting.pop() {
        if seen.insert(reached) {
            waiting.extend(next(&reached));
        }
    }
    seen.contains(&point)
}

/// Takes note of threads and objects that cannot be told from others that come from the same place.
pub fn check_numbers(explorer: &mut Explorer<'_>, passages: &Passages) {
    for index in 0..explorer.points.threads.len() {
        let thread = explorer.points.threads[index].clone();
        let Some((point, ..)) = thread.forked.filter(|(point, ..)| is_on_cycle(passages, *point)) else { continue };
        let call = explorer.points.point(point).call;
        explorer.obstruct(thread.span, "threads are started again and again".to_owned(), call);
    }
    for ((point, edge, ..), object) in explorer.allocated().clone() {
        if explorer.cells.object(object).is_pooled || !is_on_cycle(passages, point) {
            continue;
        }
        // Others may have pointers in their local variables.
        let (base, owner) = (explorer.cells.base_of(object), explorer.points.thread_of(point));
        let keeps = |other: &PointId| {
            let facts = explorer.facts[other.0 as usize].as_ref();
            let mut locals = facts.into_iter().flat_map(|facts| facts.frames.iter().flatten());
            explorer.points.thread_of(*other) != owner && locals.any(|known| known.may_point_to(base))
        };
        if explorer.held.contains_key(&object) || passages.keys().any(keeps) {
            if explorer.limits.objects > 1 {
                let place = (explorer.points.procedure_of(point), edge);
                explorer.learned.is_news |= explorer.learned.pools.insert(place);
                continue;
            }
            let procedure = explorer.program.procedure(explorer.points.procedure_of(point));
            let span = explorer.held.get(&object).copied().unwrap_or(procedure.span);
            let why = "an object is allocated again while there may be a pointer to the one before".to_owned();
            explorer.obstruct(span, why, explorer.points.point(point).call);
        }
    }
}

/// The variables that the prepared program needs: those that are read, and those whose value cannot be told from where the
/// threads are: local variables that do not have a known value everywhere, and cells of which the first thread does not know
/// the value everywhere. Where recursion is cut off, two locations may have to be the same but for the stack: then a cell is needed as well
/// if its value is known and not the same everywhere.
struct Needed {
    cells: BTreeSet<GlobalId>,
    locals: BTreeSet<LocalId>,
}

impl Needed {
    fn new(explorer: &Explorer<'_>, passages: &Passages) -> Needed {
        let mut needed = Needed { cells: BTreeSet::new(), locals: BTreeSet::new() };
        for passage in passages.values().flatten() {
            for command in &passage.commands {
                command.action.for_each_expr(|expr| expr.for_each_variable(&mut |variable| needed.add(variable)));
                if let Action::Havoc(targets) | Action::Join { results: targets, .. } = &command.action {
                    targets.iter().for_each(|target| needed.add(*target));
                }
            }
        }
        for pool in explorer.pools() {
            let cells = pool.objects.into_iter().flat_map(|(_, cells)| cells);
            cells.chain([pool.turn]).for_each(|cell| needed.add(VarRef::Global(GlobalId(cell.0))));
        }
        let points = &explorer.points;
        let is_cut = matches!(explorer.limits.recursion, Recursion::CutAt(_));
        let mut values: BTreeMap<CellId, Value> = BTreeMap::new();
        for point in passages.keys() {
            let facts = explorer.facts[point.0 as usize].as_ref().expect("a location with edges was reached");
            let is_first = points.thread_of(*point) == ThreadId(0);
            for cell in explorer.cells.numbers().filter(|_| is_first) {
                let found = explorer.found(points.thread_of(*point), facts, cell);
                let is_known = match found.single() {
                    Some(_) if explorer.may_be_pooled(&found) => false,
                    Some(value) => !is_cut || values.entry(cell).or_insert_with(|| value.clone()) == value,
                    None => false,
                };
                if !is_known {
                    needed.add(VarRef::Global(GlobalId(cell.0)));
                }
            }
            for (call, frame) in points.stack(points.point(*point).call).into_iter().rev().zip(&facts.frames) {
                for (index, known) in frame.iter().enumerate() {
                    if known.single().is_none() || explorer.may_be_pooled(known) {
                        needed.add(VarRef::Local(points.local_number(call, LocalId::new(index))));
                    }
                }
            }
        }
        needed
    }

    fn add(&mut self, variable: VarRef) {
        match variable {
            VarRef::Global(global) => self.cells.insert(global),
            VarRef::Local(local) => self.locals.insert(local),
        };
    }
}

/// New numbers for the variables of one thread.
struct Renumbering<'a> {
    cells: &'a BTreeMap<GlobalId, GlobalId>,
    locals: BTreeMap<LocalId, LocalId>,
}

impl Renumbering<'_> {
    fn variable(&self, variable: VarRef) -> Option<VarRef> {
        match variable {
            VarRef::Global(global) => self.cells.get(&global).copied().map(VarRef::Global),
            VarRef::Local(local) => self.locals.get(&local).copied().map(VarRef::Local),
        }
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let one = |expr: &Expr| Box::new(self.expr(expr));
        let many = |exprs: &[Expr]| exprs.iter().map(|expr| self.expr(expr)).collect();
        match expr {
            Expr::Literal(value) => Expr::Literal(value.clone()),
            Expr::Variable(variable) => {
                Expr::Variable(self.variable(*variable).expect("variables that are read are needed"))
            }
            Expr::Unary(op, operand) => Expr::Unary(*op, one(operand)),
            Expr::Binary(op, left, right) => Expr::Binary(*op, one(left), one(right)),
            Expr::If(condition, first, second) => Expr::If(one(condition), one(first), one(second)),
            Expr::Select(map, keys) => Expr::Select(one(map), many(keys)),
            Expr::Update(map, keys, value) => Expr::Update(one(map), many(keys), one(value)),
            Expr::Load(..) => unreachable!("the prepared program has no memory"),
        }
    }

    fn variables(&self, variables: &[VarRef]) -> Vec<VarRef> {
        variables.iter().filter_map(|variable| self.variable(*variable)).collect()
    }

    /// The action without what it does to variables that are not needed; nothing if nothing is left of it.
    fn action(&self, action: &Action) -> Option<Action> {
        let section = |section: &Section| Section {
            kind: section.kind,
            object: section.object.as_ref().map(|object| self.expr(object)),
        };
        let exprs = |exprs: &[Expr]| -> Vec<Expr> { exprs.iter().map(|expr| self.expr(expr)).collect() };
        Some(match action {
            Action::Assume(condition) => Action::Assume(self.expr(condition)),
            Action::Assert(condition, message) => Action::Assert(self.expr(condition), message.clone()),
            Action::Assign(assignments) => {
                let kept =
                    assignments.iter().filter_map(|(target, expr)| Some((self.variable(*target)?, self.expr(expr))));
                let kept: Vec<(VarRef, Expr)> =
                    kept.filter(|(target, expr)| *expr != Expr::Variable(*target)).collect();
                (!kept.is_empty()).then_some(Action::Assign(kept))?
            }
            Action::Havoc(targets) => Action::Havoc(self.variables(targets)),
            Action::Forget(targets) => {
                let kept = self.variables(targets);
                (!kept.is_empty()).then_some(Action::Forget(kept))?
            }
            Action::Fork { id, callee, arguments } => Action::Fork {
                id: id.as_ref().map(|id| exprs(id)),
                callee: callee.clone(),
                arguments: exprs(arguments),
            },
            Action::Join { id, results } => Action::Join { id: exprs(id), results: self.variables(results) },
            Action::Enter(entered) => Action::Enter(section(entered)),
            Action::Leave(left) => Action::Leave(section(left)),
            Action::BeginAtomic | Action::EndAtomic | Action::Halt | Action::Unsupported(_) => action.clone(),
            Action::Output(_)
            | Action::Store { .. }
            | Action::Copy { .. }
            | Action::Fill { .. }
            | Action::Allocate { .. }
            | Action::Free(_) => unreachable!("the prepared program has no memory and tells nothing"),
        })
    }
}

/// The prepared program; none if nobody could give its variables their first values: the first thread's first step does, so that
/// no other thread may be there to be faster.
pub fn emit(explorer: &Explorer<'_>, passages: &Passages) -> Option<Prepared> {
    let program = explorer.program;
    let needed = Needed::new(explorer, passages);
    let mut first_values = first_values(explorer, &needed);
    if program.start.len() > 1 && !first_values.is_empty() {
        return None;
    }
    let cells: BTreeMap<GlobalId, GlobalId> =
        needed.cells.iter().enumerate().map(|(index, cell)| (*cell, GlobalId::new(index))).collect();
    let global = |cell: &GlobalId| Variable {
        name: explorer.cells.name(program, CellId(cell.0)),
        ty: explorer.cells.ty(program, CellId(cell.0)),
        span: Span::NOWHERE,
    };
    let globals = needed.cells.iter().map(global).collect();
    let (mut procedures, mut threads) = (Vec::new(), Vec::new());
    for index in 0..explorer.points.threads.len() {
        let thread = ThreadId(index as u32);
        let (mut procedure, facts) =
            emit_thread(explorer, passages, &needed, &cells, thread, std::mem::take(&mut first_values));
        if procedures.iter().any(|other: &Procedure| other.name == procedure.name) {
            procedure.name = format!("{}~{index}", procedure.name);
        }
        procedures.push(procedure);
        threads.push(facts);
    }
    let start = (0..program.start.len()).map(ProcId::new).collect();
    // Objects are nothing but names now.
    let object = |object: &crate::prepare::cells::ObjectFacts| StaticObject {
        name: object.name.clone(),
        content: Bytes::default(),
        constant: true,
    };
    let objects = explorer.cells.objects().iter().map(object).collect();
    let prepared = Program { globals, objects, procedures, start, ..program.clone() };
    let variable = |cell: CellId| cells[&GlobalId(cell.0)];
    let object = |(object, its): &(Object, Vec<CellId>)| PooledObject {
        number: ObjectId(object.0),
        variables: its.iter().map(|cell| variable(*cell)).collect(),
    };
    let pool =
        |pool: PoolCells| ObjectPool { turn: variable(pool.turn), objects: pool.objects.iter().map(object).collect() };
    let pools = explorer.pools().into_iter().map(pool).collect();
    Some(Prepared { program: prepared, threads, pools })
}

/// What the variables hold when the program starts, where that is something.
fn first_values(explorer: &Explorer<'_>, needed: &Needed) -> Vec<(VarRef, Expr)> {
    let first = |cell: &GlobalId| {
        let (known, ty) = (
            explorer.cells.initial(explorer.program, CellId(cell.0)),
            explorer.cells.ty(explorer.program, CellId(cell.0)),
        );
        Some((VarRef::Global(*cell), written_out(explorer.program, known.single()?, &ty)?))
    };
    needed.cells.iter().filter_map(first).collect()
}

fn emit_thread(
    explorer: &Explorer<'_>,
    passages: &Passages,
    needed: &Needed,
    cells: &BTreeMap<GlobalId, GlobalId>,
    thread: ThreadId,
    first_values: Vec<(VarRef, Expr)>,
) -> (Procedure, PreparedThread) {
    let (program, points) = (explorer.program, &explorer.points);
    let facts = &points.threads[thread.0 as usize];
    let root = program.procedure(points.call(facts.root).procedure);
    let (locals, renumbered, results) = locals_of(explorer, needed, thread);
    let renumbering = Renumbering { cells, locals: renumbered };

    let mut nodes = vec![Node::default(); 2];
    let (entry, exit) = (NodeId(0), NodeId(1));
    let own: Vec<PointId> = passages.keys().copied().filter(|point| points.thread_of(*point) == thread).collect();
    let mut numbers: BTreeMap<PointId, NodeId> = BTreeMap::new();
    for point in &own {
        let mark = program.procedure(points.procedure_of(*point)).nodes[points.point(*point).node.index()].clone();
        let number = if points.is_end(program, *point) {
            exit
        } else {
            nodes.push(mark.clone());
            NodeId::new(nodes.len() - 1)
        };
        if *point == facts.first {
            nodes[entry.index()] = mark;
        }
        numbers.insert(*point, number);
    }
    // Where nothing goes on, because the run has ended.
    nodes.push(Node::default());
    let nowhere = NodeId::new(nodes.len() - 1);

    let mut edges: Vec<(Edge, PreparedEdge)> = Vec::new();
    let height = |point: &PointId| points.stack(points.point(*point).call).len();
    for point in &own {
        for passage in &passages[point] {
            let to = passage.reaches.as_ref().map_or(nowhere, |(to, _)| numbers[to]);
            let command =
                |command: &Command| Some(Command { action: renumbering.action(&command.action)?, span: command.span });
            let commands: Vec<Command> = passage.commands.iter().filter_map(command).collect();
            let edge = |from: NodeId, commands: Vec<Command>| Edge {
                from,
                to,
                commands,
                call: None::<Call>,
                spurious: passage.spurious,
                eventually: passage.eventually,
                span: passage.span,
            };
            let reached = passage.reaches.as_ref().map(|(to, _)| height(to));
            let lowest = reached.map_or(height(point), |reached| reached.min(height(point)));
            let mut runs = run_at(explorer, *point);
            if let Some((to, _)) = &passage.reaches {
                let afterwards = run_at(explorer, *to);
                runs.retain(|procedure| afterwards.contains(procedure));
            }
            let origin = PreparedEdge {
                motions: vec![passage.motion],
                may_fail: passage.may_fail,
                may_fail_within: false,
                lowest,
                runs,
            };
            if *point == facts.first {
                let first = renumbering.action(&Action::Assign(first_values.clone()));
                let first = first.map(|action| Command { action, span: Span::NOWHERE });
                let commands = first.into_iter().chain(commands.clone()).collect();
                edges.push((edge(entry, commands), origin.clone()));
            }
            edges.push((edge(numbers[point], commands), origin));
        }
    }
    edges.sort_by_key(|(edge, _)| edge.from);
    let (edges, origins) = edges.into_iter().unzip();
    let entry = if numbers.get(&facts.first) == Some(&exit) { exit } else { entry };
    let runs: BTreeSet<ProcId> = own.iter().flat_map(|point| run_at(explorer, *point)).collect();
    let mut stacks = Vec::new();
    if let Recursion::CutAt(_) = explorer.limits.recursion {
        stacks.resize(nodes.len(), None);
        for (point, node) in &numbers {
            stacks[node.index()] = Some(Stack::at(explorer, *point, &renumbering.locals));
        }
    }
    let procedure = Procedure {
        name: name_of(explorer, &runs, thread),
        span: root.span,
        locals,
        parameters: root.parameters,
        results,
        nodes,
        edges,
        entry,
        exit,
        section: None,
        wraps: false,
        random: None,
    };
    (procedure, PreparedThread { edges: origins, started_at: facts.span, stacks })
}

/// The thread's local variables, their new numbers, and which of them are results.
fn locals_of(
    explorer: &Explorer<'_>,
    needed: &Needed,
    thread: ThreadId,
) -> (Vec<Variable>, BTreeMap<LocalId, LocalId>, Vec<LocalId>) {
    let (program, points) = (explorer.program, &explorer.points);
    let root = points.threads[thread.0 as usize].root;
    let procedure = program.procedure(points.call(root).procedure);
    let mut wanted: Vec<(LocalId, Variable)> = Vec::new();
    for call in points.calls().filter(|call| points.call(*call).thread == thread) {
        for (index, local) in program.procedure(points.call(call).procedure).locals.iter().enumerate() {
            let is_interface =
                call == root && (index < procedure.parameters || procedure.results.contains(&LocalId::new(index)));
            let number = points.local_number(call, LocalId::new(index));
            if is_interface || needed.locals.contains(&number) {
                wanted.push((number, local.clone()));
            }
        }
    }
    // The parameters stay in front.
    let is_parameter = |number: &LocalId| {
        (0..procedure.parameters).any(|index| points.local_number(root, LocalId::new(index)) == *number)
    };
    wanted.sort_by_key(|(number, _)| (!is_parameter(number), *number));
    let renumbered: BTreeMap<LocalId, LocalId> =
        wanted.iter().enumerate().map(|(index, (number, _))| (*number, LocalId::new(index))).collect();
    let results = procedure.results.iter().map(|result| renumbered[&points.local_number(root, *result)]).collect();
    (wanted.into_iter().map(|(_, variable)| variable).collect(), renumbered, results)
}

/// The procedures that the thread runs where it is at the location, as [`crate::property::Property::Thread`] says.
fn run_at(explorer: &Explorer<'_>, point: PointId) -> BTreeSet<ProcId> {
    let (program, points) = (explorer.program, &explorer.points);
    if points.is_end(program, point) {
        return BTreeSet::new();
    }
    let mut run = BTreeSet::new();
    for call in points.stack(points.point(point).call).into_iter().rev() {
        let procedure = points.call(call).procedure;
        run.insert(procedure);
        if !program.procedure(procedure).wraps {
            break;
        }
    }
    run
}

/// The thread is called after a procedure that it runs and that does not wrap, of the user's own if there is one.
fn name_of(explorer: &Explorer<'_>, run: &BTreeSet<ProcId>, thread: ThreadId) -> String {
    let (program, points) = (explorer.program, &explorer.points);
    let is_own =
        |procedure: &&Procedure| procedure.span.line > 0 && program.files[procedure.span.file.index()].origin.is_own();
    let mut candidates = run.iter().map(|procedure| program.procedure(*procedure)).filter(|procedure| !procedure.wraps);
    let named = candidates.clone().find(is_own).or_else(|| candidates.next());
    let root = program.procedure(points.call(points.threads[thread.0 as usize].root).procedure);
    named.unwrap_or(root).name.clone()
}
