//! Random programs in C with POSIX threads, as data that can be made smaller, and as text that people can read.
//!
//! Threads take mutexes in random orders, wait for conditions with and without a loop, use semaphores, atomics and flags to spin on,
//! go round a number of times, as often as they like, or up to a number that nobody knows, and call functions, some of which call
//! themselves, with an end or without. `main` starts them and joins them or does not; whoever likes starts others, once or in a loop.
//! Most programs are tame: whoever waits is told by somebody, and locks are taken in one order. The others mostly hang.

mod make;
mod smaller;
mod write;

pub use make::program;

/// What the names of functions begin with that run in threads of their own.
pub const THREAD: &str = "thread";

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What the threads do that `main` starts, each once.
    pub threads: Vec<Vec<Statement>>,
    /// What the threads do that are started by statements.
    pub children: Vec<Vec<Statement>>,
    /// What functions do that threads call, if they are not gone yet.
    pub functions: Vec<Function>,
    /// What `main` does between starting and joining the threads.
    pub main: Vec<Statement>,
    /// Whether `main` waits for each of the threads.
    pub joins: Vec<bool>,
}

/// A function that is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Whether it calls itself.
    pub recursion: Recursion,
    /// What it does.
    pub body: Vec<Statement>,
}

/// How a function calls itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursion {
    /// It does not.
    None,
    /// With a number that is one smaller, down to zero.
    Counted,
    /// If it likes.
    Open,
}

/// One of two things of each kind: `mutex0`, `mutex1`.
pub type Which = usize;

/// How many there are of each kind of global object.
pub const OBJECTS: usize = 2;

/// A statement, which is one line or a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `pthread_mutex_lock`, the statements, and mostly `pthread_mutex_unlock`.
    Locked { mutex: Which, body: Vec<Statement>, is_unlocked: bool },
    /// Under `mutex`, waits for `ready` to be set: in a loop, or if it is not.
    Await { which: Which, is_looped: bool },
    /// Sets `ready`, under the mutex or without it, and tells one thread or all.
    Notify { which: Which, is_locked: bool, is_broadcast: bool },
    /// `sem_wait`.
    Take(Which),
    /// `sem_post`.
    Give(Which),
    /// `while (!flag)`, with `sched_yield` or nothing in it.
    Spin { flag: Which, yields: bool },
    /// Sets or clears the flag.
    Flag { flag: Which, value: i32 },
    /// A lock made of an atomic flag.
    Exchanged { lock: Which, body: Vec<Statement> },
    /// `counter = (counter + 1) % 3`, as an atomic operation or in several steps.
    Count { counter: Which, is_atomic: bool },
    /// A loop of so many rounds.
    Times { rounds: i32, body: Vec<Statement> },
    /// A loop up to a number that nobody knows.
    UpTo { number: Number, body: Vec<Statement> },
    /// Starts a thread of [`Source::children`], and waits for it or leaves it alone.
    Start { child: usize, is_joined: bool },
    /// A loop while the condition holds.
    While { condition: Condition, body: Vec<Statement> },
    /// A branch.
    If { condition: Condition, then: Vec<Statement>, otherwise: Vec<Statement> },
    /// Calls the function, which recurses so often if it does at all.
    Call { function: usize, depth: i32 },
    /// Ends the program.
    Exit,
}

/// A number that nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// Any `int`.
    Signed,
    /// Any `unsigned`.
    Unsigned,
    /// An `int` that is assumed to be small.
    Assumed,
    /// An `unsigned` of which the remainder is taken.
    Remainder,
}

/// A condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Nobody knows.
    Any,
    /// Whether a flag is set, or is not.
    Flag(Which, bool),
    /// Whether a counter has a value.
    Counter(Which, i32),
    /// Whether an attempt to take the mutex fails; it is given back if it does not.
    Busy(Which),
}
