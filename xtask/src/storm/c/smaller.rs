//! Programs with one thing less.

use super::{Recursion, Source, Statement};

impl Source {
    /// Programs that are a little smaller than this one, the greatest changes first.
    pub fn smaller(&self) -> Vec<Source> {
        let mut smaller = Vec::new();
        for number in 0..self.threads.len() {
            if self.threads.len() > 1 {
                let mut copy = self.clone();
                copy.threads.remove(number);
                copy.joins.remove(number);
                smaller.push(copy);
            }
        }
        for number in 0..self.threads.len() {
            let with = |body| {
                let mut copy = self.clone();
                copy.threads[number] = body;
                copy
            };
            smaller.extend(less(&self.threads[number]).into_iter().map(with));
        }
        smaller.extend(less(&self.main).into_iter().map(|main| Source { main, ..self.clone() }));
        for number in 0..self.functions.len() {
            let with = |body| {
                let mut copy = self.clone();
                copy.functions[number].body = body;
                copy
            };
            smaller.extend(less(&self.functions[number].body).into_iter().map(with));
            let simpler = match self.functions[number].recursion {
                Recursion::None => None,
                Recursion::Counted => Some(Recursion::None),
                Recursion::Open => Some(Recursion::Counted),
            };
            if let Some(recursion) = simpler {
                let mut copy = self.clone();
                copy.functions[number].recursion = recursion;
                smaller.push(copy);
            }
        }
        for number in 0..self.children.len() {
            let with = |body| {
                let mut copy = self.clone();
                copy.children[number] = body;
                copy
            };
            smaller.extend(less(&self.children[number]).into_iter().map(with));
        }
        // The last function goes if nobody calls it, and the last thread if nobody starts it.
        if let Some(last) = self.functions.len().checked_sub(1)
            && !self.bodies().flatten().any(|statement| statement.calls(last))
        {
            let mut copy = self.clone();
            copy.functions.pop();
            smaller.push(copy);
        }
        if let Some(last) = self.children.len().checked_sub(1)
            && !self.bodies().flatten().any(|statement| statement.starts(last))
        {
            let mut copy = self.clone();
            copy.children.pop();
            smaller.push(copy);
        }
        smaller
    }

    /// Everything that is done somewhere.
    fn bodies(&self) -> impl Iterator<Item = &Vec<Statement>> {
        let functions = self.functions.iter().map(|function| &function.body);
        self.threads.iter().chain(&self.children).chain([&self.main]).chain(functions)
    }
}

/// The statements with one of them gone, or with what is in it instead, or with one that is smaller.
fn less(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut all = Vec::new();
    for place in 0..body.len() {
        let with = |statements: Vec<Statement>| {
            let (before, after) = (&body[..place], &body[place + 1..]);
            before.iter().cloned().chain(statements).chain(after.iter().cloned()).collect::<Vec<Statement>>()
        };
        all.push(with(Vec::new()));
        let inner = body[place].inner();
        all.extend(inner.iter().filter(|inner| !inner.is_empty()).map(|inner| with((*inner).clone())));
        for (which, inner) in inner.iter().enumerate() {
            for smaller in less(inner) {
                let mut copy = body[place].clone();
                if let Some(changed) = copy.inner_mut().into_iter().nth(which) {
                    *changed = smaller;
                }
                all.push(with(vec![copy]));
            }
        }
        if let Statement::Times { rounds, body: inner } = &body[place]
            && *rounds > 1
        {
            all.push(with(vec![Statement::Times { rounds: rounds - 1, body: inner.clone() }]));
        }
    }
    all
}

impl Statement {
    fn inner(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::Locked { body, .. }
            | Statement::Exchanged { body, .. }
            | Statement::Times { body, .. }
            | Statement::UpTo { body, .. }
            | Statement::While { body, .. } => vec![body],
            Statement::If { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    fn inner_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::Locked { body, .. }
            | Statement::Exchanged { body, .. }
            | Statement::Times { body, .. }
            | Statement::UpTo { body, .. }
            | Statement::While { body, .. } => vec![body],
            Statement::If { then, otherwise, .. } => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    fn calls(&self, callee: usize) -> bool {
        let calls_it = matches!(self, Statement::Call { function, .. } if *function == callee);
        calls_it || self.inner().into_iter().flatten().any(|statement| statement.calls(callee))
    }

    fn starts(&self, thread: usize) -> bool {
        let starts_it = matches!(self, Statement::Start { child, .. } if *child == thread);
        starts_it || self.inner().into_iter().flatten().any(|statement| statement.starts(thread))
    }

    /// Calls functions whose numbers are so much larger.
    pub(super) fn renumber(&mut self, offset: usize) {
        if let Statement::Call { function, .. } = self {
            *function += offset;
        }
        self.inner_mut().into_iter().flatten().for_each(|statement| statement.renumber(offset));
    }
}

#[cfg(test)]
mod tests {
    use super::super::program;

    #[test]
    fn programs_become_smaller_until_there_is_nothing_left() {
        let size = |text: &str| text.lines().count();
        for seed in 0..30 {
            let mut source = program(seed);
            let mut steps = 0;
            while let Some(next) = source.smaller().into_iter().next() {
                assert_ne!(next, source);
                source = next;
                steps += 1;
                assert!(steps < 1_000, "seed {seed} has no end");
            }
            assert!(source.threads.len() == 1 && source.threads[0].is_empty() && size(&source.text()) < 60);
        }
    }
}
