//! Solver processes that nobody talks to at the moment.
//!
//! A session that ends in peace goes back and is used again, with everything forgotten; one that failed or was stopped while it
//! worked is dropped, and its process with it.

use std::sync::Mutex;

use crate::process::Error;
use crate::session::{Session, Solver};

/// Sessions with one solver.
pub struct Pool {
    solver: Solver,
    idle: Mutex<Vec<Session>>,
}

impl Pool {
    /// No sessions yet.
    pub fn new(solver: Solver) -> Pool {
        Pool { solver, idle: Mutex::new(Vec::new()) }
    }

    /// The solver.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Works with a session in which nothing was said yet.
    pub fn with<T>(&self, work: impl FnOnce(&mut Session) -> Result<T, Error>) -> Result<T, Error> {
        let idle = self.lock().pop();
        let mut session = match idle {
            Some(session) => session,
            None => Session::start(&self.solver)?,
        };
        let result = work(&mut session);
        if result.is_ok() {
            session.reset();
            self.lock().push(session);
        }
        result
    }

    /// A panic elsewhere leaves the list as it was: it is changed by one operation at a time.
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Session>> {
        self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
