//! The ways through an edge: each a conjunction of facts, and linear assignments.
//!
//! Commands are followed from the state before the step on. Whatever has two reasons to be true becomes two ways; ways may overlap, but
//! whatever the step can do, one of them does. What the step leaves open, and what only a division tells, is a [`Var::Chosen`].

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use crate::command::{Action, Callee, Command};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::linear::expr::{Linear, Var};
use crate::span::Span;
use crate::types::Type;
use crate::value::Value;

/// One way through an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// What is not negative, before the step, if it goes this way.
    pub guard: Vec<Linear>,
    /// What variables are afterwards, in terms of what they were before; the others stay.
    pub updates: BTreeMap<Var, Linear>,
    /// The threads that are started, in order, by their numbers.
    pub starts: Vec<usize>,
    /// What is chosen on the way, in order; nothing if a variable is forgotten, whose value nobody chooses.
    pub picks: Option<Vec<Pick>>,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What a step chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// An integer, which is [`Var::Chosen`] with this number.
    Integer(u32),
    /// A truth value, 0 or 1.
    Truth(u32),
    /// The thread with this number, which is joined.
    Thread(usize),
}

/// What comes of going a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The thread goes on where the edge leads.
    Goes,
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
    /// The variable, if it is a number or a truth value.
    fn variable(&self, variable: VarRef) -> Option<Var>;
    /// Its type.
    fn type_of(&self, variable: VarRef) -> &Type;
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
    pub parameters: Vec<Option<Var>>,
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
    pub results: Vec<Var>,
}

/// With more ways than this an edge is too intricate.
const MOST_CASES: usize = 64;

/// The ways through the commands.
pub fn cases(commands: &[Command], surroundings: &dyn Surroundings) -> Result<Vec<Case>, NotLinear> {
    let mut walk = Walk { surroundings, failed: Vec::new(), span: Span::NOWHERE };
    let mut paths = vec![Path::default()];
    for (place, command) in commands.iter().enumerate() {
        walk.span = command.span;
        paths = walk.action(place, &command.action, paths)?;
        if paths.len() + walk.failed.len() > MOST_CASES {
            return Err(walk.no("a step with so many ways"));
        }
    }
    let made = |outcome| {
        move |path: Path| {
            let picks = (!path.forgets).then_some(path.picks);
            Case { guard: path.guard, updates: path.values, starts: path.starts, picks, outcome }
        }
    };
    Ok(paths.into_iter().map(made(Outcome::Goes)).chain(walk.failed.into_iter().map(made(Outcome::Fails))).collect())
}

/// How far a way has come.
#[derive(Clone, Default)]
struct Path {
    guard: Vec<Linear>,
    values: BTreeMap<Var, Linear>,
    chosen: u32,
    starts: Vec<usize>,
    picks: Vec<Pick>,
    forgets: bool,
}

impl Path {
    fn value(&self, variable: Var) -> Linear {
        self.values.get(&variable).cloned().unwrap_or_else(|| Linear::variable(variable))
    }

    fn choose(&mut self) -> Linear {
        self.chosen += 1;
        Linear::variable(Var::Chosen(self.chosen - 1))
    }

    /// The way on which the expression is not negative, if there is one.
    fn with(mut self, fact: Linear) -> Option<Path> {
        let fact = fact.tightened();
        match fact.as_constant() {
            Some(number) => (number >= 0).then_some(self),
            None if fact.negated_fact().is_some_and(|negated| self.guard.contains(&negated)) => None,
            None => {
                if !self.guard.contains(&fact) {
                    self.guard.push(fact);
                }
                Some(self)
            }
        }
    }
}

struct Walk<'a> {
    surroundings: &'a dyn Surroundings,
    failed: Vec<Path>,
    span: Span,
}

type Valued = Vec<(Path, Linear)>;

