//! Random programs.
//!
//! They are small, mostly have few states, and never look at an integer or an element of a map that nobody has set:
//! those are set at the beginning of the program or of the procedure.
//! Procedures call and start only those behind them, so that there is no recursion.

use program::arbitrary::random::Random;

use crate::shape::is_plain;
use crate::syntax::{Block, Call, Expr, Operator, Procedure, Program, Statement, Type, Variable};

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let kinds = [(4, Type::Bool), (4, Type::Int), (2, Type::Bits), (1, Type::Row), (1, Type::Grid)];
    let globals = (0..2 + random.below(2)).map(|_| random.weighted(&kinds)).collect();
    let mut program = Program { globals, procedures: Vec::new() };
    let signature = |random: &mut Random| {
        let types = |random: &mut Random, most: usize| -> Vec<Type> {
            let kinds = [(3, Type::Bool), (3, Type::Int), (1, Type::Bits)];
            (0..random.below(most + 1)).map(|_| random.weighted(&kinds)).collect()
        };
        let (parameters, results, others) = (types(random, 1), types(random, 1), types(random, 1));
        let (first, second) = (parameters.len(), results.len());
        let locals = [parameters, results, others].concat();
        Procedure { locals, parameters: first, results: second, body: Vec::new() }
    };
    let count = random.below(4);
    program.procedures = (0..=count).map(|_| signature(&mut random)).collect();
    program.procedures[0].parameters = 0;
    program.procedures[0].results = 0;
    let emphasis = random.weighted(&[(2, Emphasis::None), (1, Emphasis::Atomic), (1, Emphasis::Par)]);
    let (atomic, par) = (emphasis == Emphasis::Atomic, emphasis == Emphasis::Par);
    let flavour = Flavour {
        emphasis,
        threads: count > 0 && (par || random.chance(60)),
        jumps: random.chance(35),
        loops: random.chance(50),
        atomic: atomic || random.chance(40),
        choices: random.chance(60),
        waits: random.chance(60),
        scheduler: random.chance(8),
    };
    for index in (0..=count).rev() {
        let mut writer = Writer { random: &mut random, program: &program, index, flavour, fuel: 0, labels: 0 };
        let body = writer.procedure();
        program.procedures[index].body = body;
    }
    program
}

/// What a program has a lot of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Emphasis {
    None,
    /// Atomic blocks, with calls and loops in them.
    Atomic,
    /// Parallel calls in several threads.
    Par,
}

/// The features that a program uses.
#[derive(Clone, Copy)]
struct Flavour {
    emphasis: Emphasis,
    threads: bool,
    jumps: bool,
    loops: bool,
    atomic: bool,
    choices: bool,
    waits: bool,
    scheduler: bool,
}

/// Where a statement stands.
#[derive(Clone, Default)]
struct Around {
    in_loop: bool,
    /// The labels of loops around, atomic blocks or not.
    loops: Vec<u32>,
    atomic: Atomic,
    depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Atomic {
    #[default]
    Outside,
    /// In a block that has no loops.
    Straight,
    /// In a block that has one.
    Looping,
}

pub struct Writer<'a> {
    pub(super) random: &'a mut Random,
    program: &'a Program,
    index: usize,
    flavour: Flavour,
    /// How many statements may still be written.
    fuel: usize,
    labels: u32,
}

