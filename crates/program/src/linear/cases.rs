//! The ways through an edge: each a conjunction of facts, and linear assignments.
//!
//! Commands are followed from the state before the step on. Whatever has two reasons to be true becomes two ways; ways may overlap, but
//! whatever the step can do, one of them does. What the step leaves open, and what only a division tells, is a [`Var::Chosen`].
//!
//! Machine integers are numbers within ranges ([`super::words`]). Some values are not followed: numbers that nobody knows, products of
//! variables, quotients by variables, pointers, what is in maps. They may be anything (*blind*), and so may conditions that depend on them; then a way may not be open though its guard
//! holds, and it is not counted on ([`Case::is_sure`]).

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use crate::command::{Action, Callee, Command};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::linear::division::{Part, Rounding};
use crate::linear::expr::{Linear, Var};
use crate::linear::pointers;
use crate::linear::system::Range;
use crate::linear::vague::is_nothing;
use crate::span::Span;
use crate::types::Type;
use crate::value::Value;

/// One way through an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// What is not negative, before the step, if it goes this way.
    pub guard: Vec<Linear>,
    /// The part of the guard that decides whether it can go this way. What only says what a quotient is can always be met.
    pub asks: Vec<Linear>,
    /// What variables are afterwards, in terms of what they were before; the others stay.
    pub updates: BTreeMap<Var, Linear>,
    /// The threads that are started, in order, by their numbers.
    pub starts: Vec<usize>,
    /// What is chosen on the way, in order; nothing if something is chosen that is no number.
    pub picks: Option<Vec<Pick>>,
    /// Those among the numbers left open ([`Var::Chosen`]) that are not for the step to choose: what is not followed, or forgotten.
    pub blind: Vec<Var>,
    /// Whether what variables are afterwards is said: not merely that it may be anything, though the step computes it.
    pub is_followed: bool,
    /// What comes of it.
    pub outcome: Outcome,
    /// Whether it can be taken wherever the guard holds, if what is left open is chosen well.
    pub is_sure: bool,
}

/// What a step chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// An integer, which is [`Var::Chosen`] with this number.
    Integer(u32),
    /// A truth value, 0 or 1.
    Truth(u32),
    /// A machine integer of this width, which is the number modulo two to the width.
    Word(u32, u32),
    /// The thread with this number, which is joined.
    Thread(usize),
}

/// What comes of going a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The thread goes on where the edge leads.
    Goes,
    /// The program ends, whatever other threads do.
    Halts,
    /// Something goes wrong, or it is not known what happens.
    Fails,
}

/// Why something is not linear integer arithmetic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotLinear {
    /// What is not.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// What the commands of an edge may refer to.
pub trait Surroundings {
    /// The variable and what is known of it, if it is a number, a machine integer or a truth value.
    fn variable(&self, variable: VarRef) -> Option<(Var, Range)>;
    /// Its type.
    fn type_of(&self, variable: VarRef) -> &Type;
    /// The variable that is 1 while the variable holds a value, if it may hold bits without one.
    fn presence(&self, variable: VarRef) -> Option<Var>;
    /// The type of an expression.
    fn type_of_expr(&self, expr: &Expr) -> Option<Type>;
    /// The thread that the command in this place among those of the edge starts, and its parameters.
    fn forked(&self, command: usize) -> Option<Started>;
    /// The threads that a join with this id and variables for results may wait for.
    fn joined(&self, id: &[Expr], results: &[VarRef]) -> Option<Vec<Joined>>;
}

/// A thread that is started.
#[derive(Clone, Debug)]
pub struct Started {
    /// Its number.
    pub thread: usize,
    /// Its parameters; nothing for those that are neither numbers nor truth values.
    pub parameters: Vec<Option<(Var, Range)>>,
    /// The variable that says that it has finished, if it has nothing to do and can be joined.
    pub finishes: Option<Var>,
}

/// A thread that may be joined.
#[derive(Clone, Debug)]
pub struct Joined {
    /// Its number.
    pub thread: usize,
    /// The variable that is 1 while it has finished and nobody has joined it.
    pub finished: Var,
    /// The variables with its results.
    pub results: Vec<(Var, Range)>,
}

