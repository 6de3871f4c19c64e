//! Random small programs, for the property tests of every crate that handles programs.
//!
//! [`program`] makes the program of a seed. It is valid, has a few threads, and nearly always few reachable states:
//! numbers stay small by guards, remainders or wrap-around, and threads are forked in loops only if they are joined there.
//! Each program uses some features of the language and does without the others, so that those that keep the
//! partial-order reduction from doing anything (atomic blocks that hold the scheduler, an end of the program at any time)
//! do not hide it. Bodies are structured, and then disturbed: an edge more, an edge less.
//! Most programs are *tame*: they take locks and give them back, count their rounds, and have a flag that one thread sets in
//! the end and for which others wait in loops. Many of them finish, and here notions of fairness differ.
//! In wild programs threads wait for whatever comes to mind, mostly in vain.
//!
//! [`shrink::shrink`] makes a program that fails a test smaller.
//!
//! Not generated: programs whose validity depends on the run, such as joins with results that do not fit;
//! numbers beyond a few bits, but for values that nobody looks at; more than one sort; names that need care in the text form;
//! places in a source. What is generated is listed in `coverage.rs`.

pub mod random;
mod writer;
mod statements;
mod steps;
mod control;
mod threads;
mod calls;
mod expressions;
mod memory;
pub mod shrink;

use crate::bytes::Byte;
use crate::command::{Action, Command};
use crate::expr::{Expr, VarRef};
use crate::ids::{ChoiceId, GlobalId, LocalId, NodeId, ObjectId, ProcId, SectionKindId, SortId};
use crate::procedure::{Procedure, Variable};
use crate::program::{EndRule, Program, Sort, StaticObject};
use crate::span::Span;
use crate::types::Type;
use crate::value::{Base, Pointer, Value};
use random::Random;
use writer::Writer;

/// How large programs become, and how strange.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How many threads there are at most, those that are forked included, if none is forked twice.
    pub threads: usize,
    /// How many statements a thread's body has at most, not counting those inside others.
    pub statements: usize,
    /// How many global variables there are at most, not counting those that features of the language bring along.
    pub globals: usize,
    /// Out of a hundred programs, how many use each feature of the language.
    pub features: usize,
    /// Out of a hundred occasions, how many are used for something that often ends in a failure, or never ends.
    pub oddities: usize,
    /// Whether there are memory and pointers.
    pub memory: bool,
}

/// Full state graphs have some ten to some thousand states.
impl Default for Shape {
    fn default() -> Shape {
        Shape { threads: 4, statements: 3, globals: 3, features: 25, oddities: 4, memory: true }
    }
}

/// How many choices are marked at most.
const MOST_CHOICES: u32 = 2;

/// The program of a seed.
pub fn program(seed: u64, shape: &Shape) -> Program {
    let mut random = Random::new(seed);
    let mut flavour = Flavour::new(&mut random, shape);
    let declarations = declarations(&mut random, shape, &flavour);
    let mut globals = globals(&mut random, shape, &flavour);
    if let Some(ty) = &flavour.open_type {
        flavour.open = [0, 1].map(|index| VarRef::Global(GlobalId::new(globals.len() + index))).to_vec();
        globals.extend(["open0", "open1"].map(|name| variable(name, ty.clone())));
    }
    if random.chance(70) {
        let runs_in_a_thread = |index: &usize| matches!(declarations[*index].role, Role::Starter | Role::Worker);
        let setters: Vec<usize> = (0..declarations.len()).filter(runs_in_a_thread).collect();
        let setter = setters[random.below(setters.len())];
        flavour.done = Some((VarRef::Global(GlobalId::new(globals.len())), setter));
        globals.push(variable("done", Type::Bool));
    }
    if flavour.tame && random.chance(50) {
        flavour.signal = Some(VarRef::Global(GlobalId::new(globals.len())));
        globals.push(variable("signal", Type::Bool));
    }
    if flavour.tame && random.chance(50) {
        flavour.lock = Some(VarRef::Global(GlobalId::new(globals.len())));
        globals.push(variable("lock", Type::Bool));
    }
    flavour.flags_in_memory = flavour.memory && random.chance(60);
    if flavour.memory && flavour.function_pointers {
        let is_called = |index: &usize| matches!(declarations[*index].role, Role::Worker | Role::Helper);
        let called: Vec<usize> = (0..declarations.len()).filter(is_called).collect();
        flavour.called_through_memory = random.pick(&called).map(|index| ProcId::new(*index));
    }
    let start: Vec<ProcId> = starting(&mut random, &declarations);
    let mut program = Program {
        files: Vec::new(),
        sorts: vec![Sort { name: "Colour".to_owned(), elements: vec!["red".to_owned(), "green".to_owned()] }],
        globals,
        objects: objects(&flavour),
        procedures: Vec::new(),
        start,
        end: if flavour.main_ends { EndRule::MainThread } else { EndRule::AllThreads },
        section_kinds: vec!["wait".to_owned(), "hold".to_owned()],
        weaker_orders: Vec::new(),
        shapes: crate::shape::Shapes::default(),
    };
    for index in 0..declarations.len() {
        let writer = Writer::new(&mut random, shape, &flavour, &program.globals, &declarations, index);
        let procedure = writer.procedure();
        program.procedures.push(procedure);
    }
    some_wrap(seed, &mut program);
    some_are_taken_eventually(seed, shape, &mut program);
    program
}

