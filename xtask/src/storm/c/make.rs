//! The random program of a seed.

use program::arbitrary::random::Random;

use super::{Condition, Function, Number, OBJECTS, Recursion, Source, Statement, Which};

/// How deep statements are within others.
const DEPTH: usize = 2;

/// The program of a seed.
pub fn program(seed: u64) -> Source {
    let mut maker = Maker {
        random: Random::new(seed ^ 0xc0_57_02_11),
        is_tame: false,
        functions: 0,
        children: 0,
        loops: 0,
        held: None,
    };
    maker.is_tame = maker.random.chance(60);
    let functions = maker.random.below(3);
    let children = usize::from(maker.random.chance(30));
    let threads = 1 + maker.random.weighted(&[(25, 0), (60, 1), (15, 2)]);
    let mut made = Vec::new();
    // The last one is made first: those before it may call it, and it calls itself at most.
    for number in (0..functions).rev() {
        maker.functions = functions - number - 1;
        let offset = number + 1;
        let body = maker.calling(offset, |maker| maker.body(1, 1));
        let recursion =
            maker.random.weighted(&[(50, Recursion::None), (35, Recursion::Counted), (15, Recursion::Open)]);
        made.push(Function { recursion, body });
    }
    made.reverse();
    maker.functions = functions;
    let started = (0..children).map(|_| maker.body(1, 1)).collect();
    maker.children = children;
    let bodies = (0..threads).map(|_| maker.body(2, DEPTH)).collect();
    let mut source = Source {
        threads: bodies,
        children: started,
        functions: made,
        main: if maker.random.chance(60) { maker.body(1, 1) } else { Vec::new() },
        joins: (0..threads).map(|_| maker.random.chance(85)).collect(),
    };
    if maker.is_tame {
        maker.fulfil(&mut source);
    }
    source
}

struct Maker {
    random: Random,
    is_tame: bool,
    /// How many functions can be called.
    functions: usize,
    /// How many threads can be started.
    children: usize,
    /// Whether this is within a loop, and how deep.
    loops: usize,
    /// The mutex taken last.
    held: Option<Which>,
}

impl Maker {
    fn which(&mut self) -> Which {
        self.random.below(OBJECTS)
    }

    /// Statements that may call functions from this number on.
    fn calling(&mut self, offset: usize, make: impl FnOnce(&mut Maker) -> Vec<Statement>) -> Vec<Statement> {
        let mut body = make(self);
        body.iter_mut().for_each(|statement| statement.renumber(offset));
        body
    }

