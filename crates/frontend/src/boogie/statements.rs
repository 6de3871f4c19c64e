//! Statements to steps.

use std::collections::BTreeSet;
use std::sync::Arc;

use program::command::{Action, Command};
use program::expr::{Expr, UnaryOp, VarRef};
use program::span::Span;
use program::text::counted;
use program::value::Value;

use crate::boogie::ast::{self, Attribute, Guard, Name, Statement, StatementKind, Target, find_attribute};
use crate::boogie::builder::{BreakTarget, Builder, Mode};
use crate::boogie::expressions::Purpose;
use crate::boogie::graph::{RawNode, Step, Wait};
use crate::boogie::labels;
use crate::error::{Error, Result};

impl<'s, 'a> Builder<'s, 'a> {
    /// Lowers the statements from a node on, and returns the node behind them.
    pub fn statements(&mut self, statements: &'a [Statement], from: RawNode) -> Result<RawNode> {
        let mut at = from;
        let mut position = 0;
        let mut labels = Vec::new();
        while let Some(statement) = statements.get(position) {
            position += 1;
            if let StatementKind::Label(label) = &statement.kind {
                at = self.label(label, at)?;
                labels.push(Arc::clone(&label.text));
                continue;
            }
            if let StatementKind::Havoc(names) = &statement.kind {
                let (after, assumptions) = self.havoc(names, &statements[position..], statement.span, at)?;
                at = after;
                position += assumptions;
            } else {
                at = self.statement(statement, std::mem::take(&mut labels), at)?;
            }
            labels.clear();
        }
        Ok(at)
    }

