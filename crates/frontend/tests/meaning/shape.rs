//! What can be seen of a program before it runs: its blocks, where its labels stand, which blocks have loops or guards.

use std::collections::BTreeMap;

use crate::syntax::{Block, Expr, Program, Statement};

/// A place in a block that control has come to, on the way from the procedure's body inwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub block: usize,
    /// Of the statement that comes next. Around a loop's body it is the loop, elsewhere the statement behind the one inside.
    pub next: usize,
    pub kind: Kind,
}

/// What the block at a place is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Of a procedure, of an `if`, or of an atomic block inside a step.
    Plain,
    Loop,
    /// Of an atomic block that is one step.
    Step,
    /// Of an atomic block that holds the scheduler.
    Hold,
}

pub struct Shape<'p> {
    pub program: &'p Program,
    blocks: Vec<&'p Block>,
    /// For a statement, by the block and the position in it, the first of the blocks inside.
    inside: BTreeMap<(usize, usize), usize>,
    bodies: Vec<usize>,
    /// For each procedure and label, how control gets there.
    labels: BTreeMap<(usize, u32), Vec<Place>>,
}

impl<'p> Shape<'p> {
    pub fn new(program: &'p Program) -> Shape<'p> {
        let (blocks, inside) = (Vec::new(), BTreeMap::new());
        let mut shape = Shape { program, blocks, inside, bodies: Vec::new(), labels: BTreeMap::new() };
        for (procedure, declared) in program.procedures.iter().enumerate() {
            let body = shape.add(&declared.body);
            shape.bodies.push(body);
            shape.find_labels(procedure, &mut [Place { block: body, next: 0, kind: Kind::Plain }]);
        }
        shape
    }

    fn add(&mut self, block: &'p Block) -> usize {
        let number = self.blocks.len();
        self.blocks.push(block);
        for (position, statement) in block.iter().enumerate() {
            let inner: Vec<usize> = statement.blocks().into_iter().map(|inner| self.add(inner)).collect();
            if let [first, ..] = inner[..] {
                self.inside.insert((number, position), first);
            }
            if let [first, second] = inner[..] {
                self.inside.insert((number, block.len() + position), second);
                debug_assert!(first < second);
            }
        }
        number
    }

    fn find_labels(&mut self, procedure: usize, way: &mut [Place]) {
        let Place { block, .. } = *way.last().expect("a way leads somewhere");
        for (position, statement) in self.blocks[block].iter().enumerate() {
            way.last_mut().expect("a way leads somewhere").next = position;
            if let Statement::Label(label) = statement {
                self.labels.insert((procedure, *label), way.to_vec());
            }
            for which in 0..statement.blocks().len() {
                let is_step = way.iter().any(|place| place.kind == Kind::Step);
                let mut inner = way.to_vec();
                self.enter(&mut inner, which, is_step);
                self.find_labels(procedure, &mut inner);
            }
        }
    }

    /// Goes from a statement into one of its blocks.
    pub fn enter(&self, way: &mut Vec<Place>, which: usize, inside_a_step: bool) {
        let place = way.last_mut().expect("control is at a statement");
        let block = self.blocks[place.block];
        let kind = match &block[place.next] {
            Statement::While(..) => Kind::Loop,
            Statement::Atomic(_) if inside_a_step => Kind::Plain,
            Statement::Atomic(body) if self.has_loops(body) => Kind::Hold,
            Statement::Atomic(_) => Kind::Step,
            _ => Kind::Plain,
        };
        let key = if which == 0 { place.next } else { block.len() + place.next };
        let inner = self.inside[&(place.block, key)];
        if kind != Kind::Loop {
            place.next += 1;
        }
        way.push(Place { block: inner, next: 0, kind });
    }

    pub fn start(&self, procedure: usize) -> Vec<Place> {
        vec![Place { block: self.bodies[procedure], next: 0, kind: Kind::Plain }]
    }

    pub fn label(&self, procedure: usize, label: u32) -> &[Place] {
        &self.labels[&(procedure, label)]
    }

    /// The statement that comes next, unless the block is over.
    pub fn statement(&self, place: Place) -> Option<&'p Statement> {
        self.blocks[place.block].get(place.next)
    }

