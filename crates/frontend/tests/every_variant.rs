//! A program by hand with every kind of action, expression, type and declaration, memory included, reads back.

mod common;

use common::{read, without_places};
use num_bigint::BigInt;
use program::bytes::{Byte, Bytes};
use program::command::{Action, Call, Callee, Command, Output, Section, Storage};
use program::expr::{BinaryOp, BitsComparison, BitsOp, Expr, FloatComparison, FloatOp, OverflowOp, UnaryOp, VarRef};
use program::ids::{ChoiceId, GlobalId, LocalId, NodeId, ObjectId, ProcId, SectionKindId, SortId};
use program::procedure::{Draws, Edge, Node, Procedure, Variable};
use program::program::{EndRule, Program, Sort, StaticObject};
use program::span::{SourcePlace, Span};
use program::text::print;
use program::types::Type;
use program::validate::validate;
use program::value::{Base, Bits, Pointer, Value};

fn variable(name: &str, ty: Type) -> Variable {
    Variable { name: name.to_owned(), ty, span: Span::NOWHERE }
}

fn local(index: u32) -> VarRef {
    VarRef::Local(LocalId(index))
}

fn read_local(index: u32) -> Expr {
    Expr::local(LocalId(index))
}

fn bits(width: u32, value: i64) -> Expr {
    Expr::Literal(Value::Bits(Bits::wrap(width, &BigInt::from(value))))
}

fn pointer(base: Base, offset: i64) -> Expr {
    Expr::Literal(Value::Pointer(Pointer { base, offset }))
}

const POINTER: u32 = 0;
const WORD: u32 = 1;
const LONG: u32 = 2;
const NUMBER: u32 = 3;
const FLAG: u32 = 4;
const COLOUR: u32 = 5;
const TABLE: u32 = 6;

fn locals() -> Vec<Variable> {
    let table = Type::map(vec![Type::Int, Type::Bits(32)], Type::map(vec![Type::Bool], Type::Sort(SortId(0))));
    vec![
        variable("p", Type::Pointer),
        variable("w", Type::Bits(32)),
        variable("l", Type::Bits(64)),
        variable("n", Type::Int),
        variable("n", Type::Bool),
        variable("var", Type::Sort(SortId(0))),
        variable("a table", table),
    ]
}

fn assign(target: u32, value: Expr) -> Action {
    Action::Assign(vec![(local(target), value)])
}