impl Walk<'_> {
    fn no(&self, what: impl Into<String>) -> NotLinear {
        NotLinear { what: what.into(), span: self.span }
    }

    fn too_large<T>(&self, made: Option<T>) -> Result<T, NotLinear> {
        made.ok_or_else(|| self.no("a number of so many digits"))
    }

    fn variable(&self, variable: VarRef) -> Result<Var, NotLinear> {
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
                Action::Forget(targets) => next.push(Path { forgets: true, ..self.havoc(targets, path)? }),
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
                Action::Leave(_) => return Err(self.no("the end of a section")),
                Action::BeginAtomic | Action::EndAtomic => return Err(self.no("an atomic block with a loop")),
                Action::Halt => return Err(self.no("the end of the program by a command")),
            }
        }
        Ok(next)
    }

    fn assign(&mut self, assignments: &[(VarRef, Expr)], path: Path) -> Result<Vec<Path>, NotLinear> {
        let exprs: Vec<&Expr> = assignments.iter().map(|(_, expr)| expr).collect();
        let targets: Vec<Var> =
            assignments.iter().map(|(target, _)| self.variable(*target)).collect::<Result<_, _>>()?;
        let mut ways = self.evaluate_all(&exprs, path)?;
        for (path, values) in &mut ways {
            path.values.extend(targets.iter().copied().zip(std::mem::take(values)));
        }
        Ok(ways.into_iter().map(|(path, _)| path).collect())
    }

    fn havoc(&mut self, targets: &[VarRef], mut path: Path) -> Result<Path, NotLinear> {
        for target in targets {
            let variable = self.variable(*target)?;
            let number = path.chosen;
            let value = path.choose();
            if *self.surroundings.type_of(*target) == Type::Bool {
                path = self.between_zero_and_one(path, &value)?;
                path.picks.push(Pick::Truth(number));
            } else {
                path.picks.push(Pick::Integer(number));
            }
            path.values.insert(variable, value);
        }
        Ok(path)
    }

    fn between_zero_and_one(&self, path: Path, value: &Linear) -> Result<Path, NotLinear> {
        let below = self.too_large(Linear::constant(1).plus(-1, value))?;
        Ok(path.with(value.clone()).and_then(|path| path.with(below)).expect("a number that nobody knows may be 0"))
    }

    fn fork(&mut self, place: usize, arguments: &[Expr], path: Path) -> Result<Vec<Path>, NotLinear> {
        let started = self.surroundings.forked(place);
        let started = started.ok_or_else(|| self.no("a thread that may be started more than once"))?;
        let parameters: Option<Vec<Var>> = started.parameters.into_iter().collect();
        let parameters = parameters.ok_or_else(|| self.no("a parameter that is neither a number nor a truth value"))?;
        let mut ways = self.evaluate_all(&arguments.iter().collect::<Vec<_>>(), path)?;
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
        let targets: Vec<Var> = results.iter().map(|target| self.variable(*target)).collect::<Result<_, _>>()?;
        let mut ways = Vec::new();
        for Joined { thread, finished, results } in candidates {
            let is_one = self.too_large(path.value(finished).plus(-1, &Linear::constant(1)))?;
            let Some(mut path) = path.clone().with(is_one) else { continue };
            let values: Vec<Linear> = results.iter().map(|result| path.value(*result)).collect();
            path.values.extend(targets.iter().copied().zip(values));
            path.values.insert(finished, Linear::constant(0));
            path.picks.push(Pick::Thread(thread));
            ways.push(path);
        }
        Ok(ways)
    }

    fn evaluate_all(&mut self, exprs: &[&Expr], path: Path) -> Result<Vec<(Path, Vec<Linear>)>, NotLinear> {
        let mut ways = vec![(path, Vec::new())];
        for expr in exprs {
            let mut longer = Vec::new();
            for (path, values) in ways {
                for (path, value) in self.evaluate(expr, path)? {
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
    fn evaluate(&mut self, expr: &Expr, path: Path) -> Result<Valued, NotLinear> {
        match expr {
            Expr::Literal(Value::Int(number)) => {
                let number = self.too_large(number.to_i128())?;
                Ok(vec![(path, Linear::constant(number))])
            }
            Expr::Literal(Value::Bool(value)) => Ok(vec![(path, Linear::constant(i128::from(*value)))]),
            Expr::Variable(variable) => {
                let value = path.value(self.variable(*variable)?);
                Ok(vec![(path, value)])
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
                _ => return Err(self.no("a product of variables")),
            };
            Ok((path, self.too_large(product)?))
        };
        ways.into_iter().map(multiplied).collect()
    }

    /// `x = divisor * q + r` with `0 <= r < |divisor|`.
    fn quotient(&mut self, op: BinaryOp, left: &Expr, right: &Expr, path: Path) -> Result<Valued, NotLinear> {
        let mut made = Vec::new();
        for (mut path, values) in self.evaluate_all(&[left, right], path)? {
            let Some(divisor) = values[1].as_constant().filter(|divisor| *divisor != 0) else {
                return Err(self.no("a division by a variable or by zero"));
            };
            let quotient = path.choose();
            let remainder = self.too_large(values[0].plus(-divisor, &quotient))?;
            let below = self.too_large(Linear::constant(divisor.abs() - 1).plus(-1, &remainder))?;
            let Some(path) = path.with(remainder.clone()).and_then(|path| path.with(below)) else { continue };
            made.push((path, if op == BinaryOp::Divide { quotient } else { remainder }));
        }
        Ok(made)
    }

    /// The ways on which the condition is what is wanted.
    fn holds(&mut self, condition: &Expr, wanted: bool, path: Path) -> Result<Vec<Path>, NotLinear> {
        match condition {
            Expr::Unary(UnaryOp::Not, operand) => self.holds(operand, !wanted, path),
            Expr::Binary(BinaryOp::And, left, right) => self.connected(left, true, right, true, wanted, path),
            Expr::Binary(BinaryOp::Or, left, right) => self.connected(left, false, right, false, !wanted, path),
            Expr::Binary(BinaryOp::Implies, left, right) => self.connected(left, true, right, false, !wanted, path),
            Expr::Binary(op, left, right) if facts(*op, wanted).is_some() => {
                let mut ways = Vec::new();
                for (path, values) in self.evaluate_all(&[left, right], path)? {
                    let difference = self.too_large(values[0].plus(-1, &values[1]))?;
                    for alternative in facts(*op, wanted).unwrap_or_default() {
                        let mut way = Some(path.clone());
                        for (sign, constant) in *alternative {
                            let fact = self.too_large(Linear::constant(*constant).plus(*sign, &difference))?;
                            way = way.and_then(|way| way.with(fact));
                        }
                        ways.extend(way);
                    }
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
            _ => {
                let mut ways = Vec::new();
                for (path, value) in self.evaluate(condition, path)? {
                    // A truth value is 0 or 1.
                    let fact = if wanted { value.plus(-1, &Linear::constant(1)) } else { value.times(-1) };
                    ways.extend(path.with(self.too_large(fact)?));
                }
                Ok(ways)
            }
        }
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