/// Some procedures stand for what they call. They are chosen apart from everything else, since nothing else depends on it.
fn some_wrap(seed: u64, program: &mut Program) {
    let mut random = Random::new(!seed);
    let is_wanted = random.chance(50);
    for procedure in &mut program.procedures {
        procedure.wraps = is_wanted && random.chance(60);
    }
}

/// The features of the language that a program uses.
#[derive(Clone, Debug)]
struct Flavour {
    atomic_blocks: bool,
    halt: bool,
    main_ends: bool,
    memory: bool,
    maps: bool,
    /// The type of the maps, if there are any.
    map: Type,
    bits: bool,
    /// How many bits machine integers have, if there are any.
    width: u32,
    sorts: bool,
    sections: bool,
    calls: bool,
    function_pointers: bool,
    assertions: bool,
    discards: bool,
    spurious: bool,
    uninitialised: bool,
    tame: bool,
    /// Whether the flags and the lock below are bytes in memory instead of variables.
    flags_in_memory: bool,
    /// Whether threads come and go all the time.
    restless: bool,
    /// Whether the workers have ids by which everybody knows them, and may join them.
    numbered: bool,
    /// The type of values that are chosen and copied and that nobody ever looks at.
    open_type: Option<Type>,
    /// The variables that hold such values and nothing else.
    open: Vec<VarRef>,
    /// The procedure to which a static object holds a pointer.
    called_through_memory: Option<ProcId>,
    /// The flag that one thread sets in the end, and the procedure that sets it.
    done: Option<(VarRef, usize)>,
    /// A variable that is used as a lock only.
    lock: Option<VarRef>,
    /// A flag that threads raise and lower again, and that the one which sets the other flag may wait for.
    signal: Option<VarRef>,
}

impl Flavour {
    fn new(random: &mut Random, shape: &Shape) -> Flavour {
        let tame = random.chance(70);
        let width = 1 + random.below(2) as u32;
        let maps = [
            Type::map(vec![Type::Int], Type::Bool),
            Type::map(vec![Type::Bool], Type::Int),
            Type::map(vec![Type::Bool, Type::Int], Type::Bool),
            Type::map(vec![Type::Bits(width)], Type::Int),
            Type::map(vec![Type::Sort(SortId(0))], Type::Bool),
            Type::map(vec![Type::Int], Type::map(vec![Type::Bool], Type::Bool)),
        ];
        let map = maps[random.below(maps.len())].clone();
        let open = [Type::Int, Type::Sort(SortId(0)), Type::Bits(40), map.clone()];
        let open_type = random.chance(shape.features / 2).then(|| open[random.below(open.len())].clone());
        let mut used = |divisor: usize| random.chance(shape.features / divisor);
        Flavour {
            atomic_blocks: used(2),
            halt: used(4),
            main_ends: used(3),
            memory: used(1) && shape.memory,
            maps: used(1),
            map,
            bits: used(1),
            width,
            sorts: used(2),
            sections: used(1) || used(1),
            calls: used(1),
            function_pointers: used(6) && shape.memory,
            assertions: used(4),
            discards: used(3),
            spurious: used(3),
            uninitialised: used(8),
            tame,
            flags_in_memory: false,
            restless: used(1),
            numbered: used(1),
            open_type,
            open: Vec::new(),
            called_through_memory: None,
            done: None,
            lock: None,
            signal: None,
        }
    }
}

/// Where there are several ways, some are taken eventually. Conditions of others are dropped, so that there is more to pass over.
fn some_are_taken_eventually(seed: u64, shape: &Shape, program: &mut Program) {
    let mut random = Random::new(seed.rotate_left(32) ^ 0x0e7e);
    if !random.chance(shape.features / 2) {
        return;
    }
    let mut choices = 0;
    for procedure in &mut program.procedures {
        for node in (0..procedure.nodes.len()).map(NodeId::new) {
            let edges = procedure.edges_from(node);
            if edges.len() < 2 || choices == MOST_CHOICES || !random.chance(60) {
                continue;
            }
            // Now and then two places are those of one choice.
            if choices == 0 || random.chance(70) {
                choices += 1;
            }
            let marked = edges.start + random.below(edges.len());
            for index in edges {
                let edge = &mut procedure.edges[index];
                if index == marked && !edge.spurious {
                    edge.eventually = Some(ChoiceId(choices - 1));
                } else if matches!(edge.commands.first(), Some(Command { action: Action::Assume(_), .. }))
                    && random.chance(40)
                {
                    edge.commands.remove(0);
                }
            }
        }
    }
}

