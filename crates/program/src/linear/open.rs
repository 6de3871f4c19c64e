//! Locations at which a thread can go on whatever the values are, also those that are not followed.
//!
//! What a letter asks of values that may be anything says nothing about when it can be taken. But if one edge asks whether a condition holds, and
//! another one whether it does not, then one of them can be taken: so it is where programs branch. Edges are compared command by
//! command: as long as they do the same they come to the same values, whatever is chosen on the way, and there one of them asks for the
//! contrary of what another one asks for. Behind that each of the two has to be open again, by itself or with others that have gone the same
//! way so far.

use crate::command::{Action, Command};
use crate::expr::{BinaryOp, Expr, UnaryOp};
use crate::ids::NodeId;
use crate::procedure::Procedure;
use crate::value::Value;

/// Whether one of the edges at the location can be taken in every state. Spurious steps do not count.
pub fn is_open(procedure: &Procedure, node: NodeId) -> bool {
    let edges = procedure.edges_from(node).map(|number| &procedure.edges[number]);
    let counted = edges.filter(|edge| !edge.spurious && edge.call.is_none() && edge.eventually.is_none());
    let ways: Vec<&[Command]> = counted.map(|edge| edge.commands.as_slice()).collect();
    one_goes(&ways)
}

/// Whether in every state one of the ways can be gone to its end.
fn one_goes(ways: &[&[Command]]) -> bool {
    for way in ways {
        let Some(place) = way.iter().position(|command| may_wait(&command.action)) else { return true };
        let Action::Assume(asked) = &way[place].action else { continue };
        let alike = |other: &&[Command]| {
            let is_same = |(one, other): (&Command, &Command)| one.action == other.action;
            other.len() > place && other[..place].iter().zip(&way[..place]).all(is_same)
        };
        let behind = |fits: &dyn Fn(&Expr) -> bool| -> Vec<&[Command]> {
            let asks = |other: &&[Command]| matches!(&other[place].action, Action::Assume(asked) if fits(asked));
            let fitting = ways.iter().copied().filter(|other| alike(other) && asks(other));
            fitting.map(|other| &other[place + 1..]).collect()
        };
        let (same, contrary) = (behind(&|other| other == asked), behind(&|other| are_contrary(asked, other)));
        if one_goes(&same) && one_goes(&contrary) {
            return true;
        }
    }
    false
}

/// Whether there are states in which the command cannot be taken.
fn may_wait(action: &Action) -> bool {
    match action {
        Action::Assume(condition) => *condition != Expr::Literal(Value::Bool(true)),
        Action::Assert(..)
        | Action::Assign(_)
        | Action::Havoc(_)
        | Action::Forget(_)
        | Action::Output(_)
        | Action::Enter(_)
        | Action::Leave(_)
        | Action::Unsupported(_)
        | Action::Halt => false,
        // Nobody holds the scheduler between steps of programs that are systems ([`super::cases`]).
        Action::BeginAtomic | Action::EndAtomic => false,
        _ => true,
    }
}

/// Whether one of the conditions holds exactly where the other one does not, which is plain to see.
fn are_contrary(first: &Expr, second: &Expr) -> bool {
    match (first, second) {
        (Expr::Unary(UnaryOp::Not, inner), other) | (other, Expr::Unary(UnaryOp::Not, inner)) if **inner == *other => {
            true
        }
        (Expr::Unary(UnaryOp::Not, one), Expr::Unary(UnaryOp::Not, other)) => are_contrary(one, other),
        (Expr::Binary(one, left, right), Expr::Binary(other, other_left, other_right)) => {
            contrary(*one) == Some(*other) && left == other_left && right == other_right
        }
        _ => false,
    }
}

fn contrary(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::VarRef;
    use crate::ids::GlobalId;
    use crate::span::Span;

    fn x() -> Expr {
        Expr::global(GlobalId(0))
    }

    fn way(actions: Vec<Action>) -> Vec<Command> {
        actions.into_iter().map(|action| Command { action, span: Span::NOWHERE }).collect()
    }

    fn goes(ways: &[Vec<Command>]) -> bool {
        one_goes(&ways.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    #[test]
    fn branches_are_open() {
        let is = |op| Action::Assume(Expr::binary(op, x(), Expr::int(0)));
        let sets = |number| Action::Assign(vec![(VarRef::Global(GlobalId(0)), Expr::int(number))]);
        let not = |action: &Action| match action {
            Action::Assume(condition) => Action::Assume(Expr::unary(UnaryOp::Not, condition.clone())),
            other => other.clone(),
        };
        let (less, more) = (is(BinaryOp::Less), is(BinaryOp::Greater));
        assert!(goes(&[way(vec![sets(1)])]) && !goes(&[]) && !goes(&[way(vec![less.clone()])]));
        assert!(goes(&[way(vec![less.clone()]), way(vec![not(&less)])]));
        assert!(goes(&[way(vec![less.clone(), sets(1)]), way(vec![is(BinaryOp::GreaterEqual)])]));
        // Neither is the contrary of the other.
        assert!(!goes(&[way(vec![less.clone()]), way(vec![more.clone()])]));
        // Before they ask, they have done something else.
        assert!(!goes(&[way(vec![sets(1), less.clone()]), way(vec![sets(2), not(&less)])]));
        assert!(goes(&[way(vec![sets(1), less.clone()]), way(vec![sets(1), not(&less)])]));
        // One of them asks once more.
        let (first, second) = (way(vec![less.clone(), more.clone()]), way(vec![not(&less)]));
        assert!(!goes(&[first.clone(), second.clone()]));
        assert!(goes(&[first.clone(), second, way(vec![less.clone(), not(&more)])]));
        assert!(!goes(&[first, way(vec![not(&less), not(&more)])]));
    }
}