    /// At most so many statements, and at least one.
    fn body(&mut self, most: usize, depth: usize) -> Vec<Statement> {
        let count = 1 + self.random.below(most);
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn looped(&mut self, depth: usize) -> Vec<Statement> {
        self.loops += 1;
        let body = self.body(1, depth - 1);
        self.loops -= 1;
        body
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let is_nested = depth > 0;
        match self.random.below(24) {
            20 | 21 if self.children > 0 => {
                // In a loop there would be more and more of them.
                let is_joined = self.loops > 0 && self.random.chance(90) || self.random.chance(60);
                Statement::Start { child: self.random.below(self.children), is_joined }
            }
            22 if is_nested => {
                let all =
                    [(15, Number::Signed), (25, Number::Unsigned), (40, Number::Assumed), (20, Number::Remainder)];
                Statement::UpTo { number: self.random.weighted(&all), body: self.looped(depth) }
            }
            0..=2 if is_nested => self.locked(depth),
            3 if self.held.is_none() => Statement::Await { which: self.which(), is_looped: self.random.chance(75) },
            4 => {
                let is_locked = self.held.is_none() && self.random.chance(80);
                Statement::Notify { which: self.which(), is_locked, is_broadcast: self.random.chance(60) }
            }
            5 => Statement::Take(self.which()),
            6 => Statement::Give(self.which()),
            7 | 8 => Statement::Spin { flag: self.which(), yields: self.random.chance(50) },
            9 | 10 => {
                let value = i32::from(self.random.chance(if self.is_tame { 95 } else { 75 }));
                Statement::Flag { flag: self.which(), value }
            }
            11 if is_nested => Statement::Exchanged { lock: self.which(), body: self.body(1, depth - 1) },
            12 | 13 if is_nested => {
                Statement::Times { rounds: 1 + self.random.below(3) as i32, body: self.looped(depth) }
            }
            14 | 15 if is_nested => Statement::While { condition: self.condition(), body: self.looped(depth) },
            16 if is_nested => {
                let otherwise = if self.random.chance(40) { self.body(1, depth - 1) } else { Vec::new() };
                Statement::If { condition: self.condition(), then: self.body(2, depth - 1), otherwise }
            }
            17 if self.functions > 0 => {
                Statement::Call { function: self.random.below(self.functions), depth: 1 + self.random.below(2) as i32 }
            }
            18 if self.random.chance(15) => Statement::Exit,
            _ => Statement::Count { counter: self.which(), is_atomic: self.random.chance(60) },
        }
    }

    /// In tame programs the second mutex is never held when the first one is taken, and all are given back.
    fn locked(&mut self, depth: usize) -> Statement {
        let before = self.held;
        let mutex = match before {
            Some(held) if self.is_tame => held + 1,
            _ => self.which(),
        };
        if mutex >= OBJECTS {
            return Statement::Count { counter: self.which(), is_atomic: false };
        }
        self.held = Some(mutex);
        let body = self.body(2, depth - 1);
        self.held = before;
        Statement::Locked { mutex, body, is_unlocked: self.is_tame || self.random.chance(90) }
    }

    fn condition(&mut self) -> Condition {
        match self.random.below(6) {
            0 | 1 => Condition::Any,
            2 | 3 => Condition::Flag(self.which(), self.random.chance(30)),
            4 => Condition::Counter(self.which(), self.random.below(3) as i32),
            _ if self.held.is_none() => Condition::Busy(self.which()),
            _ => Condition::Any,
        }
    }

    /// Somebody does at the end, or at the beginning, what others wait for.
    fn fulfil(&mut self, source: &mut Source) {
        for which in 0..OBJECTS {
            let all = [
                Statement::Flag { flag: which, value: 1 },
                Statement::Notify { which, is_locked: true, is_broadcast: true },
                Statement::Give(which),
            ];
            for statement in all {
                let count = source.threads.len();
                let body = match self.random.below(count + 1) {
                    place if place < count => &mut source.threads[place],
                    _ => &mut source.main,
                };
                // Who sets a flag first has not waited for anything.
                let place = if self.random.chance(60) { 0 } else { body.len() };
                body.insert(place, statement);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_program_and_others_give_others() {
        assert_eq!(program(7), program(7));
        assert_ne!(program(7), program(8));
    }

    /// What is never generated would test nothing.
    #[test]
    fn every_kind_of_statement_is_made() {
        let texts: String = (0..300).map(|seed| program(seed).text()).collect();
        let words = [
            "pthread_mutex_lock",
            "is_busy(&",
            "while (!ready",
            "if (!ready",
            "_signal",
            "_broadcast",
            "sem_wait",
            "sem_post",
            "sched_yield();",
            "atomic_exchange",
            "atomic_fetch_xor",
            "% 3",
            "for (int",
            "while (__VERIFIER",
            "else {",
            "work1(2)",
            "work0(depth - 1)",
            "work0(depth);",
            "_nondet_int();",
            "_nondet_uint();",
            "_nondet_uint() % 3",
            "__VERIFIER_assume(0",
            "NULL, thread_child0",
            "pthread_join(id_of_child",
            "exit(0)",
            "pthread_join",
        ];
        for word in words {
            assert!(texts.contains(word), "{word}");
        }
    }
}
