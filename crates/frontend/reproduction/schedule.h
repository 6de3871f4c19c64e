// The table of events of a run, as `scheduler.c` reads it.

#include <stdint.h>

// What threads do that others notice; the order is that of `OPERATIONS` in `table.rs`.
enum unhang_operation {
  UNHANG_ACCESS,
  UNHANG_LOCK,
  UNHANG_TRY_LOCK,
  UNHANG_TIMED_LOCK,
  UNHANG_UNLOCK,
  UNHANG_READ_LOCK,
  UNHANG_WRITE_LOCK,
  UNHANG_TRY_READ_LOCK,
  UNHANG_TRY_WRITE_LOCK,
  UNHANG_UNLOCK_SHARED,
  UNHANG_SPIN_LOCK,
  UNHANG_TRY_SPIN_LOCK,
  UNHANG_SPIN_UNLOCK,
  UNHANG_SEMAPHORE_WAIT,
  UNHANG_SEMAPHORE_TRY,
  UNHANG_SEMAPHORE_TIMED,
  UNHANG_SEMAPHORE_POST,
  UNHANG_WAIT,
  UNHANG_TIMED_WAIT,
  UNHANG_WOKEN,
  UNHANG_SIGNAL,
  UNHANG_BROADCAST,
  UNHANG_BARRIER,
  UNHANG_CREATE,
  UNHANG_JOIN,
  UNHANG_CANCEL,
  UNHANG_FUTEX_WAIT,
  UNHANG_FUTEX_WAKE,
  UNHANG_RANDOM,
  UNHANG_CHOICE,
};

struct unhang_event {
  // Whose, by its number.
  int thread;
  // An `unhang_operation`.
  int operation;
  // Of an access: where it is written.
  int place;
  // What the call returns, where the run decides that.
  long value;
};

// Those before the cycle, and then those of the cycle.
extern const struct unhang_event unhang_events[];
extern const uint64_t unhang_stem, unhang_cycle;
// Whether a thread that has no part in the cycle is kept at the gate, since it might take one.
extern const char unhang_held[];
// Places of accesses, and lines of the user, as texts; names of operations.
extern const char *const unhang_places[];
extern const char *const unhang_lines[];
extern const char *const unhang_operations[];