    /// The statements from the place to the end of the block.
    pub fn rest(&self, place: Place) -> &'p [Statement] {
        &self.blocks[place.block][place.next..]
    }

    /// Whether the statement inside which `inner` is, one place further out, has the label.
    pub fn has_label(&self, outer: Place, inner: Place, label: u32) -> bool {
        let position = if inner.kind == Kind::Loop { outer.next } else { outer.next - 1 };
        let before = self.blocks[outer.block][..position].iter().rev();
        before
            .map_while(|statement| if let Statement::Label(found) = statement { Some(*found) } else { None })
            .any(|found| found == label)
    }

    /// Whether the first statement is a guard: an `assume`, perhaps at the beginning of an atomic block without loops.
    pub fn begins_with_guard(&self, statements: &[Statement]) -> bool {
        let first = statements.iter().find(|statement| !matches!(statement, Statement::Label(_)));
        match first {
            Some(Statement::Assume(_)) => true,
            Some(Statement::Atomic(body)) => !self.has_loops(body) && self.begins_with_guard(body),
            _ => false,
        }
    }

    pub fn has_loops(&self, block: &Block) -> bool {
        self.scan(block).has_loops
    }

    fn scan(&self, block: &Block) -> Scan {
        let mut scan = Scan { has_loops: false, comes_to_its_end: true };
        for statement in block {
            // Nobody jumps to a label in an atomic block.
            if !scan.comes_to_its_end {
                continue;
            }
            match statement {
                Statement::Goto(_) | Statement::Return | Statement::Break(_) => scan.comes_to_its_end = false,
                Statement::If(condition, then, otherwise) => {
                    let ways = match condition {
                        Some(Expr::Bool(true)) => vec![then],
                        Some(Expr::Bool(false)) => vec![otherwise],
                        _ => vec![then, otherwise],
                    };
                    let scans: Vec<Scan> = ways.iter().map(|way| self.scan(way)).collect();
                    scan.has_loops |= scans.iter().any(|way| way.has_loops);
                    let breaks = ways.into_iter().any(has_labelled_break);
                    scan.comes_to_its_end = breaks || scans.iter().any(|way| way.comes_to_its_end);
                }
                Statement::While(Some(Expr::Bool(false)), _) => {}
                Statement::While(condition, body) => {
                    scan.comes_to_its_end = *condition != Some(Expr::Bool(true)) || has_break(body);
                    let body = self.scan(body);
                    scan.has_loops |= body.has_loops || body.comes_to_its_end;
                }
                Statement::Atomic(body) => {
                    let body = self.scan(body);
                    scan.has_loops |= body.has_loops;
                    scan.comes_to_its_end = body.comes_to_its_end;
                }
                Statement::Call(call) => scan.has_loops |= !is_plain(self.program, call.procedure),
                _ => {}
            }
        }
        scan
    }

    /// Whether the program is one that this module understands: an atomic block that calls a procedure which may have loops
    /// has a loop of its own.
    pub fn is_clear(&self) -> bool {
        self.blocks.iter().flat_map(|block| block.iter()).all(|statement| match statement {
            Statement::Atomic(body) => !calls_unclear(self.program, body) || self.has_own_loop(body),
            _ => true,
        })
    }

    fn has_own_loop(&self, block: &Block) -> bool {
        let mut without_calls = block.clone();
        remove_calls(&mut without_calls);
        self.has_loops(&without_calls)
    }
}

struct Scan {
    has_loops: bool,
    comes_to_its_end: bool,
}

fn has_labelled_break(block: &Block) -> bool {
    block.iter().any(|statement| {
        matches!(statement, Statement::Break(Some(_))) || statement.blocks().into_iter().any(has_labelled_break)
    })
}

/// Whether a `break` may lead behind the loop.
fn has_break(body: &Block) -> bool {
    body.iter()
        .any(|statement| matches!(statement, Statement::Break(_)) || statement.blocks().into_iter().any(has_break))
}

fn remove_calls(block: &mut Block) {
    block.retain(|statement| !matches!(statement, Statement::Call(_)));
    block.iter_mut().flat_map(Statement::blocks_mut).for_each(remove_calls);
}

fn calls_unclear(program: &Program, block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Call(call) => !is_plain(program, call.procedure),
        other => other.blocks().into_iter().any(|inner| calls_unclear(program, inner)),
    })
}

/// Whether the procedure plainly has no loops, and calls none that has.
pub fn is_plain(program: &Program, procedure: usize) -> bool {
    fn block_is_plain(program: &Program, block: &Block) -> bool {
        block.iter().all(|statement| match statement {
            Statement::While(..) | Statement::Goto(_) => false,
            Statement::Call(call) => is_plain(program, call.procedure),
            other => other.blocks().into_iter().all(|inner| block_is_plain(program, inner)),
        })
    }
    block_is_plain(program, &program.procedures[procedure].body)
}
