//! Steps that nobody else notices are taken together with the step before them.
//!
//! A node is passed through if it is no section, and all that can happen there is local: nothing that is shared is read or
//! written, nothing is chosen, and the thread never waits there: there is one edge without conditions, or there are two of
//! which one has the condition that the other one has not. Whatever other threads do in between might as well happen before or after,
//! so every run has one like it in which the thread does not stop there; and it stays enabled there, so that fairness sees no
//! difference either. A cycle of such nodes keeps one of them.
//! Where a way is marked that is taken eventually, the thread stops: what it passes over there is what it could have taken there.
//! A step that may end in an error is the last one of those that are taken together, so that it is known which one it is.

use crate::command::{Action, Command};
use crate::expr::{Expr, UnaryOp, VarRef};
use crate::ids::NodeId;
use crate::procedure::{Edge, Node, Procedure};

use crate::prepare::stacks::Stack;
use crate::prepare::{Prepared, PreparedEdge};

/// The same program with fewer steps.
pub fn fused(prepared: Prepared) -> Prepared {
    passing(prepared, &|_, _| (), |fusion, (), node| fusion.is_unnoticed(node))
}

/// The same program with fewer steps: nodes that may be passed through are. Something is found out about each procedure before.
pub(super) fn passing<T>(
    mut prepared: Prepared,
    find: &dyn Fn(&Procedure, &[Step]) -> T,
    can_be_passed: fn(&Fusion<'_>, &T, NodeId) -> bool,
) -> Prepared {
    for (procedure, thread) in prepared.program.procedures.iter_mut().zip(&mut prepared.threads) {
        let origins = std::mem::take(&mut thread.edges);
        let edges: Vec<Step> = std::mem::take(&mut procedure.edges).into_iter().zip(origins).collect();
        let found = find(procedure, &edges);
        let mut fusion = Fusion { procedure, edges, stacks: &thread.stacks };
        for node in (0..fusion.procedure.nodes.len()).map(NodeId::new) {
            if can_be_passed(&fusion, &found, node) {
                fusion.pass(node);
            }
        }
        let edges = fusion.edges;
        let edges = renumber(procedure, &mut thread.stacks, edges);
        (procedure.edges, thread.edges) = edges.into_iter().unzip();
    }
    prepared
}

/// An edge, and what it is.
pub(super) type Step = (Edge, PreparedEdge);

/// More edges than this, and a node is not passed through: one edge for each way in and each way out.
const MOST_NEW_EDGES: usize = 8;

/// A procedure whose nodes are passed through, one after the other.
pub(super) struct Fusion<'a> {
    pub(super) procedure: &'a Procedure,
    pub(super) edges: Vec<Step>,
    stacks: &'a [Option<Stack>],
}

impl Fusion<'_> {
    /// Whether nobody notices if the thread does not stop at the node.
    fn is_unnoticed(&self, node: NodeId) -> bool {
        let Procedure { entry, exit, nodes, .. } = self.procedure;
        if node == *entry || node == *exit || nodes[node.index()] != Node::default() {
            return false;
        }
        // A recursion, too, is a cycle, of which something must be kept.
        if matches!(self.stacks.get(node.index()), Some(Some(stack)) if stack.begins_again) {
            return false;
        }
        let leaving: Vec<&Edge> = self.edges.iter().map(|(edge, _)| edge).filter(|edge| edge.from == node).collect();
        let entering: Vec<&PreparedEdge> =
            self.edges.iter().filter(|(edge, _)| edge.to == node).map(|(_, origin)| origin).collect();
        if entering.iter().any(|origin| origin.may_fail) {
            return false;
        }
        // What depends on a number that nobody knows is told apart from the step that makes it, or it would not be known whether the
        // thread can go on.
        let is_made = |edge: &Edge| {
            let mut is_made = false;
            edge.commands
                .iter()
                .for_each(|command| command.action.for_each_expr(|expr| is_made |= makes_unknown(expr)));
            is_made
        };
        if leaving.len() > 1 && self.edges.iter().any(|(edge, _)| edge.to == node && is_made(edge)) {
            return false;
        }
        // To pass into the exit is to end the thread, which others may notice.
        let is_local = |edge: &&Edge| edge.to != node && edge.to != *exit && !is_marked(edge) && is_local(edge);
        leaving.iter().all(is_local) && never_waits(&leaving) && leaving.len() * entering.len() <= MOST_NEW_EDGES
    }

    /// Every edge to the node goes on along the edges from it.
    fn pass(&mut self, node: NodeId) {
        let (leaving, others): (Vec<Step>, Vec<Step>) =
            std::mem::take(&mut self.edges).into_iter().partition(|(edge, _)| edge.from == node);
        for (edge, origin) in others {
            if edge.to != node {
                self.edges.push((edge, origin));
                continue;
            }
            for (next, last) in &leaving {
                let commands = [edge.commands.as_slice(), next.commands.as_slice()].concat();
                let motions = [origin.motions.as_slice(), last.motions.as_slice()].concat();
                let fused = Edge { to: next.to, commands, ..edge.clone() };
                let lowest = origin.lowest.min(last.lowest);
                let runs = origin.runs.intersection(&last.runs).copied().collect();
                let may_fail_within = origin.may_fail || origin.may_fail_within || last.may_fail_within;
                let made = PreparedEdge { motions, may_fail: last.may_fail, may_fail_within, lowest, runs };
                self.edges.push((fused, made));
            }
        }
    }
}

