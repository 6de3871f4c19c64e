//! A condition variable in a random program, as a library would make it of atomic steps: one thread waits for it, another one tells it.
//!
//! Waiting gives back the mutex and is counted as waiting in one step; then a wake-up is taken, and the mutex again. A signal makes a
//! wake-up of one who waits, if there is one, and a broadcast of all who do. Some programs are wrong, as people write them: they wait
//! without a loop, tell without the mutex, give back the mutex and wait in two steps, or nobody tells.

use program::arbitrary::random::Random;
use program::command::{Action, Call, Callee, Command};
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::ids::{GlobalId, NodeId, ProcId, SectionKindId};
use program::procedure::{Edge, Node, Procedure, Variable};
use program::program::Program;
use program::span::Span;
use program::types::Type;
use program::validate::validate;
use program::value::Value;

/// The variable that counts wake-ups which nobody has taken yet.
const WOKEN: &str = "woken";

/// Whether [`with_condition`] has made the program.
pub fn are_in(program: &Program) -> bool {
    program.globals.iter().any(|global| global.name == WOKEN)
}

/// The program with a condition variable, and with threads that wait and tell, if it is one in which threads can.
pub fn with_condition(program: Program, random: &mut Random) -> Program {
    let runs_in_a_thread = |name: &str| ["main", "thread", "worker"].iter().any(|start| name.starts_with(start));
    let threads: Vec<usize> =
        (0..program.procedures.len()).filter(|index| runs_in_a_thread(&program.procedures[*index].name)).collect();
    let mut changed = program.clone();
    let condition = Condition::declare(&mut changed, random);
    let Some(&waits) = random.pick(&threads) else { return program };
    let others: Vec<usize> = threads.iter().copied().filter(|index| *index != waits).collect();
    let tells = random.pick(&others).copied().unwrap_or(waits);
    let wait = condition.waiting_code(random.chance(80));
    insert(&mut changed.procedures[waits], &wait, random);
    if random.chance(90) {
        let tell = condition.telling_code(random.chance(80), random.chance(50));
        insert(&mut changed.procedures[tells], &tell, random);
    }
    // Whoever starts with the program gives the variables their first values before anything else.
    for index in program.start.iter().map(|start| start.index()) {
        if program.start.iter().filter(|start| start.index() == index).count() == 1 {
            prepend(&mut changed.procedures[index], &[Code::step(0, 1, vec![condition.first_values()])]);
        }
    }
    if validate(&changed).is_ok() { changed } else { program }
}

/// A step of a piece of code whose places are counted from zero, where it begins. The last one is where it ends.
struct Code {
    from: usize,
    to: usize,
    actions: Vec<Action>,
    calls: Option<ProcId>,
    is_spurious: bool,
}

impl Code {
    fn step(from: usize, to: usize, actions: Vec<Action>) -> Code {
        Code { from, to, actions, calls: None, is_spurious: false }
    }

    /// The step as an edge, where the places are these nodes.
    fn edge(&self, nodes: &[NodeId]) -> Edge {
        let command = |action: &Action| Command { action: action.clone(), span: Span::NOWHERE };
        let call = |callee| Call { callee: Callee::Procedure(callee), arguments: Vec::new(), results: Vec::new() };
        Edge {
            from: nodes[self.from],
            to: nodes[self.to],
            commands: self.actions.iter().map(command).collect(),
            call: self.calls.map(call),
            spurious: self.is_spurious,
            eventually: None,
            span: Span::NOWHERE,
        }
    }
}

/// The variables of the condition and its procedures.
struct Condition {
    mutex: VarRef,
    ready: VarRef,
    waiting: VarRef,
    woken: VarRef,
    wait: ProcId,
    signal: ProcId,
    broadcast: ProcId,
}

impl Condition {
    fn declare(program: &mut Program, random: &mut Random) -> Condition {
        let mut global = |name: &str, ty: Type| {
            program.globals.push(Variable { name: name.to_owned(), ty, span: Span::NOWHERE });
            VarRef::Global(GlobalId::new(program.globals.len() - 1))
        };
        let (mutex, ready) = (global("mutex", Type::Bool), global("ready", Type::Bool));
        let (waiting, woken) = (global("waiting", Type::Int), global(WOKEN, Type::Int));
        let first = program.procedures.len();
        let [wait, signal, broadcast] = [0, 1, 2].map(|index| ProcId::new(first + index));
        let condition = Condition { mutex, ready, waiting, woken, wait, signal, broadcast };
        let procedures =
            [condition.wait(random.chance(90), random.chance(30)), condition.signal(), condition.broadcast()];
        program.procedures.extend(procedures);
        condition
    }

    fn first_values(&self) -> Action {
        let lowered = [self.mutex, self.ready].map(|flag| (flag, flag_value(false)));
        let zero = [self.waiting, self.woken].map(|number| (number, Expr::int(0)));
        Action::Assign(lowered.into_iter().chain(zero).collect())
    }

    fn lock(&self) -> Vec<Action> {
        vec![Action::Assume(not(self.mutex)), set(self.mutex, true)]
    }