/// With more ways than this an edge is too intricate.
const MOST_CASES: usize = 64;

/// What has no letters.
const IN_STEPS: &str = "an atomic block with loops, waits or choices inside";

/// The ways through the commands.
///
/// Atomic blocks must be ended that are begun: a thread that holds the scheduler between steps has no letters.
pub fn cases(commands: &[Command], surroundings: &dyn Surroundings) -> Result<Vec<Case>, NotLinear> {
    let mut walk = Walk { surroundings, failed: Vec::new(), halted: Vec::new(), span: Span::NOWHERE };
    let mut blocks = 0_u32;
    let mut paths = vec![Path::default()];
    for (place, command) in commands.iter().enumerate() {
        walk.span = command.span;
        paths = walk.action(place, &command.action, paths)?;
        let within = match command.action {
            Action::BeginAtomic => blocks.checked_add(1),
            Action::EndAtomic => blocks.checked_sub(1),
            _ => Some(blocks),
        };
        blocks = within.ok_or_else(|| walk.no(IN_STEPS))?;
        if paths.len() + walk.failed.len() + walk.halted.len() > MOST_CASES {
            return Err(walk.no("a step with so many ways"));
        }
    }
    if blocks > 0 {
        return Err(walk.no(IN_STEPS));
    }
    let made = |outcome| {
        move |path: Path| {
            let asks = path.asks();
            let speaks_of = |expr: &Linear, numbers: &[Var]| numbers.iter().any(|it| expr.mentions(*it));
            let is_followed = !path.values.values().any(|value| speaks_of(value, &path.blind));
            let blind = [path.blind, path.forgotten].concat();
            let is_sure = !path.is_blind && !asks.iter().any(|fact| speaks_of(fact, &blind));
            let Path { guard, values: updates, starts, picks, chooses_other_things, .. } = path;
            let picks = (!chooses_other_things).then_some(picks);
            Case { guard, asks, updates, starts, picks, blind, is_followed, outcome, is_sure }
        }
    };
    let goes = paths.into_iter().map(made(Outcome::Goes));
    let halts = walk.halted.into_iter().map(made(Outcome::Halts));
    Ok(goes.chain(halts).chain(walk.failed.into_iter().map(made(Outcome::Fails))).collect())
}

/// How far a way has come.
#[derive(Clone, Default)]
pub(super) struct Path {
    guard: Vec<Linear>,
    values: BTreeMap<Var, Linear>,
    chosen: u32,
    starts: Vec<usize>,
    picks: Vec<Pick>,
    /// Whether something is chosen that is no number.
    chooses_other_things: bool,
    /// Numbers of which these facts say what they are, or between what: for each of them, in order, there is one that meets the facts,
    /// whatever the others are that come before it.
    defined: Vec<(Var, Vec<Linear>)>,
    /// Those that may be anything in between.
    blind: Vec<Var>,
    /// Those that stand for what was forgotten.
    forgotten: Vec<Var>,
    /// Whether it depends on something else that is not followed whether the step goes this way.
    is_blind: bool,
}

impl Path {
    pub(super) fn value(&self, variable: Var) -> Linear {
        self.values.get(&variable).cloned().unwrap_or_else(|| Linear::variable(variable))
    }

    pub(super) fn choose(&mut self) -> Linear {
        self.chosen += 1;
        Linear::variable(Var::Chosen(self.chosen - 1))
    }

    /// A number between these two of which nothing else is known; it is not for the step to choose it.
    pub(super) fn choose_blindly(mut self, least: i128, most: i128) -> Option<(Path, Linear)> {
        let variable = Var::Chosen(self.chosen);
        let value = self.choose();
        let facts = within(&value, least, most)?;
        self.blind.push(variable);
        Some((self.defining(variable, facts)?, value))
    }

    /// A number of which these facts are known and nothing else; it is not for the step to choose it. There must be one that meets them
    /// wherever the way can be gone so far. Nothing if a number is too large.
    pub(super) fn choose_with(
        mut self,
        facts: impl FnOnce(&Linear) -> Option<Vec<Linear>>,
    ) -> Option<(Option<Path>, Linear)> {
        let variable = Var::Chosen(self.chosen);
        let value = self.choose();
        self.blind.push(variable);
        let facts = facts(&value)?;
        Some((self.defining(variable, facts), value))
    }

