//! What threads do that others notice, and by which functions.

/// What a thread does that others notice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operation {
    /// It looks at memory, or changes it.
    Access {
        /// Where that is written.
        file: String,
        /// The line.
        line: u32,
        /// The column.
        column: u32,
        /// Whether it looks.
        reads: bool,
        /// Whether it changes something.
        writes: bool,
    },
    /// It calls a function of this family.
    Call(&'static str),
    /// It goes on after a wait.
    Woken,
}

/// Functions with the same effect, by the name of their family.
const FAMILIES: &[(&str, &[&str])] = &[
    ("lock", &["pthread_mutex_lock", "mtx_lock"]),
    ("try lock", &["pthread_mutex_trylock", "mtx_trylock"]),
    ("timed lock", &["pthread_mutex_timedlock", "pthread_mutex_clocklock", "mtx_timedlock"]),
    ("unlock", &["pthread_mutex_unlock", "mtx_unlock"]),
    ("read lock", &["pthread_rwlock_rdlock"]),
    ("write lock", &["pthread_rwlock_wrlock"]),
    ("try read lock", &["pthread_rwlock_tryrdlock"]),
    ("try write lock", &["pthread_rwlock_trywrlock"]),
    ("unlock shared", &["pthread_rwlock_unlock"]),
    ("spin lock", &["pthread_spin_lock"]),
    ("try spin lock", &["pthread_spin_trylock"]),
    ("spin unlock", &["pthread_spin_unlock"]),
    ("semaphore wait", &["sem_wait"]),
    ("semaphore try", &["sem_trywait"]),
    ("semaphore timed", &["sem_timedwait"]),
    ("semaphore post", &["sem_post"]),
    (WAIT, &["pthread_cond_wait", "cnd_wait", "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"]),
    (TIMED_WAIT, &["pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_timedwait"]),
    ("signal", &["pthread_cond_signal", "cnd_signal", "_ZNSt18condition_variable10notify_oneEv"]),
    ("broadcast", &["pthread_cond_broadcast", "cnd_broadcast", "_ZNSt18condition_variable10notify_allEv"]),
    (BARRIER, &["pthread_barrier_wait"]),
    (
        "create",
        &[
            "pthread_create",
            "thrd_create",
            "$pthread_create_without_result",
            "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
        ],
    ),
    ("join", &["pthread_join", "thrd_join", "_ZNSt6thread4joinEv"]),
    ("cancel", &["pthread_cancel"]),
    (FUTEX_WAIT, &["$futex_wait", FUTURE_WAIT]),
    ("futex wake", &["$futex_wake_one", "$futex_wake_all"]),
    (RANDOM, &["rand", "random", "rand_r", "$random_below", "$extreme_random"]),
    (CHOICE, &["$any_number"]),
];

const WAIT: &str = "wait";
const TIMED_WAIT: &str = "timed wait";
const BARRIER: &str = "barrier";
const FUTEX_WAIT: &str = "futex wait";
const RANDOM: &str = "random";
const CHOICE: &str = "choice";

/// How calls begin in the source that give a value which is chosen, and the family of each.
const ASKED_FOR: [(&str, &str); 4] =
    [("__VERIFIER_nondet_", CHOICE), ("rand(", RANDOM), ("random(", RANDOM), ("rand_r(", RANDOM)];

/// Says whether it was in time, unlike the other one, which says whether it was late.
const FUTURE_WAIT: &str = "$future_wait";

/// Functions in which another one has the effect, by what their names begin with.
const AROUND: [&str; 2] = ["$futex", "_ZNSt28__atomic_futex_unsigned_base"];

/// The procedure in which threads wait on condition variables.
const WAITING: &str = "$wait_on";

/// What is in front of names of functions that do a little more than those.
const VARIANTS: [&str; 2] = ["$cancellable_", "$inheriting_"];

impl Operation {
    /// What a function of this name does, if its effect needs an order.
    pub(super) fn of(function: &str) -> Option<Operation> {
        let name = VARIANTS.iter().find_map(|variant| function.strip_prefix(variant)).unwrap_or(function);
        let family = FAMILIES.iter().find(|(_, functions)| functions.contains(&name))?;
        Some(Operation::Call(family.0))
    }

    /// What gives a value that is chosen, if the text of the program begins with a call of it.
    pub(super) fn asked_for(text: &str) -> Option<Operation> {
        let (_, family) = ASKED_FOR.iter().find(|(beginning, _)| text.starts_with(beginning))?;
        Some(Operation::Call(family))
    }

    /// Whether it gives a value that is chosen.
    pub(super) fn gives_value(&self) -> bool {
        matches!(self, Operation::Call(RANDOM | CHOICE))
    }

    /// Whether a function of this name has its effect in another one that it calls.
    pub(super) fn is_around(function: &str) -> bool {
        Operation::of(function).is_none() && AROUND.iter().any(|beginning| function.starts_with(beginning))
    }

    /// What the call of the function returns, of which the last number is given.
    pub(super) fn value(&self, function: &str, number: i64) -> i64 {
        if function == FUTURE_WAIT { i64::from(number == 0) } else { number }
    }

    /// Whether steps of this procedure are what others notice of it: to wait on a condition variable is written in one place.
    pub(super) fn takes_effect_in(&self, procedure: &str) -> bool {
        !matches!(self, Operation::Call(WAIT | TIMED_WAIT)) || procedure == WAITING
    }

    /// Whether it has an effect at the beginning and one at the end.
    pub(super) fn is_in_two_parts(&self) -> bool {
        matches!(self, Operation::Call(WAIT | TIMED_WAIT | BARRIER | FUTEX_WAIT))
    }
}