/// A procedure before its body is written.
#[derive(Clone, Debug)]
struct Declaration {
    name: String,
    role: Role,
    locals: Vec<Variable>,
    parameters: usize,
    results: Vec<LocalId>,
}

/// What a procedure is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Runs in a thread that starts with the program.
    Starter,
    /// Runs in threads that are forked.
    Worker,
    /// Is called.
    Helper,
    /// Is called with a small number, and calls itself with a smaller one.
    Recursive,
    /// Is called, and returns its argument: an assignment that takes three steps.
    Identity,
}

fn declarations(random: &mut Random, shape: &Shape, flavour: &Flavour) -> Vec<Declaration> {
    let most = if flavour.restless { shape.threads.min(3) } else { shape.threads };
    let threads = random.weighted(&[(5, 1), (50, 2), (30, 3), (15, 4)]).min(most);
    let forked = match flavour.tame {
        // One thread gives all variables their first values before the others start.
        true => threads - 1,
        false if random.chance(30) => random.below(threads),
        false => 0,
    };
    let mut declared = Vec::new();
    for index in 0..threads - forked {
        let name = if index == 0 { "main".to_owned() } else { format!("thread{index}") };
        declared.push(declaration(random, name, Role::Starter, flavour));
    }
    let written = if random.chance(20) { forked.min(1) } else { forked };
    for index in 0..written {
        declared.push(declaration(random, format!("worker{index}"), Role::Worker, flavour));
    }
    if flavour.calls {
        declared.push(declaration(random, "helper".to_owned(), Role::Helper, flavour));
        if random.chance(50) {
            declared.push(declaration(random, "recursive".to_owned(), Role::Recursive, flavour));
        }
        for (name, ty) in [("same_bool", Type::Bool), ("same_int", Type::Int)] {
            let (locals, results) = (vec![variable("p0", ty)], vec![LocalId(0)]);
            declared.push(Declaration { name: name.to_owned(), role: Role::Identity, locals, parameters: 1, results });
        }
    }
    declared
}

fn declaration(random: &mut Random, name: String, role: Role, flavour: &Flavour) -> Declaration {
    let of_any_type = |random: &mut Random| match random.below(20) {
        0 if flavour.bits => Type::Bits(flavour.width),
        1 if flavour.sorts => Type::Sort(SortId(0)),
        2 if flavour.maps => flavour.map.clone(),
        0..10 => Type::Bool,
        _ => Type::Int,
    };
    let mut locals = Vec::new();
    let parameters = match role {
        Role::Starter => 0,
        Role::Recursive => {
            locals.push(variable("n", Type::Int));
            1
        }
        Role::Worker | Role::Helper | Role::Identity => {
            let count = random.below(2);
            (0..count).for_each(|index| locals.push(variable(&format!("p{index}"), of_any_type(random))));
            count
        }
    };
    for index in 0..random.below(3) {
        locals.push(variable(&format!("l{index}"), of_any_type(random)));
    }
    if flavour.tame {
        locals.push(variable(COUNTER, Type::Int));
    }
    if flavour.memory {
        locals.push(variable("q", Type::Pointer));
    }
    let has_result = role != Role::Starter && !locals.is_empty() && random.chance(60);
    // Often what it was given, so that whoever joins or calls knows whom or what.
    let given = parameters > 0 && random.chance(50);
    let result = LocalId::new(if given { 0 } else { random.below(locals.len().max(1)) });
    let mut results = if has_result { vec![result] } else { Vec::new() };
    if has_result && random.chance(15) {
        results.push(LocalId::new(random.below(locals.len())));
    }
    Declaration { name, role, locals, parameters, results }
}

/// Every starter starts once, and sometimes one starts twice.
fn starting(random: &mut Random, declarations: &[Declaration]) -> Vec<ProcId> {
    let is_starter = |index: &usize| declarations[*index].role == Role::Starter;
    let mut start: Vec<ProcId> = (0..declarations.len()).filter(is_starter).map(ProcId::new).collect();
    if start.len() < 3 && random.chance(20) {
        start.push(ProcId::new(random.below(start.len())));
    }
    start
}