    /// A number of which nothing is known, which is not for the step to choose either.
    fn choose_anything(mut self) -> (Path, Linear) {
        self.blind.push(Var::Chosen(self.chosen));
        let value = self.choose();
        (self, value)
    }

    /// The way on which the facts hold, which say what the number is that was chosen last.
    pub(super) fn defining(mut self, variable: Var, facts: impl IntoIterator<Item = Linear>) -> Option<Path> {
        let facts: Vec<Linear> = facts.into_iter().map(Linear::tightened).collect();
        self.defined.push((variable, facts.clone()));
        facts.into_iter().try_fold(self, Path::with)
    }

    /// What decides whether the way can be taken.
    fn asks(&self) -> Vec<Linear> {
        let mut asks = self.guard.clone();
        for (variable, facts) in self.defined.iter().rev() {
            if asks.iter().all(|fact| !fact.mentions(*variable) || facts.contains(fact)) {
                asks.retain(|fact| !facts.contains(fact));
            }
        }
        asks
    }

    /// The way on which something holds that is not followed.
    fn blindly(self) -> Path {
        Path { is_blind: true, ..self }
    }

    /// The way on which the expression is not negative, if there is one.
    pub(super) fn with(mut self, fact: Linear) -> Option<Path> {
        let fact = fact.tightened();
        let contradicts =
            |known: &Linear| known.plus(1, &fact).and_then(|sum| sum.as_constant()).is_some_and(|sum| sum < 0);
        match fact.as_constant() {
            Some(number) => (number >= 0).then_some(self),
            None if self.guard.iter().any(contradicts) => None,
            None => {
                if !self.guard.contains(&fact) {
                    self.guard.push(fact);
                }
                Some(self)
            }
        }
    }
}

pub(super) struct Walk<'a> {
    pub(super) surroundings: &'a dyn Surroundings,
    failed: Vec<Path>,
    halted: Vec<Path>,
    span: Span,
}

pub(super) type Valued = Vec<(Path, Linear)>;