fn machine_operators() -> Vec<Action> {
    let word = || read_local(WORD);
    let operators = [
        BitsOp::Add,
        BitsOp::Subtract,
        BitsOp::Multiply,
        BitsOp::DivideUnsigned,
        BitsOp::DivideSigned,
        BitsOp::RemainderUnsigned,
        BitsOp::RemainderSigned,
        BitsOp::ModuloSigned,
        BitsOp::And,
        BitsOp::Or,
        BitsOp::Xor,
        BitsOp::ShiftLeft,
        BitsOp::ShiftRight,
        BitsOp::ShiftRightSigned,
    ];
    let comparisons = [
        BitsComparison::UnsignedLess,
        BitsComparison::UnsignedLessEqual,
        BitsComparison::UnsignedGreater,
        BitsComparison::UnsignedGreaterEqual,
        BitsComparison::SignedLess,
        BitsComparison::SignedLessEqual,
        BitsComparison::SignedGreater,
        BitsComparison::SignedGreaterEqual,
    ];
    let mut actions: Vec<Action> =
        operators.map(|op| assign(WORD, Expr::binary(BinaryOp::Bits(op), word(), bits(32, -1)))).to_vec();
    actions.extend(comparisons.map(|op| Action::Assume(Expr::binary(BinaryOp::BitsCompare(op), word(), word()))));
    let low = || Expr::unary(UnaryOp::Extract { high: 8, low: 0 }, word());
    actions.extend([
        assign(WORD, Expr::unary(UnaryOp::BitsNot, word())),
        assign(WORD, Expr::unary(UnaryOp::BitsNegate, word())),
        assign(WORD, Expr::unary(UnaryOp::ZeroExtend(32), low())),
        assign(WORD, Expr::unary(UnaryOp::SignExtend(32), low())),
        assign(LONG, Expr::binary(BinaryOp::Concat, word(), word())),
        assign(NUMBER, Expr::unary(UnaryOp::UnsignedToInt, word())),
        assign(NUMBER, Expr::unary(UnaryOp::SignedToInt, low())),
        assign(WORD, Expr::unary(UnaryOp::IntToBits(32), read_local(NUMBER))),
        assign(LONG, Expr::unary(UnaryOp::PointerToBits, read_local(POINTER))),
        assign(POINTER, Expr::unary(UnaryOp::BitsToPointer, read_local(LONG))),
        assign(LONG, Expr::binary(BinaryOp::Distance, read_local(POINTER), read_local(POINTER))),
        assign(POINTER, Expr::binary(BinaryOp::Offset, read_local(POINTER), bits(64, 8))),
        Action::Assume(Expr::binary(BinaryOp::PointerLess, read_local(POINTER), pointer(Base::Address, 0))),
        Action::Assume(Expr::binary(BinaryOp::Ordered, read_local(POINTER), pointer(Base::Address, 0))),
        assign(LONG, Expr::unary(UnaryOp::ObjectSize, read_local(POINTER))),
        assign(WORD, Expr::Literal(Value::vague(Bits::wrap(32, &5.into()), 0xff00u32.into()))),
        assign(LONG, Expr::unary(UnaryOp::FloatToFloat(64), word())),
        assign(WORD, Expr::unary(UnaryOp::FloatToSigned(32), read_local(LONG))),
        assign(WORD, Expr::unary(UnaryOp::FloatToUnsigned(32), read_local(LONG))),
        assign(LONG, Expr::unary(UnaryOp::SignedToFloat(64), word())),
        assign(LONG, Expr::unary(UnaryOp::UnsignedToFloat(64), word())),
    ]);
    let floats = [FloatOp::Add, FloatOp::Subtract, FloatOp::Multiply, FloatOp::Divide, FloatOp::Remainder];
    actions.extend(floats.map(|op| assign(WORD, Expr::binary(BinaryOp::Float(op), word(), word()))));
    use FloatComparison::{Equal, Less, LessEqual, Unordered};
    let comparisons = [Equal, Less, LessEqual, Unordered].map(BinaryOp::FloatCompare);
    use OverflowOp::{AddSigned, AddUnsigned, MultiplySigned, MultiplyUnsigned, SubtractSigned, SubtractUnsigned};
    let overflows = [AddSigned, AddUnsigned, SubtractSigned, SubtractUnsigned, MultiplySigned, MultiplyUnsigned];
    let overflows = overflows.map(BinaryOp::BitsOverflow);
    for op in comparisons.into_iter().chain(overflows) {
        actions.push(Action::Assert(Expr::binary(op, word(), word()), Some("it is \"so\"".into())));
    }
    actions
}

