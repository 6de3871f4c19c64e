//! A program that fails made smaller, statement by statement.

use crate::syntax::{Block, Program, Statement};

/// The smallest program found that still fails.
pub fn minimise(program: &Program, fails: &dyn Fn(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    'smaller: loop {
        for candidate in smaller(&smallest) {
            if fails(&candidate) {
                smallest = candidate;
                continue 'smaller;
            }
        }
        return smallest;
    }
}

fn smaller(program: &Program) -> Vec<Program> {
    let mut candidates = Vec::new();
    for index in 0..program.procedures.len() {
        for body in smaller_blocks(&program.procedures[index].body) {
            let mut candidate = program.clone();
            candidate.procedures[index].body = body;
            candidates.push(candidate);
        }
    }
    candidates
}

fn smaller_blocks(block: &Block) -> Vec<Block> {
    let mut candidates = Vec::new();
    let mut replace = |position: usize, by: &[Statement]| {
        candidates.push([&block[..position], by, &block[position + 1..]].concat());
    };
    for (position, statement) in block.iter().enumerate() {
        replace(position, &[]);
        for inner in statement.blocks() {
            replace(position, inner);
        }
        match statement {
            Statement::Assign(assignments) if assignments.len() > 1 => {
                for dropped in 0..assignments.len() {
                    let mut fewer = assignments.clone();
                    fewer.remove(dropped);
                    replace(position, &[Statement::Assign(fewer)]);
                }
            }
            Statement::Goto(labels) if labels.len() > 1 => {
                labels.iter().for_each(|label| replace(position, &[Statement::Goto(vec![*label])]));
            }
            _ => {}
        }
        for which in 0..statement.blocks().len() {
            for inner in smaller_blocks(statement.blocks()[which]) {
                let mut changed = statement.clone();
                *changed.blocks_mut().remove(which) = inner;
                replace(position, &[changed]);
            }
        }
    }
    candidates
}