impl Walk<'_> {
    pub(super) fn no(&self, what: impl Into<String>) -> NotLinear {
        NotLinear { what: what.into(), span: self.span }
    }

    pub(super) fn too_large<T>(&self, made: Option<T>) -> Result<T, NotLinear> {
        made.ok_or_else(|| self.no("a number of so many digits"))
    }

    pub(super) fn variable(&self, variable: VarRef) -> Result<(Var, Range), NotLinear> {
        let found = self.surroundings.variable(variable);
        found.ok_or_else(|| self.no(format!("a variable of type `{}`", self.surroundings.type_of(variable))))
    }

    fn action(&mut self, place: usize, action: &Action, paths: Vec<Path>) -> Result<Vec<Path>, NotLinear> {
        let mut next = Vec::new();
        for path in paths {
            match action {
                Action::Assume(condition) => next.extend(self.holds(condition, true, path)?),
                Action::Assert(condition, _) => {
                    let failed = self.holds(condition, false, path.clone())?;
                    self.failed.extend(failed);
                    next.extend(self.holds(condition, true, path)?);
                }
                Action::Unsupported(_) => self.failed.push(path),
                Action::Assign(assignments) => next.extend(self.assign(assignments, path)?),
                Action::Havoc(targets) => next.push(self.havoc(targets, path)?),
                Action::Forget(targets) => next.push(self.forget(targets, path)?),
                Action::Fork { callee: Callee::Procedure(_), arguments, .. } => {
                    next.extend(self.fork(place, arguments, path)?);
                }
                Action::Join { id, results } => next.extend(self.join(id, results, path)?),
                Action::Output(_) | Action::Enter(_) => next.push(path),
                Action::Store { .. }
                | Action::Copy { .. }
                | Action::Fill { .. }
                | Action::Allocate { .. }
                | Action::Free(_) => return Err(self.no("memory")),
                Action::Fork { callee: Callee::Pointer(_), .. } => return Err(self.no("a fork through a pointer")),
                // That the section is open is found out before ([`super::sections`]).
                Action::Leave(_) => next.push(path),
                // The step that begins a block is the one that ends it, so nobody else can step meanwhile anyway.
                Action::BeginAtomic | Action::EndAtomic => next.push(path),
                Action::Halt => self.halted.push(path),
            }
        }
        Ok(next)
    }

    fn assign(&mut self, assignments: &[(VarRef, Expr)], path: Path) -> Result<Vec<Path>, NotLinear> {
        let (mut exprs, mut targets): (Vec<(&Expr, Range)>, Vec<Var>) = Default::default();
        for (target, expr) in assignments {
            match self.surroundings.variable(*target) {
                Some((variable, range)) => {
                    exprs.push((expr, range));
                    targets.push(variable);
                }
                // What nobody can look at may be anything.
                None if self.is_harmless(expr) => {}
                None => return Err(self.no(format!("a variable of type `{}`", self.surroundings.type_of(*target)))),
            }
        }
        let mut ways = self.evaluate_within(&exprs, path)?;
        for (path, values) in &mut ways {
            path.values.extend(targets.iter().copied().zip(std::mem::take(values)));
            for (target, expr) in assignments {
                let is_there = !is_nothing(expr);
                let presence = self.surroundings.presence(*target);
                path.values.extend(presence.map(|presence| (presence, Linear::constant(i128::from(is_there)))));
            }
        }
        Ok(ways.into_iter().map(|(path, _)| path).collect())
    }

    /// The way on which the variable holds a value, if it is not known that it does; on the other one, looking at it fails.
    pub(super) fn present(&mut self, variable: VarRef, path: Path) -> Result<Option<Path>, NotLinear> {
        let Some(presence) = self.surroundings.presence(variable) else { return Ok(Some(path)) };
        let value = path.value(presence);
        let (is_there, is_not) = (value.plus(-1, &Linear::constant(1)), value.times(-1));
        self.failed.extend(path.clone().with(self.too_large(is_not)?));
        Ok(path.with(self.too_large(is_there)?))
    }

    /// The way on which all variables of the expression hold values.
    pub(super) fn all_present(&mut self, expr: &Expr, path: Path) -> Result<Option<Path>, NotLinear> {
        let mut variables = Vec::new();
        expr.for_each_variable(&mut |variable| variables.push(variable));
        let mut way = Some(path);
        for variable in variables {
            let Some(path) = way else { break };
            way = self.present(variable, path)?;
        }
        Ok(way)
    }

    /// Whether to compute the expression is no error, whatever it is made of.
    fn is_harmless(&self, expr: &Expr) -> bool {
        let mut is_present = true;
        expr.for_each_variable(&mut |variable| is_present &= self.surroundings.presence(variable).is_none());
        is_present && is_harmless(expr)
    }

    fn havoc(&mut self, targets: &[VarRef], mut path: Path) -> Result<Path, NotLinear> {
        for target in targets {
            let known = self.surroundings.variable(*target);
            let number = path.chosen;
            let pick = match self.surroundings.type_of(*target) {
                Type::Int => Some(Pick::Integer(number)),
                Type::Bool => Some(Pick::Truth(number)),
                Type::Bits(width) => Some(Pick::Word(number, *width)),
                _ => None,
            };
            let value;
            match pick {
                Some(pick) => {
                    value = path.choose();
                    path.picks.push(pick);
                }
                None => {
                    path.chooses_other_things = true;
                    (path, value) = path.choose_anything();
                }
            }
            // What nobody looks at is chosen all the same.
            let Some((variable, range)) = known else { continue };
            if let Some((least, most)) = range.bounds() {
                path = self.between(path, &value, least, most)?;
            }
            self.set(*target, variable, value, &mut path);
        }
        Ok(path)
    }

    /// Lets variables hold something that nobody has chosen.
    fn forget(&mut self, targets: &[VarRef], mut path: Path) -> Result<Path, NotLinear> {
        for target in targets {
            let Some((variable, range)) = self.surroundings.variable(*target) else { continue };
            let number = Var::Chosen(path.chosen);
            let value = path.choose();
            path.forgotten.push(number);
            if let Some((least, most)) = range.bounds() {
                let path_within = within(&value, least, most).and_then(|facts| path.defining(number, facts));
                path = self.too_large(path_within)?;
            }
            self.set(*target, variable, value, &mut path);
        }
        Ok(path)
    }

    /// Lets the variable hold the value, which is there.
    fn set(&self, target: VarRef, variable: Var, value: Linear, path: &mut Path) {
        path.values.insert(variable, value);
        let presence = self.surroundings.presence(target);
        path.values.extend(presence.map(|presence| (presence, Linear::constant(1))));
    }

    fn between(&self, path: Path, value: &Linear, least: i128, most: i128) -> Result<Path, NotLinear> {
        let above = self.too_large(value.plus(-1, &Linear::constant(least)))?;
        let below = self.too_large(Linear::constant(most).plus(-1, value))?;
        Ok(path.with(above).and_then(|path| path.with(below)).expect("a number that nobody knows may be anything"))
    }

    fn fork(&mut self, place: usize, arguments: &[Expr], path: Path) -> Result<Vec<Path>, NotLinear> {
        let started = self.surroundings.forked(place);
        let started = started.ok_or_else(|| self.no("a thread that may be started more than once"))?;
        let (mut exprs, mut parameters): (Vec<(&Expr, Range)>, Vec<Var>) = Default::default();
        for (argument, parameter) in arguments.iter().zip(started.parameters) {
            match parameter {
                Some((variable, range)) => {
                    exprs.push((argument, range));
                    parameters.push(variable);
                }
                None if self.is_harmless(argument) => {}
                None => return Err(self.no("an argument that is neither a number nor a truth value")),
            }
        }
        let mut ways = self.evaluate_within(&exprs, path)?;
        for (path, values) in &mut ways {
            path.values.extend(parameters.iter().copied().zip(std::mem::take(values)));
            path.values.extend(started.finishes.map(|finished| (finished, Linear::constant(1))));
            path.starts.push(started.thread);
        }
        Ok(ways.into_iter().map(|(path, _)| path).collect())
    }

    fn join(&mut self, id: &[Expr], results: &[VarRef], path: Path) -> Result<Vec<Path>, NotLinear> {
        let candidates = self.surroundings.joined(id, results);
        let candidates = candidates.ok_or_else(|| self.no("a join with a computed id"))?;
        let targets: Vec<(Var, Range)> =
            results.iter().map(|target| self.variable(*target)).collect::<Result<_, _>>()?;
        let mut ways = Vec::new();
        for Joined { thread, finished, results } in candidates {
            let is_one = self.too_large(path.value(finished).plus(-1, &Linear::constant(1)))?;
            let Some(mut path) = path.clone().with(is_one) else { continue };
            path.picks.push(Pick::Thread(thread));
            let mut given = vec![(path, Vec::new())];
            for ((result, its_range), (_, range)) in results.iter().zip(&targets) {
                let mut longer = Vec::new();
                for (path, values) in given {
                    let value = path.value(*result);
                    for (path, value) in self.moved(path, value, *its_range, *range)? {
                        longer.push((path, values.iter().cloned().chain([value]).collect::<Vec<Linear>>()));
                    }
                }
                given = longer;
            }
            for (mut path, values) in given {
                path.values.extend(targets.iter().map(|(target, _)| *target).zip(values));
                path.values.insert(finished, Linear::constant(0));
                ways.push(path);
            }
        }
        Ok(ways)
    }

    fn evaluate_all(&mut self, exprs: &[&Expr], path: Path) -> Result<Vec<(Path, Vec<Linear>)>, NotLinear> {
        let exprs: Vec<(&Expr, Range)> = exprs.iter().map(|expr| (*expr, Range::Integer)).collect();
        self.evaluate_within(&exprs, path)
    }

    /// The values of expressions as variables with these ranges hold them.
    fn evaluate_within(&mut self, exprs: &[(&Expr, Range)], path: Path) -> Result<Vec<(Path, Vec<Linear>)>, NotLinear> {
        let mut ways = vec![(path, Vec::new())];
        for (expr, range) in exprs {
            let mut longer = Vec::new();
            for (path, values) in ways {
                let found = match range {
                    Range::Word { width, is_signed } => self.word_within(expr, *width, *is_signed, path)?,
                    Range::Integer | Range::Truth | Range::Pointer => self.evaluate(expr, path)?,
                };
                for (path, value) in found {
                    let mut values = values.clone();
                    values.push(value);
                    longer.push((path, values));
                }
            }
            ways = longer;
        }
        Ok(ways)
    }

    /// The value of a number or a truth value on each way.
    pub(super) fn evaluate(&mut self, expr: &Expr, path: Path) -> Result<Valued, NotLinear> {
        match expr {
            Expr::Literal(Value::Int(number)) => {
                let number = self.too_large(number.to_i128())?;
                Ok(vec![(path, Linear::constant(number))])
            }
            Expr::Literal(Value::Bool(value)) => Ok(vec![(path, Linear::constant(i128::from(*value)))]),
            Expr::Literal(Value::Pointer(pointer)) => Ok(vec![match pointers::number(*pointer) {
                Some(number) => (path, Linear::constant(number)),
                None => path.choose_anything(),
            }]),
            Expr::Variable(name) => match self.variable(*name)? {
                (_, Range::Word { .. }) => Err(self.no("a machine integer for an integer")),
                (variable, _) => {
                    let path = self.present(*name, path)?;
                    Ok(path.into_iter().map(|path| (path.clone(), path.value(variable))).collect())
                }
            },
            Expr::Unary(op @ (UnaryOp::UnsignedToInt | UnaryOp::SignedToInt), operand) => {
                self.word_as_integer(operand, *op == UnaryOp::SignedToInt, path)
            }
            Expr::Unary(UnaryOp::Negate, operand) => self.map(operand, path, |value| value.times(-1)),
            Expr::Unary(UnaryOp::Not, operand) => self.map(operand, path, |value| Linear::constant(1).plus(-1, &value)),
            Expr::Binary(BinaryOp::Add, left, right) => self.combine(left, right, path, |a, b| a.plus(1, b)),
            Expr::Binary(BinaryOp::Subtract, left, right) => self.combine(left, right, path, |a, b| a.plus(-1, b)),
            Expr::Binary(BinaryOp::Multiply, left, right) => self.product(left, right, path),
            Expr::Binary(op @ (BinaryOp::Divide | BinaryOp::Modulo), left, right) => {
                self.quotient(*op, left, right, path)
            }
            Expr::If(condition, first, second) => {
                let mut ways = Vec::new();
                for (branch, wanted) in [(first, true), (second, false)] {
                    for path in self.holds(condition, wanted, path.clone())? {
                        ways.extend(self.evaluate(branch, path)?);
                    }
                }
                Ok(ways)
            }
            Expr::Binary(
                BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Implies
                | BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual,
                ..,
            ) => {
                let mut ways = Vec::new();
                for wanted in [true, false] {
                    let paths = self.holds(expr, wanted, path.clone())?;
                    ways.extend(paths.into_iter().map(|path| (path, Linear::constant(i128::from(wanted)))));
                }
                Ok(ways)
            }
            _ if self.surroundings.type_of_expr(expr) == Some(Type::Bool) => {
                let mut ways = Vec::new();
                for wanted in [true, false] {
                    let paths = self.condition(expr, wanted, path.clone())?;
                    ways.extend(paths.into_iter().map(|path| (path, Linear::constant(i128::from(wanted)))));
                }
                Ok(ways)
            }
            _ if matches!(self.surroundings.type_of_expr(expr), Some(Type::Int | Type::Pointer))
                && is_harmless(expr) =>
            {
                let path = self.all_present(expr, path)?;
                Ok(path.map(Path::choose_anything).into_iter().collect())
            }
            _ => Err(self.no("an expression of another kind than linear integer arithmetic")),
        }
    }

    fn map(
        &mut self,
        operand: &Expr,
        path: Path,
        apply: impl Fn(Linear) -> Option<Linear>,
    ) -> Result<Valued, NotLinear> {
        let ways = self.evaluate(operand, path)?;
        ways.into_iter().map(|(path, value)| Ok((path, self.too_large(apply(value))?))).collect()
    }

    fn combine(
        &mut self,
        left: &Expr,
        right: &Expr,
        path: Path,
        apply: impl Fn(&Linear, &Linear) -> Option<Linear>,
    ) -> Result<Valued, NotLinear> {
        let ways = self.evaluate_all(&[left, right], path)?;
        ways.into_iter().map(|(path, values)| Ok((path, self.too_large(apply(&values[0], &values[1]))?))).collect()
    }

    fn product(&mut self, left: &Expr, right: &Expr, path: Path) -> Result<Valued, NotLinear> {
        let ways = self.evaluate_all(&[left, right], path)?;
        let multiplied = |(path, values): (Path, Vec<Linear>)| {
            let product = match (values[0].as_constant(), values[1].as_constant()) {
                (Some(factor), _) => values[1].times(factor),
                (_, Some(factor)) => values[0].times(factor),
                _ => return Ok(path.choose_anything()),
            };
            Ok((path, self.too_large(product)?))
        };
        ways.into_iter().map(multiplied).collect()
    }

    /// Division as SMT-LIB defines it: what comes of one by zero is not said.
    fn quotient(&mut self, op: BinaryOp, left: &Expr, right: &Expr, path: Path) -> Result<Valued, NotLinear> {
        let part = if op == BinaryOp::Divide { Part::Quotient } else { Part::Remainder };
        let mut made = Vec::new();
        for (path, values) in self.evaluate_all(&[left, right], path)? {
            let [dividend, divisor] = [&values[0], &values[1]];
            for path in self.compared(BinaryOp::Equal, true, path.clone(), divisor, &Linear::constant(0))? {
                made.push(path.choose_anything());
            }
            for (path, value) in self.divided(path, [dividend, divisor], Rounding::Euclidean, part)? {
                made.push(match value {
                    Some(value) => (path, value),
                    None => path.choose_anything(),
                });
            }
        }
        Ok(made)
    }

    /// The ways on which the condition is what is wanted.
    pub(super) fn holds(&mut self, condition: &Expr, wanted: bool, path: Path) -> Result<Vec<Path>, NotLinear> {
        if let Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right) = condition
            && let Some((left, right)) = pointers::without_offset(left, right)
        {
            return self.holds(&Expr::binary(*op, left, right), wanted, path);
        }
        match condition {
            Expr::Unary(UnaryOp::Not, operand) => self.holds(operand, !wanted, path),
            Expr::Binary(BinaryOp::And, left, right) => self.connected(left, true, right, true, wanted, path),
            Expr::Binary(BinaryOp::Or, left, right) => self.connected(left, false, right, false, !wanted, path),
            Expr::Binary(BinaryOp::Implies, left, right) => self.connected(left, true, right, false, !wanted, path),
            Expr::Binary(BinaryOp::Equal | BinaryOp::NotEqual, left, _) if !self.is_number(left) => {
                self.condition(condition, wanted, path)
            }
            Expr::Binary(op, left, right) if facts(*op, wanted).is_some() => {
                let mut ways = Vec::new();
                for (path, values) in self.evaluate_all(&[left, right], path)? {
                    ways.extend(self.compared(*op, wanted, path, &values[0], &values[1])?);
                }
                Ok(ways)
            }
            Expr::If(condition, first, second) => {
                let mut ways = Vec::new();
                for (branch, taken) in [(first, true), (second, false)] {
                    for path in self.holds(condition, taken, path.clone())? {
                        ways.extend(self.holds(branch, wanted, path)?);
                    }
                }
                Ok(ways)
            }
            Expr::Literal(Value::Bool(_)) | Expr::Variable(_) => {
                let mut ways = Vec::new();
                for (path, value) in self.evaluate(condition, path)? {
                    // A truth value is 0 or 1.
                    let fact = if wanted { value.plus(-1, &Linear::constant(1)) } else { value.times(-1) };
                    ways.extend(path.with(self.too_large(fact)?));
                }
                Ok(ways)
            }
            _ => self.condition(condition, wanted, path),
        }
    }

    fn is_number(&self, expr: &Expr) -> bool {
        matches!(self.surroundings.type_of_expr(expr), Some(Type::Int | Type::Bool | Type::Pointer))
    }

    /// The ways on which two numbers compare as is wanted.
    pub(super) fn compared(
        &self,
        op: BinaryOp,
        wanted: bool,
        path: Path,
        left: &Linear,
        right: &Linear,
    ) -> Result<Vec<Path>, NotLinear> {
        let difference = self.too_large(left.plus(-1, right))?;
        let mut ways = Vec::new();
        for alternative in facts(op, wanted).unwrap_or_default() {
            let mut way = Some(path.clone());
            for (sign, constant) in *alternative {
                let fact = self.too_large(Linear::constant(*constant).plus(*sign, &difference))?;
                way = way.and_then(|way| way.with(fact));
            }
            ways.extend(way);
        }
        Ok(ways)
    }

    /// The ways on which a condition on other things than numbers and truth values is what is wanted.
    fn condition(&mut self, condition: &Expr, wanted: bool, path: Path) -> Result<Vec<Path>, NotLinear> {
        if let Some(ways) = self.word_condition(condition, wanted, &path)? {
            return Ok(ways);
        }
        if is_harmless(condition) {
            let path = self.all_present(condition, path)?;
            return Ok(path.map(Path::blindly).into_iter().collect());
        }
        Err(self.no("a condition on other things than numbers and truth values"))
    }

    /// The ways on which `left == first && right == second`, or on which this is not so.
    fn connected(
        &mut self,
        left: &Expr,
        first: bool,
        right: &Expr,
        second: bool,
        both: bool,
        path: Path,
    ) -> Result<Vec<Path>, NotLinear> {
        let mut ways = Vec::new();
        if both {
            for path in self.holds(left, first, path)? {
                ways.extend(self.holds(right, second, path)?);
            }
        } else {
            ways.extend(self.holds(left, !first, path.clone())?);
            ways.extend(self.holds(right, !second, path)?);
        }
        Ok(ways)
    }
}