fn other_expressions() -> Vec<Action> {
    let number = || read_local(NUMBER);
    let flag = || read_local(FLAG);
    let arithmetic = [BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply, BinaryOp::Divide, BinaryOp::Modulo];
    let comparisons = [
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::LessEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterEqual,
    ];
    let mut actions: Vec<Action> =
        arithmetic.map(|op| assign(NUMBER, Expr::binary(op, number(), Expr::int(-3)))).to_vec();
    actions.extend(comparisons.map(|op| Action::Assert(Expr::binary(op, number(), Expr::int(7)), None)));
    for op in [BinaryOp::And, BinaryOp::Or, BinaryOp::Implies] {
        actions.push(assign(FLAG, Expr::binary(op, flag(), Expr::binary(op, flag(), flag()))));
        actions.push(assign(FLAG, Expr::binary(op, Expr::binary(op, flag(), flag()), Expr::truth())));
    }
    let element = |number| Expr::Literal(Value::Element(SortId(0), number));
    let keys = || vec![number(), read_local(WORD)];
    let row = || Expr::Select(Box::new(read_local(TABLE)), keys());
    let new_row = Expr::Update(Box::new(row()), vec![flag()], Box::new(element(1)));
    actions.extend([
        assign(FLAG, Expr::unary(UnaryOp::Not, Expr::unary(UnaryOp::Not, flag()))),
        assign(NUMBER, Expr::unary(UnaryOp::Negate, Expr::unary(UnaryOp::Negate, Expr::int(4)))),
        assign(NUMBER, Expr::If(Box::new(flag()), Box::new(number()), Box::new(Expr::int(0)))),
        assign(COLOUR, Expr::Select(Box::new(row()), vec![flag()])),
        assign(COLOUR, element(9)),
        assign(TABLE, Expr::Update(Box::new(read_local(TABLE)), keys(), Box::new(new_row))),
        assign(WORD, Expr::Load(Box::new(read_local(POINTER)), Type::Bits(32))),
        assign(POINTER, Expr::Load(Box::new(pointer(Base::Static(ObjectId(1)), 0)), Type::Pointer)),
        assign(POINTER, pointer(Base::Static(ObjectId(0)), -8)),
        assign(POINTER, pointer(Base::Procedure(ProcId(1)), 0)),
        assign(POINTER, pointer(Base::Procedure(ProcId(1)), 1)),
        assign(POINTER, pointer(Base::Dynamic(3), 16)),
        assign(POINTER, pointer(Base::Address, 4096)),
    ]);
    actions
}

fn other_actions() -> Vec<Action> {
    let section = |object: Option<Expr>| Section { kind: SectionKindId(1), object };
    vec![
        Action::Assign(vec![(local(NUMBER), Expr::int(1)), (VarRef::Global(GlobalId(0)), read_local(NUMBER))]),
        Action::Havoc(vec![local(FLAG), local(TABLE)]),
        Action::Store { pointer: read_local(POINTER), value: bits(16, 5) },
        Action::Allocate { target: local(POINTER), size: bits(64, 8), storage: Storage::Stack },
        Action::Allocate { target: local(POINTER), size: read_local(LONG), storage: Storage::Heap },
        Action::Free(read_local(POINTER)),
        Action::Forget(vec![local(FLAG), local(WORD)]),
        Action::Copy { to: read_local(POINTER), from: read_local(POINTER), size: bits(64, 3) },
        Action::Fill { to: read_local(POINTER), byte: bits(8, 3), size: read_local(LONG) },
        Action::Output(Output { format: "%d \"%p\"\n".into(), arguments: vec![read_local(WORD), read_local(POINTER)] }),
        Action::Unsupported("a call of `recv`".into()),
        Action::Fork {
            id: Some(vec![Expr::int(-1), read_local(FLAG)]),
            callee: Callee::Procedure(ProcId(1)),
            arguments: vec![Expr::int(2), bits(32, 3)],
        },
        Action::Fork { id: None, callee: Callee::Pointer(read_local(POINTER)), arguments: vec![] },
        Action::Fork {
            id: Some(vec![read_local(POINTER)]),
            callee: Callee::Pointer(read_local(POINTER)),
            arguments: vec![Expr::truth()],
        },
        Action::Join { id: vec![Expr::int(-1), read_local(FLAG)], results: vec![local(NUMBER)] },
        Action::Join { id: vec![read_local(POINTER)], results: vec![] },
        Action::Enter(section(Some(read_local(POINTER)))),
        Action::Leave(section(None)),
        Action::Assume(Expr::truth()),
        Action::BeginAtomic,
        Action::EndAtomic,
        Action::Halt,
    ]
}

fn edge(from: u32, to: u32, actions: Vec<Action>, call: Option<Call>) -> Edge {
    let commands = actions.into_iter().map(|action| Command { action, span: Span::NOWHERE }).collect();
    let eventually = (to == 2).then_some(ChoiceId(7));
    Edge { from: NodeId(from), to: NodeId(to), commands, call, spurious: to == 1, eventually, span: Span::NOWHERE }
}

