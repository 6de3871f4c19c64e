//! Real numbers, as far as they are integers.
//!
//! A run in which all real numbers happen to be integers is a run of the program, and many a loop that does not end has one. So `real` is read as
//! `int` where that makes no difference to such runs: sums, products and comparisons are the same for both. What must not be is that a thread
//! waits, or a formula is false, only since the number that would do is no integer. Therefore numbers are chosen at the very start alone,
//! where a choice that nothing fits is none of the program's runs; there must be no `havoc`, no quantifiers, and no procedure but the one that the
//! program starts with. Other runs are runs of which nothing is known: they begin with a step that is not supported, so that nothing is ever proved.

use num_traits::Zero;
use program::command::{Action, Command};
use program::procedure::Edge;
use program::program::Program;
use program::span::Span;

use crate::boogie::token::{Token, TokenKind};
use crate::error::{Error, Result};

/// What there must not be in a program with real numbers.
const REFUSED: &[&str] = &["havoc", "call", "fork", "par", "async", "action", "forall", "exists", "lambda"];

/// Reads real numbers as integers, and says where the first one is.
pub fn as_integers(files: &mut [Vec<Token>]) -> Result<Option<Span>> {
    let is_real = |token: &&Token| matches!(token.kind, TokenKind::Real(..) | TokenKind::Keyword("real"));
    let Some(first) = files.iter().flatten().find(is_real).map(|token| token.span) else { return Ok(None) };
    let mut procedures = 0;
    for tokens in files {
        read_as_integers(tokens, &mut procedures)?;
    }
    Ok(Some(first))
}

fn read_as_integers(tokens: &mut [Token], procedures: &mut u32) -> Result<()> {
    for index in 0..tokens.len() {
        let is_applied = tokens.get(index + 1).is_some_and(|next| next.kind == TokenKind::Symbol("("));
        let Token { kind, span } = &mut tokens[index];
        let refused = |what: &str| Err(Error::new(*span, format!("{what} not supported")));
        match kind {
            TokenKind::Keyword("real" | "int") if is_applied => {
                return refused("conversions between `int` and `real` are");
            }
            TokenKind::Keyword("real") => *kind = TokenKind::Keyword("int"),
            TokenKind::Real(whole, rest) if rest.is_zero() => *kind = TokenKind::Integer(std::mem::take(whole)),
            TokenKind::Real(..) => return refused("real numbers that are no integers are"),
            TokenKind::Keyword("procedure") if *procedures > 0 => {
                return refused("real numbers in a program with several procedures are");
            }
            TokenKind::Keyword("procedure") => *procedures += 1,
            TokenKind::Keyword(word) if REFUSED.contains(word) => {
                return refused(&format!("`{word}` in a program with real numbers is"));
            }
            TokenKind::Identifier(word) if REFUSED.contains(&&**word) => {
                return refused(&format!("`{word}` in a program with real numbers is"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Says of the program that nothing is known of runs in which the numbers that start here are no integers.
pub fn mark(program: &mut Program, span: Span) {
    let Some(start) = program.start.first() else { return };
    let procedure = &mut program.procedures[start.index()];
    let what = "a real number that is no integer".into();
    let edge = Edge {
        from: procedure.entry,
        to: procedure.exit,
        commands: vec![Command { action: Action::Unsupported(what), span }],
        call: None,
        spurious: false,
        eventually: None,
        span,
    };
    let position = procedure.edges_from(procedure.entry).end;
    procedure.edges.insert(position, edge);
}