/// That the value is between these two.
fn within(value: &Linear, least: i128, most: i128) -> Option<[Linear; 2]> {
    Some([value.plus(-1, &Linear::constant(least))?, Linear::constant(most).plus(-1, value)?])
}

/// Whether to compute the expression is no error, whatever it is made of, if all of it has a value.
pub(super) fn is_harmless(expr: &Expr) -> bool {
    let mut is_harmless = !matches!(
        expr,
        Expr::Load(..)
            | Expr::Unary(UnaryOp::ObjectSize | UnaryOp::FloatToSigned(_) | UnaryOp::FloatToUnsigned(_), _)
            | Expr::Binary(BinaryOp::Distance, ..)
    );
    expr.for_each_operand(|operand| is_harmless &= self::is_harmless(operand));
    is_harmless
}

/// What the comparison says of `left - right`: one of several conjunctions of `constant + sign * difference >= 0`.
fn facts(op: BinaryOp, wanted: bool) -> Option<&'static [&'static [(i128, i128)]]> {
    const LESS: (i128, i128) = (-1, -1);
    const LESS_EQUAL: (i128, i128) = (-1, 0);
    const GREATER: (i128, i128) = (1, -1);
    const GREATER_EQUAL: (i128, i128) = (1, 0);
    Some(match (op, wanted) {
        (BinaryOp::Equal, true) | (BinaryOp::NotEqual, false) => &[&[LESS_EQUAL, GREATER_EQUAL]],
        (BinaryOp::NotEqual, true) | (BinaryOp::Equal, false) => &[&[LESS], &[GREATER]],
        (BinaryOp::Less, true) | (BinaryOp::GreaterEqual, false) => &[&[LESS]],
        (BinaryOp::LessEqual, true) | (BinaryOp::Greater, false) => &[&[LESS_EQUAL]],
        (BinaryOp::Greater, true) | (BinaryOp::LessEqual, false) => &[&[GREATER]],
        (BinaryOp::GreaterEqual, true) | (BinaryOp::Less, false) => &[&[GREATER_EQUAL]],
        _ => return None,
    })
}