/// Whether the value of the expression is, or is made of, the number that an address is.
fn makes_unknown(expr: &Expr) -> bool {
    let mut found = matches!(expr, Expr::Unary(UnaryOp::PointerToBits, _));
    expr.for_each_operand(|operand| found |= makes_unknown(operand));
    found
}

/// Whether it matters where the thread takes the step.
pub(super) fn is_marked(edge: &Edge) -> bool {
    edge.spurious || edge.eventually.is_some()
}

/// Whether the thread can always go on.
pub(super) fn never_waits(leaving: &[&Edge]) -> bool {
    let conditions = |edge: &Edge| {
        let condition = |command: &Command| match &command.action {
            Action::Assume(condition) => Some(condition.clone()),
            _ => None,
        };
        edge.commands.iter().filter_map(condition).collect::<Vec<Expr>>()
    };
    let is_negation = |left: &Expr, right: &Expr| *left == Expr::unary(UnaryOp::Not, right.clone());
    match leaving {
        [edge] => conditions(edge).is_empty(),
        [first, second] => {
            let starts_with_condition =
                |edge: &Edge| matches!(edge.commands.first(), Some(Command { action: Action::Assume(_), .. }));
            starts_with_condition(first)
                && starts_with_condition(second)
                && match (&conditions(first)[..], &conditions(second)[..]) {
                    ([left], [right]) => is_negation(left, right) || is_negation(right, left),
                    _ => false,
                }
        }
        _ => false,
    }
}

/// Whether nobody else notices.
fn is_local(edge: &Edge) -> bool {
    let is_local_variable = |variable: &VarRef| matches!(variable, VarRef::Local(_));
    edge.commands.iter().all(|command| {
        let mut is_local =
            matches!(command.action, Action::Assume(_) | Action::Assert(..) | Action::Assign(_) | Action::Forget(_));
        command.action.for_each_expr(|expr| expr.for_each_variable(&mut |read| is_local &= is_local_variable(&read)));
        command.action.for_each_target(|written| is_local &= is_local_variable(&written));
        is_local
    })
}

/// Drops nodes that no edge touches, and orders the edges.
fn renumber(procedure: &mut Procedure, stacks: &mut Vec<Option<Stack>>, mut edges: Vec<Step>) -> Vec<Step> {
    let is_used = |node: NodeId| {
        node == procedure.entry
            || node == procedure.exit
            || edges.iter().any(|(edge, _)| edge.from == node || edge.to == node)
    };
    let used: Vec<NodeId> = (0..procedure.nodes.len()).map(NodeId::new).filter(|node| is_used(*node)).collect();
    let number = |node: NodeId| NodeId::new(used.binary_search(&node).expect("the ends of edges are used"));
    for (edge, _) in &mut edges {
        (edge.from, edge.to) = (number(edge.from), number(edge.to));
    }
    (procedure.entry, procedure.exit) = (number(procedure.entry), number(procedure.exit));
    if !stacks.is_empty() {
        *stacks = used.iter().map(|node| stacks[node.index()].take()).collect();
    }
    procedure.nodes = used.iter().map(|node| procedure.nodes[node.index()].clone()).collect();
    edges.sort_by_key(|(edge, _)| edge.from);
    edges
}