impl Writer<'_> {
    fn procedure(&mut self) -> Block {
        let mut body = Vec::new();
        let own = &self.program.procedures[self.index];
        if self.index == 0 {
            let open = |variable: &Variable| matches!(self.ty(*variable), Type::Bool | Type::Bits);
            let open: Vec<Variable> = self.variables().into_iter().filter(open).collect();
            if self.random.chance(15)
                && let Some(variable) = self.random.pick(&open).copied()
            {
                body.push(Statement::Assume(self.about(variable)));
            }
            self.initialise(Variable::Global, self.program.globals.clone(), &mut body);
        }
        let set = own.parameters..own.locals.len();
        self.initialise(|position| Variable::Local(set.start + position), own.locals[set.clone()].to_vec(), &mut body);
        if self.index > 0 && body.is_empty() {
            // A thread takes a step at least, so that it matters nowhere whether it finishes when it starts.
            body.push(Statement::Yield);
        }
        let set_up = body.len();
        self.fuel = if self.index == 0 { 4 + self.random.below(5) } else { 2 + self.random.below(4) };
        body.extend(self.block(4, &Around::default()));
        if self.flavour.jumps {
            self.add_jumps(&mut body, set_up);
        }
        if self.flavour.scheduler && self.random.chance(50) {
            let (from, to) = (self.random.below(body.len()) + 1, self.random.below(body.len()) + 1);
            self.insert_at(&mut body, from.max(to).max(set_up), Statement::End);
            self.insert_at(&mut body, from.min(to).max(set_up), Statement::Begin);
        }
        body
    }

    /// Sets all integers and maps, and some of the others, by one statement or by several.
    fn initialise(&mut self, name: impl Fn(usize) -> Variable, types: Vec<Type>, body: &mut Block) {
        let mut assignments = Vec::new();
        for (position, ty) in types.into_iter().enumerate() {
            if matches!(ty, Type::Bool | Type::Bits) && self.random.chance(40) {
                continue;
            }
            let map = || Box::new(Expr::Variable(name(position)));
            let update = |map: Expr, keys: &[bool], value: Expr| {
                Expr::Update(Box::new(map), keys.iter().map(|key| Expr::Bool(*key)).collect(), Box::new(value))
            };
            let value = match ty {
                Type::Row => {
                    let [first, second] = [self.literal(Type::Int), self.literal(Type::Int)];
                    update(update(*map(), &[false], first), &[true], second)
                }
                Type::Grid => {
                    let keys = [[false, false], [false, true], [true, false], [true, true]];
                    keys.iter().fold(*map(), |map, keys| update(map, keys, self.literal(Type::Bool)))
                }
                scalar => self.literal(scalar),
            };
            assignments.push((name(position), Vec::new(), value));
        }
        if self.random.chance(50) && !assignments.is_empty() {
            body.push(Statement::Assign(assignments));
        } else {
            body.extend(assignments.into_iter().map(|assignment| Statement::Assign(vec![assignment])));
        }
    }

    fn block(&mut self, most: usize, around: &Around) -> Block {
        let mut block = Vec::new();
        for _ in 0..self.random.below(most) + usize::from(around.depth == 0) {
            if self.fuel == 0 {
                break;
            }
            self.fuel -= 1;
            self.statement(around, &mut block);
        }
        block
    }

    fn statement(&mut self, around: &Around, block: &mut Block) {
        let flavour = self.flavour;
        let outside = around.atomic == Atomic::Outside;
        let may_nest = around.depth < 3;
        let has_others = self.index + 1 < self.program.procedures.len();
        let weight = |weight: usize, condition: bool| if condition { weight } else { 0 };
        let (many_calls, many_pars) =
            (flavour.emphasis == Emphasis::Atomic && !outside, flavour.emphasis == Emphasis::Par);
        let kind = self.random.weighted(&[
            (8, 0),
            (weight(3, flavour.waits), 1),
            (1, 2),
            (2, 3),
            (weight(3, may_nest), 4),
            (weight(3, may_nest && flavour.choices), 5),
            (weight(3, may_nest && flavour.loops && around.atomic != Atomic::Straight), 6),
            (weight(if many_calls { 8 } else { 2 }, has_others), 7),
            (weight(5, has_others && flavour.threads), 8),
            (weight(2, flavour.threads), 9),
            (weight(4, may_nest && flavour.atomic), 10),
            (weight(2, around.in_loop), 11),
            (weight(1, around.depth > 0), 12),
            (1, 13),
            (weight(if many_pars { 8 } else { 2 }, has_others && flavour.threads && outside), 14),
        ]);
        let inner = Around { depth: around.depth + 1, ..around.clone() };
        match kind {
            0 => block.push(self.assignment()),
            1 => block.push(Statement::Assume(self.expr(Type::Bool, 2))),
            2 => block.push(Statement::Assert(self.mostly_true())),
            3 => self.havoc(block),
            4 => {
                let condition = self.written_condition();
                block.push(Statement::If(Some(condition), self.block(3, &inner), self.block(3, &inner)));
            }
            5 => {
                let (mut then, mut otherwise) = (self.block(3, &inner), self.block(3, &inner));
                for way in [&mut then, &mut otherwise] {
                    if flavour.waits && self.random.chance(50) {
                        way.insert(0, Statement::Assume(self.expr(Type::Bool, 1)));
                    }
                }
                block.push(Statement::If(None, then, otherwise));
            }
            6 => self.repetition(&inner, block),
            7 => {
                if let Some(call) = self.call(around.atomic) {
                    block.push(Statement::Call(call));
                }
            }
            8 => {
                if let Some(call) = self.call(Atomic::Outside) {
                    let count = 1 + usize::from(self.random.chance(if many_pars { 70 } else { 20 }));
                    for _ in 0..count {
                        let arguments = self.arguments(call.procedure);
                        let call = Call { procedure: call.procedure, arguments, results: Vec::new() };
                        let fork = Statement::Fork(self.id(), call.clone());
                        block.push(if self.random.chance(75) { fork } else { Statement::Async(call) });
                    }
                }
            }
            9 => block.push(self.join()),
            10 => {
                let looping = flavour.loops && outside && self.random.chance(35) || around.atomic == Atomic::Looping;
                let atomic = if looping { Atomic::Looping } else { Atomic::Straight };
                let mut body = self.block(4, &Around { atomic, ..inner.clone() });
                if looping && around.atomic == Atomic::Outside {
                    let position = self.random.below(body.len() + 1);
                    let condition = Some(self.written_condition());
                    let repeated = vec![self.assignment()];
                    self.insert_at(&mut body, position, Statement::While(condition, repeated));
                }
                if flavour.waits && self.random.chance(50) {
                    body.insert(0, Statement::Assume(self.expr(Type::Bool, 1)));
                }
                block.push(Statement::Atomic(body));
            }
            11 => {
                let label = self.random.pick(&around.loops).copied().filter(|_| self.random.chance(40));
                let leave = vec![Statement::Break(label)];
                block.push(Statement::If(self.condition(), leave, Vec::new()));
            }
            12 => block.push(Statement::If(self.condition(), vec![Statement::Return], Vec::new())),
            13 => block.push(Statement::Yield),
            _ => self.par(block),
        }
    }

    fn repetition(&mut self, inner: &Around, block: &mut Block) {
        let mut around = Around { in_loop: true, ..inner.clone() };
        if self.random.chance(25) {
            self.labels += 1;
            block.push(Statement::Label(self.labels));
            around.loops.push(self.labels);
        }
        let condition = self.condition();
        let mut body = self.block(3, &around);
        if condition.is_none() && self.flavour.waits && self.random.chance(60) {
            if self.random.chance(70) {
                body.insert(0, Statement::Assume(self.expr(Type::Bool, 1)));
            }
            block.push(Statement::While(condition, body));
            block.push(Statement::Assume(self.expr(Type::Bool, 1)));
            return;
        }
        block.push(Statement::While(condition, body));
    }

    /// Nothing for `*`.
    fn condition(&mut self) -> Option<Expr> {
        (!self.flavour.choices || self.random.chance(65)).then(|| self.written_condition())
    }

    /// Quantifiers are expanded before it is asked whether a condition is literally true or false.
    fn written_condition(&mut self) -> Expr {
        loop {
            let condition = self.expr(Type::Bool, 2);
            if !condition.has_quantifier() {
                return condition;
            }
        }
    }

    fn assignment(&mut self) -> Statement {
        let mut assignments: Vec<(Variable, Vec<Expr>, Expr)> = Vec::new();
        let variables = self.targets();
        for _ in 0..=usize::from(self.random.chance(20)) {
            let Some(variable) = self.random.pick(&variables).copied() else { return Statement::Yield };
            if assignments.iter().any(|(other, ..)| *other == variable) {
                continue;
            }
            let element = match self.ty(variable) {
                Type::Row if self.random.chance(80) => Some((1, Type::Int)),
                Type::Grid if self.random.chance(80) => Some((2, Type::Bool)),
                _ => None,
            };
            let (keys, ty) = element.unwrap_or((0, self.ty(variable)));
            let keys = (0..keys).map(|_| self.expr(Type::Bool, 1)).collect();
            assignments.push((variable, keys, self.small(ty)));
        }
        Statement::Assign(assignments)
    }

    fn havoc(&mut self, block: &mut Block) {
        let is_scalar = |variable: &Variable| !matches!(self.ty(*variable), Type::Row | Type::Grid);
        let variables: Vec<Variable> = self.targets().into_iter().filter(is_scalar).collect();
        let Some(variable) = self.random.pick(&variables).copied() else { return };
        block.push(Statement::Havoc(vec![variable]));
        if self.ty(variable) == Type::Int {
            let between = |op: Operator, left: Expr, right: Expr| Expr::Binary(op, Box::new(left), Box::new(right));
            let low = between(Operator::LessEqual, Expr::Int(0), Expr::Variable(variable));
            let high = between(Operator::LessEqual, Expr::Variable(variable), Expr::Int(self.random.below(3) as i64));
            block.push(Statement::Assume(between(Operator::And, low, high)));
        }
        for _ in 0..self.random.below(3) {
            let about = if self.random.chance(70) { self.about(variable) } else { self.expr(Type::Bool, 1) };
            block.push(Statement::Assume(about));
        }
    }

    fn id(&mut self) -> Vec<Expr> {
        let mut id = vec![if self.random.chance(80) { Expr::Int(1) } else { self.expr(Type::Int, 0) }];
        if self.random.chance(10) {
            id.push(self.expr(Type::Bool, 0));
        }
        id
    }

    fn join(&mut self) -> Statement {
        let targets = self.targets();
        let results = self.random.pick(&targets).copied().filter(|_| self.random.chance(40));
        Statement::Join(self.id(), results.into_iter().collect())
    }

    fn par(&mut self, block: &mut Block) {
        let mut arms: Vec<Call> = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let Some(arm) = self.call(Atomic::Outside) else { return };
            if !arms.iter().any(|other| other.results.iter().any(|result| arm.results.contains(result))) {
                arms.push(arm);
            }
        }
        block.push(Statement::Par(arms));
    }

    /// A call of a procedure behind this one, if there is one and there are variables for its results.
    fn call(&mut self, atomic: Atomic) -> Option<Call> {
        let callable = |index: &usize| match atomic {
            Atomic::Outside => true,
            Atomic::Straight => is_plain(self.program, *index) && !starts_par(self.program, *index),
            Atomic::Looping => !starts_par(self.program, *index),
        };
        let behind: Vec<usize> = (self.index + 1..self.program.procedures.len()).filter(callable).collect();
        let procedure = *self.random.pick(&behind)?;
        let declared = &self.program.procedures[procedure];
        let arguments = self.arguments(procedure);
        let mut results = Vec::new();
        for ty in &declared.locals[declared.parameters..][..declared.results] {
            let fitting: Vec<Variable> = self
                .targets()
                .into_iter()
                .filter(|variable| self.ty(*variable) == *ty && !results.contains(variable))
                .collect();
            results.push(*self.random.pick(&fitting)?);
        }
        Some(Call { procedure, arguments, results })
    }

    fn arguments(&mut self, procedure: usize) -> Vec<Expr> {
        let declared = &self.program.procedures[procedure];
        declared.locals[..declared.parameters].iter().map(|ty| self.small(*ty)).collect()
    }

    /// Labels in blocks that are not atomic, and jumps to them from anywhere.
    fn add_jumps(&mut self, body: &mut Block, set_up: usize) {
        let first = self.labels + 1;
        for _ in 0..1 + self.random.below(2) {
            self.labels += 1;
            let label = self.labels;
            self.insert(body, set_up, Where::OutsideAtomic, Statement::Label(label));
        }
        for _ in 0..1 + self.random.below(2) {
            let mut targets: Vec<u32> = (first..=self.labels).collect();
            if self.random.chance(40) {
                targets.truncate(1);
            }
            let jump = Statement::Goto(targets);
            let jump =
                if self.random.chance(60) { Statement::If(self.condition(), vec![jump], Vec::new()) } else { jump };
            self.insert(body, set_up, Where::Anywhere, jump);
        }
    }

    fn insert(&mut self, block: &mut Block, from: usize, place: Where, statement: Statement) {
        let is_open = |inner: &Statement| match inner {
            Statement::Atomic(_) => place == Where::Anywhere,
            other => !other.blocks().is_empty(),
        };
        let nested: Vec<usize> = (from..block.len()).filter(|index| is_open(&block[*index])).collect();
        match self.random.pick(&nested).copied().filter(|_| self.random.chance(60)) {
            Some(index) => {
                let mut inner = block[index].blocks_mut();
                let which = self.random.below(inner.len());
                self.insert(inner[which], 0, place, statement);
            }
            None => {
                let position = from + self.random.below(block.len() - from + 1);
                self.insert_at(block, position, statement);
            }
        }
    }

    /// What confines an integer stays directly behind its `havoc`, and a loop behind its label.
    fn insert_at(&self, block: &mut Block, position: usize, statement: Statement) {
        let is_havoc = |statement: &Statement| matches!(statement, Statement::Havoc(chosen) if chosen.iter().any(|variable| self.ty(*variable) == Type::Int));
        let before = position.checked_sub(1).map(|before| &block[before]);
        let position = match before {
            Some(Statement::Label(_)) => position - 1,
            Some(before) if is_havoc(before) => position + 1,
            _ => position,
        };
        block.insert(position, statement);
    }

    pub(super) fn variables(&self) -> Vec<Variable> {
        let locals = self.program.procedures[self.index].locals.len();
        let globals = (0..self.program.globals.len()).map(Variable::Global);
        globals.chain((0..locals).map(Variable::Local)).collect()
    }

    /// The variables that may be assigned to.
    fn targets(&self) -> Vec<Variable> {
        let parameters = self.program.procedures[self.index].parameters;
        let is_parameter = |variable: &Variable| matches!(variable, Variable::Local(index) if *index < parameters);
        self.variables().into_iter().filter(|variable| !is_parameter(variable)).collect()
    }

    pub(super) fn ty(&self, variable: Variable) -> Type {
        match variable {
            Variable::Global(index) => self.program.globals[index],
            Variable::Local(index) => self.program.procedures[self.index].locals[index],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    OutsideAtomic,
    Anywhere,
}

/// Whether a parallel call may come of a call of the procedure.
fn starts_par(program: &Program, procedure: usize) -> bool {
    fn block_does(program: &Program, block: &Block) -> bool {
        block.iter().any(|statement| match statement {
            Statement::Par(_) => true,
            Statement::Call(call) => starts_par(program, call.procedure),
            other => other.blocks().into_iter().any(|inner| block_does(program, inner)),
        })
    }
    block_does(program, &program.procedures[procedure].body)
}