fn main_procedure() -> Procedure {
    let call = |callee, arguments, results| Some(Call { callee, arguments, results });
    let arguments = || vec![Expr::int(2), bits(32, 3)];
    let edges = vec![
        edge(0, 4, vec![], None),
        edge(1, 2, machine_operators(), None),
        edge(2, 1, other_expressions(), None),
        edge(2, 2, other_actions(), None),
        edge(2, 4, vec![Action::Halt], call(Callee::Procedure(ProcId(1)), arguments(), vec![local(NUMBER)])),
        edge(3, 0, vec![], call(Callee::Pointer(read_local(POINTER)), vec![read_local(FLAG)], vec![])),
        edge(3, 5, vec![Action::Assume(Expr::Literal(Value::Bool(false)))], None),
    ];
    let node = |section: Option<u32>| Node { section: section.map(SectionKindId), discards: section == Some(0) };
    Procedure {
        name: "std::thread<main>()".to_owned(),
        span: Span::NOWHERE,
        locals: locals(),
        parameters: 0,
        results: vec![LocalId(NUMBER), LocalId(FLAG)],
        // Node 5 is never left, nodes 1 and 2 are not reached, the exit is not the last node nor the entry the first.
        nodes: vec![node(None), node(Some(0)), node(None), node(Some(1)), node(None), node(Some(0))],
        edges,
        entry: NodeId(3),
        exit: NodeId(4),
        section: None,
        wraps: true,
        random: Some(Draws::Fresh),
    }
}

fn worker() -> Procedure {
    Procedure {
        name: "std::thread<main>()".to_owned(),
        span: Span::NOWHERE,
        locals: vec![variable("g", Type::Int), variable("assume", Type::Bits(32)), variable("result", Type::Int)],
        parameters: 2,
        results: vec![LocalId(2)],
        nodes: vec![Node::default(); 2],
        edges: vec![edge(0, 1, vec![Action::Assign(vec![(local(0), Expr::global(GlobalId(0)))])], None)],
        entry: NodeId(0),
        exit: NodeId(1),
        section: Some(SectionKindId(2)),
        wraps: false,
        random: Some(Draws::Repeatable),
    }
}

fn program() -> Program {
    let pointer = |base| Byte::of_pointer(Pointer { base, offset: -8 });
    let mut content = vec![Byte::Data(0); 5];
    content.extend(pointer(Base::Static(ObjectId(0))));
    content.extend(pointer(Base::Procedure(ProcId(1))));
    content.extend([Base::Address].map(|base| Byte::PointerPart(Pointer { base, offset: 7 }, 3)));
    content.extend([Byte::Data(0xff), Byte::Vague { value: 5, undefined: 0xf0 }, Byte::UNINITIALISED]);
    let content: Bytes = content.into_iter().collect();
    Program {
        files: Vec::new(),
        sorts: vec![Sort { name: "bv8".to_owned(), elements: vec!["g".to_owned(), "if".to_owned()] }],
        globals: vec![variable("g", Type::Int), variable("g", Type::Pointer), variable("$null", Type::Bool)],
        objects: vec![
            StaticObject { name: "g".to_owned(), content: Bytes::default(), constant: false },
            StaticObject { name: "a \"string\"\\\n".to_owned(), content, constant: true },
        ],
        procedures: vec![
            main_procedure(),
            worker(),
            Procedure { parameters: 0, results: vec![LocalId(1), LocalId(1)], ..worker() },
        ],
        start: vec![ProcId(0), ProcId(2), ProcId(0)],
        end: EndRule::MainThread,
        section_kinds: vec!["wait".to_owned(), "a \"lock\"".to_owned(), "task".to_owned()],
        weaker_orders: vec![SourcePlace { file: "a \"b\":c.h".to_owned(), line: 7, column: 3 }],
        shapes: program::shape::Shapes::default(),
    }
}

#[test]
fn everything_reads_back() {
    let program = program();
    validate(&program).unwrap();
    let printed = print(&program);
    let again = read(&printed).unwrap_or_else(|error| panic!("{}\nin:\n{printed}", error.render()));
    assert_eq!(without_places(again), program, "for:\n{printed}");
}