    fn wait(&self, is_one_step: bool, is_spurious: bool) -> Procedure {
        let waits = Action::Assign(vec![(self.waiting, plus(self.waiting, 1))]);
        let mut code = match is_one_step {
            true => vec![Code::step(0, 1, vec![set(self.mutex, false), waits])],
            false => vec![Code::step(0, 2, vec![set(self.mutex, false)]), Code::step(2, 1, vec![waits])],
        };
        let taken = Action::Assign(vec![(self.woken, plus(self.woken, -1))]);
        code.push(Code::step(1, 3, vec![Action::Assume(some(self.woken)), taken]));
        if is_spurious {
            let leaves = Action::Assign(vec![(self.waiting, plus(self.waiting, -1))]);
            let actions = vec![Action::Assume(some(self.waiting)), leaves];
            code.push(Code { is_spurious, ..Code::step(1, 3, actions) });
        }
        code.push(Code::step(3, 4, self.lock()));
        let mut procedure = procedure("condition_wait", &code);
        procedure.nodes[1].section = Some(SectionKindId(0));
        procedure
    }

    fn signal(&self) -> Procedure {
        let moved = vec![(self.waiting, plus(self.waiting, -1)), (self.woken, plus(self.woken, 1))];
        let nobody = Action::Assume(Expr::unary(UnaryOp::Not, some(self.waiting)));
        let wakes = Code::step(0, 1, vec![Action::Assume(some(self.waiting)), Action::Assign(moved)]);
        procedure("condition_signal", &[wakes, Code::step(0, 1, vec![nobody])])
    }

    fn broadcast(&self) -> Procedure {
        let all = Expr::binary(BinaryOp::Add, Expr::Variable(self.woken), Expr::Variable(self.waiting));
        let moved = Action::Assign(vec![(self.waiting, Expr::int(0)), (self.woken, all)]);
        procedure("condition_broadcast", &[Code::step(0, 1, vec![moved])])
    }

    /// `lock; while (!ready) wait; unlock`, or with `if`.
    fn waiting_code(&self, is_looped: bool) -> Vec<Code> {
        let waits = Code::step(1, if is_looped { 1 } else { 2 }, vec![Action::Assume(not(self.ready))]);
        vec![
            Code::step(0, 1, self.lock()),
            Code { calls: Some(self.wait), ..waits },
            Code::step(1, 2, vec![Action::Assume(Expr::Variable(self.ready))]),
            Code::step(2, 3, vec![set(self.mutex, false)]),
        ]
    }

    /// `lock; ready := true; signal; unlock`, or without the lock, or with a broadcast.
    fn telling_code(&self, is_locked: bool, is_broadcast: bool) -> Vec<Code> {
        let tells = Some(if is_broadcast { self.broadcast } else { self.signal });
        let lock = if is_locked { self.lock() } else { Vec::new() };
        let unlock = if is_locked { vec![set(self.mutex, false)] } else { Vec::new() };
        vec![
            Code::step(0, 1, lock),
            Code { calls: tells, ..Code::step(1, 2, vec![set(self.ready, true)]) },
            Code::step(2, 3, unlock),
        ]
    }
}

/// A procedure of this code alone.
fn procedure(name: &str, code: &[Code]) -> Procedure {
    let last = code.iter().map(|step| step.to).max().unwrap_or_default();
    let nodes: Vec<NodeId> = (0..=last).map(NodeId::new).collect();
    let mut edges: Vec<Edge> = code.iter().map(|step| step.edge(&nodes)).collect();
    edges.sort_by_key(|edge| edge.from);
    Procedure {
        name: name.to_owned(),
        span: Span::NOWHERE,
        locals: Vec::new(),
        parameters: 0,
        results: Vec::new(),
        nodes: vec![Node::default(); nodes.len()],
        edges,
        entry: nodes[0],
        exit: nodes[last],
        section: None,
        wraps: false,
        random: None,
    }
}

/// The procedure does it first or last.
fn insert(procedure: &mut Procedure, code: &[Code], random: &mut Random) {
    if random.chance(50) {
        return prepend(procedure, code);
    }
    let before = fresh(procedure);
    let exit = procedure.exit;
    procedure.edges.iter_mut().filter(|edge| edge.to == exit).for_each(|edge| edge.to = before);
    if procedure.entry == exit {
        procedure.entry = before;
    }
    connect(procedure, before, exit, code);
}

/// The procedure does it first.
fn prepend(procedure: &mut Procedure, code: &[Code]) {
    let (before, entry) = (fresh(procedure), procedure.entry);
    procedure.entry = before;
    connect(procedure, before, entry, code);
}

fn connect(procedure: &mut Procedure, from: NodeId, to: NodeId, code: &[Code]) {
    let last = code.iter().map(|step| step.to).max().unwrap_or_default();
    let mut nodes = vec![from];
    nodes.extend((1..last).map(|_| fresh(procedure)));
    nodes.push(to);
    procedure.edges.extend(code.iter().map(|step| step.edge(&nodes)));
    procedure.edges.sort_by_key(|edge| edge.from);
}

fn fresh(procedure: &mut Procedure) -> NodeId {
    procedure.nodes.push(Node::default());
    NodeId::new(procedure.nodes.len() - 1)
}

fn flag_value(is_up: bool) -> Expr {
    Expr::Literal(Value::Bool(is_up))
}

fn set(flag: VarRef, is_up: bool) -> Action {
    Action::Assign(vec![(flag, flag_value(is_up))])
}

fn not(flag: VarRef) -> Expr {
    Expr::unary(UnaryOp::Not, Expr::Variable(flag))
}

fn some(number: VarRef) -> Expr {
    Expr::binary(BinaryOp::Greater, Expr::Variable(number), Expr::int(0))
}

fn plus(number: VarRef, change: i64) -> Expr {
    let (op, amount) = if change < 0 { (BinaryOp::Subtract, -change) } else { (BinaryOp::Add, change) };
    Expr::binary(op, Expr::Variable(number), Expr::int(amount))
}
