//! A conversation with a solver: assertions on a stack, questions, values.
//!
//! What is asserted is collected and sent with the question that follows, so that a question is one write. Declarations are global;
//! only assertions are taken back.

use std::path::{Path, PathBuf};

use crate::process::{Error, Process};
use crate::smtlib::Told;
use crate::sort::Sort;
use crate::terms::{Term, Terms};
use crate::values::{Sexp, Value};

/// Which solver, and how it is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solver {
    /// The program.
    pub path: PathBuf,
    /// What it speaks apart from the standard.
    pub dialect: Dialect,
    /// How much memory it may take, in mebibytes.
    pub memory: Option<u64>,
}

/// What a solver speaks apart from the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Z3, from 4.8.12 on.
    Z3,
    /// Cvc5.
    Cvc5,
    /// Nothing, as far as is known.
    Standard,
}

impl Solver {
    /// The solver with this path, which is what its name says it is; Z3 if it says nothing.
    pub fn at(path: &Path) -> Solver {
        let dialect = named(path).unwrap_or(Dialect::Z3);
        Solver { path: path.to_owned(), dialect, memory: None }
    }

    /// The solver with this path, if it answers a simple question in one of the dialects: first in that which its name tells.
    pub fn tried(path: &Path, is_over: &dyn Fn() -> bool) -> Result<Solver, Error> {
        let others = [Dialect::Z3, Dialect::Cvc5, Dialect::Standard];
        let mut first = None;
        for dialect in named(path).into_iter().chain(others) {
            let solver = Solver { path: path.to_owned(), dialect, memory: None };
            match solver.answers(is_over) {
                Ok(()) => return Ok(solver),
                // What cannot be started, or says nothing at all, will not do better if it is asked in another way.
                Err(error @ (Error::NotStarted { .. } | Error::Stopped)) => return Err(error),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or(Error::Died))
    }

    /// Asks for a number, an element of a map, and whether one and one is three.
    fn answers(&self, is_over: &dyn Fn() -> bool) -> Result<(), Error> {
        let mut terms = Terms::new();
        let (number, map) =
            (terms.symbol("number", Sort::Int), terms.symbol("map", Sort::map(Sort::Int, Sort::Bits(8))));
        let (one, two, three) = (terms.int(1), terms.int(2), terms.int(3));
        let sum = terms.add_int(number, one);
        let is_two = terms.equal(sum, two);
        let byte = terms.bits(8, 200u32);
        let element = terms.select(map, number);
        let is_byte = terms.equal(element, byte);
        let mut session = Session::start(self)?;
        session.assert(&terms, is_two);
        session.assert(&terms, is_byte);
        let odd = || Error::Refused("something that is no answer to a simple question".to_owned());
        if session.check(is_over)? != Answer::Satisfiable {
            return Err(odd());
        }
        let values = session.values(&terms, &[number, element], is_over)?;
        if values != [Value::Int(1.into()), Value::Bits(8, 200u32.into())] {
            return Err(odd());
        }
        let is_three = terms.equal(sum, three);
        session.assert(&terms, is_three);
        if session.check(is_over)? == Answer::Unsatisfiable { Ok(()) } else { Err(odd()) }
    }

    fn arguments(&self) -> Vec<String> {
        match self.dialect {
            Dialect::Z3 => {
                let memory = self.memory.map(|mebibytes| format!("-memory:{mebibytes}"));
                ["-in", "-smt2"].map(str::to_owned).into_iter().chain(memory).collect()
            }
            Dialect::Cvc5 => ["--quiet", "--lang=smt2", "--incremental"].map(str::to_owned).into(),
            Dialect::Standard => Vec::new(),
        }
    }

    /// What comes first in every conversation: the same question gets the same answer.
    fn preamble(&self) -> &'static str {
        match self.dialect {
            Dialect::Z3 => {
                "(set-option :global-declarations true)\n(set-option :produce-models true)\n\
                 (set-option :smt.random_seed 0)\n(set-option :sat.random_seed 0)\n"
            }
            Dialect::Cvc5 => {
                "(set-option :global-declarations true)\n(set-option :produce-models true)\n\
                 (set-option :seed 1)\n(set-logic ALL)\n"
            }
            // What else is asked for is optional in the standard, and nobody here depends on it.
            Dialect::Standard => "(set-option :produce-models true)\n(set-logic ALL)\n",
        }
    }
}

/// What the solver speaks, if its name tells.
fn named(path: &Path) -> Option<Dialect> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    [("cvc5", Dialect::Cvc5), ("z3", Dialect::Z3)].into_iter().find(|(part, _)| name.contains(part)).map(|(_, it)| it)
}

/// What a solver says about what was asserted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There are values that satisfy it.
    Satisfiable,
    /// There are none.
    Unsatisfiable,
    /// The solver does not know.
    Unknown,
}

/// A conversation about the terms of one [`Terms`]: they must be the same ones all the time.
pub struct Session {
    process: Process,
    told: Told,
    /// What will be sent with the next question.
    unsent: String,
    level: u32,
    preamble: &'static str,
    dialect: Dialect,
}