    fn statement(&mut self, statement: &'a Statement, labels: Vec<Arc<str>>, at: RawNode) -> Result<RawNode> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Assume(attributes, condition) => self.assume(attributes, condition, span, at),
            StatementKind::Assert(attributes, condition) => {
                let condition = self.run().condition(condition)?;
                let message = find_attribute(attributes, "msg").and_then(Attribute::text).cloned();
                let mut commands = vec![Command { action: Action::Assert(condition, message), span }];
                commands.extend(self.marked_actions(attributes, span)?);
                Ok(self.step(at, Step::new(commands, span)))
            }
            StatementKind::Assign(targets, values) => self.assign(targets, values, span, at),
            StatementKind::Goto(targets) => self.goto(targets, span, at),
            StatementKind::Return => Ok(self.jump_away(at, self.frame.end, span)),
            StatementKind::Break(label) => self.break_out(label.as_ref(), span, at),
            StatementKind::If { arms, otherwise } => self.conditional(arms, otherwise, labels, at),
            StatementKind::While { guard, invariants, body } => {
                for invariant in invariants {
                    self.scope(Purpose::Check).condition(invariant)?;
                }
                self.while_loop(guard, body, labels, at)
            }
            StatementKind::Block(inner) => self.statements(inner, at),
            StatementKind::Yield => Ok(self.step(at, Step::new(Vec::new(), span))),
            StatementKind::Call(call) => self.call(call, span, at),
            StatementKind::Async(call) => self.start_thread(None, call, span, at),
            StatementKind::Fork(id, call) => self.start_thread(Some(id), call, span, at),
            StatementKind::Join(id, results) => self.join(id, results, span, at),
            StatementKind::Par(arms) => self.par(arms, span, at),
            StatementKind::Atomic(body) => self.atomic(body, span, at),
            StatementKind::Label(_) | StatementKind::Havoc(_) => unreachable!("taken care of by `statements`"),
        }
    }

    /// Takes a step to a new node.
    pub fn step(&mut self, from: RawNode, step: Step) -> RawNode {
        let to = self.graph.node();
        self.graph.step(from, to, step);
        to
    }

    /// Jumps, and returns a node for the statements behind, which nothing reaches unless a label does.
    fn jump_away(&mut self, from: RawNode, to: RawNode, span: Span) -> RawNode {
        self.graph.jump(from, to, Some(span));
        self.graph.node()
    }

    fn label(&mut self, label: &Name, at: RawNode) -> Result<RawNode> {
        let found = self.frame.labels.last().and_then(|labels| labels.get(&label.text)).copied();
        let node = found.ok_or_else(|| Error::new(label.span, "this label was not found"))?;
        self.graph.place(node);
        self.graph.fall(at, node);
        Ok(node)
    }

    fn assume(&mut self, attributes: &[Attribute], condition: &ast::Expr, span: Span, at: RawNode) -> Result<RawNode> {
        let condition = self.run().condition(condition)?;
        let sections = self.marked_actions(attributes, span)?;
        let mut step = Step::new(Vec::new(), span);
        let can_block = !is_literal(&condition, true);
        if can_block || sections.is_empty() {
            step.commands.push(Command { action: Action::Assume(condition), span });
        }
        step.commands.extend(sections);
        let named = find_attribute(attributes, "unhang_wait").and_then(Attribute::text);
        let wait = named.map_or(Wait::Assumption, |kind| Wait::Named(self.session.section_kind(kind)));
        step.wait = can_block.then_some(wait);
        step.spurious = find_attribute(attributes, "unhang_spurious").is_some();
        if find_attribute(attributes, "unhang_eventually").is_some() {
            step.eventually = Some(self.session.choice(span));
        }
        if step.spurious && step.eventually.is_some() {
            return Err(Error::new(span, BOTH_MARKS));
        }
        step.is_guard = true;
        Ok(self.step(at, step))
    }

    /// A `havoc` and the assumptions about it that follow; says how many they are.
    fn havoc(&mut self, names: &[Name], rest: &'a [Statement], span: Span, at: RawNode) -> Result<(RawNode, usize)> {
        let mut seen = BTreeSet::new();
        let mut variables: Vec<VarRef> = Vec::new();
        for name in names {
            let variable = self.assignable(name)?.variable;
            if seen.insert(variable) {
                variables.push(variable);
            }
        }
        let mut step = Step::new(vec![Command { action: Action::Havoc(variables.clone()), span }], span);
        for variable in &variables {
            if let Some((condition, span)) = self.where_clause(*variable)? {
                step.commands.push(Command { action: Action::Assume(condition), span });
                step.wait = Some(Wait::Assumption);
            }
        }
        let mut taken = 0;
        for statement in rest {
            let StatementKind::Assume(attributes, condition) = &statement.kind else { break };
            // As written: what is left of a quantifier that is expanded may mention less.
            if !condition.mentions(&|written| names.iter().any(|name| name.text == *written)) {
                break;
            }
            if let Some(attribute) = find_attribute(attributes, "unhang_eventually") {
                let what = "`{:unhang_eventually}` stands first in a way that is chosen, in front of a `havoc`";
                return Err(Error::new(attribute.name.span, what));
            }
            let condition = self.run().condition(condition)?;
            step.commands.push(Command { action: Action::Assume(condition), span: statement.span });
            step.commands.extend(self.marked_actions(attributes, statement.span)?);
            step.wait = Some(Wait::Assumption);
            taken += 1;
        }
        Ok((self.step(at, step), taken))
    }

    fn assign(&mut self, targets: &[Target], values: &[ast::Expr], span: Span, at: RawNode) -> Result<RawNode> {
        if targets.len() != values.len() {
            let (given, set) = (counted(values.len(), "value"), counted(targets.len(), "variable"));
            let what = format!("{given} cannot be assigned to {set}");
            return Err(Error::new(span, what));
        }
        let names: Vec<Name> = targets.iter().map(|target| target.name.clone()).collect();
        let variables = self.assignables(&names)?;
        let mut assignments = Vec::new();
        for ((target, value), variable) in targets.iter().zip(values).zip(variables) {
            let value = self.assigned(target, &target.keys, value)?;
            self.run().expect(&value.ty, &variable.ty, value_span(target, values))?;
            assignments.push((variable.variable, value.expr));
        }
        let commands = vec![Command { action: Action::Assign(assignments), span }];
        Ok(self.step(at, Step::new(commands, span)))
    }

    fn goto(&mut self, targets: &[Name], span: Span, at: RawNode) -> Result<RawNode> {
        for target in targets {
            let known = self.frame.labels.iter().rev().find_map(|labels| labels.get(&target.text)).copied();
            let Some(node) = known else { return Err(labels::missing(target, self.frame.info.body)) };
            match targets {
                [_] => self.graph.jump(at, node, Some(span)),
                _ => self.graph.choice(at, node, span),
            }
        }
        Ok(self.graph.node())
    }

    fn break_out(&mut self, label: Option<&Name>, span: Span, at: RawNode) -> Result<RawNode> {
        let mut targets = self.frame.breaks.iter().rev();
        let found = match label {
            Some(label) => targets.find(|target| target.labels.contains(&label.text)),
            None => targets.find(|target| target.is_loop),
        };
        match (found, label) {
            (Some(target), _) => {
                let after = target.after;
                Ok(self.jump_away(at, after, span))
            }
            (None, Some(label)) => {
                let what = format!("no loop or conditional around this `break` has the label `{}`", label.text);
                Err(Error::new(label.span, what))
            }
            (None, None) => Err(Error::new(span, "there is no loop around this `break`")),
        }
    }

    fn conditional(
        &mut self,
        arms: &'a [(Guard, Vec<Statement>)],
        otherwise: &'a [Statement],
        labels: Vec<Arc<str>>,
        from: RawNode,
    ) -> Result<RawNode> {
        let after = self.graph.unplaced();
        self.frame.breaks.push(BreakTarget { labels, is_loop: false, after });
        let mut at = from;
        for (guard, body) in arms {
            let then = self.graph.node();
            let next = self.graph.unplaced();
            self.branch(guard, at, then, next)?;
            let end = self.statements(body, then)?;
            self.graph.jump(end, after, None);
            self.graph.place(next);
            at = next;
        }
        let end = self.statements(otherwise, at)?;
        self.graph.jump(end, after, None);
        self.frame.breaks.pop();
        self.graph.place(after);
        Ok(after)
    }

    fn while_loop(
        &mut self,
        guard: &'a Guard,
        body: &'a [Statement],
        labels: Vec<Arc<str>>,
        at: RawNode,
    ) -> Result<RawNode> {
        let head = self.graph.node();
        self.graph.jump(at, head, None);
        let inside = self.graph.node();
        let after = self.graph.unplaced();
        let leaving = self.graph.node();
        self.branch(guard, head, inside, leaving)?;
        self.frame.breaks.push(BreakTarget { labels, is_loop: true, after });
        let mark = self.graph.mark();
        let end = self.statements(body, inside)?;
        self.frame.breaks.pop();
        // If the body begins with a guard, an `assume` behind the loop is the guard of the other way;
        // if it does not, that `assume` is no part of the choice.
        if self.graph.begins_with_guard(inside, mark) {
            self.graph.fall(leaving, after);
        } else {
            self.graph.jump(leaving, after, None);
        }
        self.graph.jump(end, head, None);
        self.graph.place(after);
        Ok(after)
    }

    /// A condition is one step each way. A side that is plainly never taken is left out.
    fn branch(&mut self, guard: &Guard, from: RawNode, yes: RawNode, no: RawNode) -> Result<()> {
        let span = guard.span;
        let Some(condition) = &guard.condition else {
            self.graph.choice(from, yes, span);
            self.graph.choice(from, no, span);
            return Ok(());
        };
        let condition = self.run().condition(condition)?;
        let assume = |condition| Step::new(vec![Command { action: Action::Assume(condition), span }], span);
        if !is_literal(&condition, false) {
            self.graph.step(from, yes, assume(condition.clone()));
        }
        if !is_literal(&condition, true) {
            self.graph.step(from, no, assume(Expr::unary(UnaryOp::Not, condition)));
        }
        Ok(())
    }

    /// Whether statements are parts of one step.
    pub fn inside_path(&self) -> bool {
        self.mode == Mode::Paths
    }
}

/// Why a step is refused.
pub const BOTH_MARKS: &str = "a step that cannot be counted on (`{:unhang_spurious}`) is not one that is taken eventually (`{:unhang_eventually}`)";

/// Whether the first of the statements guards the others: an `assume`, perhaps at the beginning of an atomic block.
pub fn is_guarded(statements: &[Statement]) -> bool {
    let is_label = |statement: &&Statement| matches!(statement.kind, StatementKind::Label(_));
    statements.iter().find(|statement| !is_label(statement)).is_some_and(|statement| match &statement.kind {
        StatementKind::Assume(..) => true,
        StatementKind::Atomic(body) | StatementKind::Block(body) => is_guarded(body),
        _ => false,
    })
}

fn is_literal(expr: &Expr, value: bool) -> bool {
    *expr == Expr::Literal(Value::Bool(value))
}

fn value_span(target: &Target, values: &[ast::Expr]) -> Span {
    if values.len() == 1 { values[0].span } else { target.name.span }
}