fn globals(random: &mut Random, shape: &Shape, flavour: &Flavour) -> Vec<Variable> {
    let mut globals = Vec::new();
    for index in 0..1 + random.below(shape.globals) {
        let ty = if random.chance(50) { Type::Bool } else { Type::Int };
        globals.push(variable(&format!("g{index}"), ty));
    }
    if flavour.bits {
        globals.push(variable("c", Type::Bits(flavour.width)));
    }
    if flavour.maps {
        globals.push(variable("m", flavour.map.clone()));
    }
    if flavour.sorts {
        globals.push(variable("s", Type::Sort(SortId(0))));
    }
    if flavour.memory {
        globals.push(variable("p", Type::Pointer));
    }
    globals
}

/// The first object has two bytes; the second holds a pointer to the first; nobody may write the third.
/// The fourth is for flags, a byte each; the fifth holds a pointer to a procedure.
fn objects(flavour: &Flavour) -> Vec<StaticObject> {
    if !flavour.memory {
        return Vec::new();
    }
    let pointer_to = |base: Base| Byte::of_pointer(Pointer { base, offset: 0 });
    let object = |name: &str, content: &[Byte], constant| StaticObject {
        name: name.into(),
        content: content.iter().copied().collect(),
        constant,
    };
    let mut objects = vec![
        object("data", &[Byte::Data(0), Byte::Data(1)], false),
        object("link", &pointer_to(Base::Static(ObjectId(0))), false),
        object("fixed", &[Byte::Data(1)], true),
        object("flags", &[Byte::Data(0); 3], false),
    ];
    let called = flavour.called_through_memory.map(Base::Procedure);
    objects.extend(called.map(|procedure| object("callee", &pointer_to(procedure), true)));
    objects
}

/// The local variable that counts rounds and is used for nothing else.
const COUNTER: &str = "i";

fn variable(name: &str, ty: Type) -> Variable {
    Variable { name: name.to_owned(), ty, span: Span::NOWHERE }
}

fn command(action: Action) -> Command {
    Command { action, span: Span::NOWHERE }
}

fn section_kind(random: &mut Random) -> SectionKindId {
    SectionKindId::new(random.below(2))
}

/// An assignment that gives a variable a definite first value.
fn first_value(variable: VarRef, ty: &Type, random: &mut Random) -> (VarRef, Expr) {
    (variable, filled(Expr::Variable(variable), ty, random))
}

/// A definite value; maps are what they were before but at the keys that are used.
fn filled(before: Expr, ty: &Type, random: &mut Random) -> Expr {
    match ty {
        Type::Int => Expr::int(random.below(3) as i64),
        Type::Bool => Expr::Literal(Value::Bool(random.chance(30))),
        Type::Map(map) => expressions::all_keys(&map.keys).into_iter().fold(before, |filling, keys| {
            let element = Expr::Select(Box::new(filling.clone()), keys.clone());
            let value = filled(element, &map.value, random);
            Expr::Update(Box::new(filling), keys, Box::new(value))
        }),
        other => Expr::Literal(Value::default_of(other)),
    }
}

fn global_references(globals: &[Variable]) -> Vec<(VarRef, Type)> {
    let reference = |(index, global): (usize, &Variable)| (VarRef::Global(GlobalId::new(index)), global.ty.clone());
    globals.iter().enumerate().map(reference).collect()
}

fn assemble(declaration: &Declaration, writer: Writer<'_>) -> Procedure {
    let section = writer.procedure_section;
    let mut edges = writer.edges;
    edges.sort_by_key(|edge| edge.from);
    Procedure {
        name: declaration.name.clone(),
        span: Span::NOWHERE,
        locals: declaration.locals.clone(),
        parameters: declaration.parameters,
        results: declaration.results.clone(),
        nodes: writer.nodes,
        edges,
        entry: writer.entry,
        exit: writer.exit,
        section,
        wraps: false,
        random: None,
    }
}

#[cfg(test)]
mod coverage;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::validate;

    #[test]
    fn all_programs_are_valid() {
        for seed in 0..5_000 {
            let program = program(seed, &Shape::default());
            validate(&program).unwrap_or_else(|invalid| panic!("seed {seed}: {invalid}\n{program:#?}"));
        }
    }

    #[test]
    fn a_seed_always_gives_the_same_program() {
        assert_eq!(program(7, &Shape::default()), program(7, &Shape::default()));
        assert_ne!(program(7, &Shape::default()), program(8, &Shape::default()));
    }

    #[test]
    fn shrinking_gives_valid_programs_that_are_not_the_same() {
        for seed in 0..200 {
            let program = program(seed, &Shape::default());
            for smaller in shrink::shrink(&program) {
                assert_ne!(smaller, program);
                validate(&smaller).unwrap_or_else(|invalid| panic!("seed {seed}: {invalid}"));
            }
        }
    }
}