impl Session {
    /// Starts a solver.
    pub fn start(solver: &Solver) -> Result<Session, Error> {
        let process = Process::start(&solver.path, &solver.arguments())?;
        let preamble = solver.preamble();
        Ok(Session {
            process,
            told: Told::default(),
            unsent: preamble.to_owned(),
            level: 0,
            preamble,
            dialect: solver.dialect,
        })
    }

    /// Forgets everything: what follows may be about other terms.
    pub fn reset(&mut self) {
        self.told = Told::default();
        self.level = 0;
        self.unsent = format!("(reset)\n{}", self.preamble);
    }

    /// What is asserted from now on is taken back by [`Session::pop`].
    pub fn push(&mut self) {
        self.level += 1;
        self.told.push();
        self.unsent.push_str("(push 1)\n");
    }

    /// Takes back what was asserted since the last [`Session::push`] that was not taken back.
    pub fn pop(&mut self) {
        debug_assert!(self.level > 0, "nothing was pushed");
        self.level = self.level.saturating_sub(1);
        self.told.pop();
        self.unsent.push_str("(pop 1)\n");
    }

    /// Asserts that the term holds.
    pub fn assert(&mut self, terms: &Terms, term: Term) {
        self.prepare(terms, term);
        self.unsent.push_str("(assert ");
        self.told.write(terms, term, &mut self.unsent);
        self.unsent.push_str(")\n");
    }

    /// Asks whether what was asserted can be satisfied.
    pub fn check(&mut self, is_over: &dyn Fn() -> bool) -> Result<Answer, Error> {
        self.unsent.push_str("(check-sat)\n");
        match self.ask(is_over)?.as_str() {
            "sat" => Ok(Answer::Satisfiable),
            "unsat" => Ok(Answer::Unsatisfiable),
            "unknown" | "timeout" => Ok(Answer::Unknown),
            other => Err(Error::Refused(other.to_owned())),
        }
    }

    /// How much effort all questions so far have cost, which the solver counts in a way of its own; nothing if it does not count.
    pub fn effort(&mut self, is_over: &dyn Fn() -> bool) -> Result<Option<u64>, Error> {
        if self.dialect != Dialect::Z3 {
            return Ok(None);
        }
        self.unsent.push_str("(get-info :rlimit)\n");
        let answer = self.ask(is_over)?;
        let digits = answer.trim_start_matches("(:rlimit ").trim_end_matches(')');
        digits.parse().map(Some).map_err(|_| Error::Refused(answer))
    }

    /// Asks with no more effort than that; the answer is not known if the solver does not count.
    pub fn check_with_effort(&mut self, effort: u64, is_over: &dyn Fn() -> bool) -> Result<Answer, Error> {
        if self.dialect != Dialect::Z3 {
            return Ok(Answer::Unknown);
        }
        self.unsent.push_str(&format!("(set-option :rlimit {effort})\n"));
        let answer = self.check(is_over);
        // What comes between questions must not be given up.
        self.unsent.push_str("(set-option :rlimit 0)\n");
        answer
    }

    /// The values of the terms, which are scalars, after [`Answer::Satisfiable`].
    pub fn values(&mut self, terms: &Terms, asked: &[Term], is_over: &dyn Fn() -> bool) -> Result<Vec<Value>, Error> {
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        for term in asked {
            // An assertion after the answer would make it void: names for parts have to come before the question.
            self.told.declare_symbols(terms, *term, &mut self.unsent);
        }
        self.unsent.push_str("(get-value (");
        for term in asked {
            self.told.write(terms, *term, &mut self.unsent);
            self.unsent.push(' ');
        }
        self.unsent.push_str("))\n");
        let answer = self.ask(is_over)?;
        let refused = || Error::Refused(answer.clone());
        let pairs = Sexp::parse(&answer).ok_or_else(refused)?;
        let value = |pair: &Sexp| match pair.list() {
            Some([_, value]) => value.value(),
            _ => None,
        };
        let values: Option<Vec<Value>> = pairs.list().and_then(|pairs| pairs.iter().map(value).collect());
        values.filter(|values| values.len() == asked.len()).ok_or_else(refused)
    }

    /// Names what the term shares, and declares its symbols.
    fn prepare(&mut self, terms: &Terms, term: Term) {
        self.told.declare_symbols(terms, term, &mut self.unsent);
        self.told.declare(terms, term, &mut self.unsent);
    }

    /// Sends what is unsent, and waits for one expression.
    fn ask(&mut self, is_over: &dyn Fn() -> bool) -> Result<String, Error> {
        let text = std::mem::take(&mut self.unsent);
        self.process.tell(&text)?;
        let answer = self.process.answer(is_over)?;
        match answer {
            // Z3 says so, and ends.
            refused if refused.starts_with("(error") && refused.contains("out of memory") => Err(Error::OutOfMemory),
            refused if refused.starts_with("(error") => Err(Error::Refused(refused)),
            answer => Ok(answer),
        }
    }
}
