// The scheduler library of `unhang reproduce`: it lets the threads of the user's program take the steps of a recorded run in their order.
//
// A step that other threads can notice is an event: an access to memory, in front of and behind which the build has put calls of
// `unhang_before` and `unhang_after`, or a call of one of the functions below, which stand in front of those of the system.
// A thread that comes to an event waits at the gate until all events before it have happened, and then does it, for real.
// After the last event of a run that ends in a deadlock the gate is open: whoever waits from then on waits in the system's functions.
// The events of a cycle are repeated for ever.
//
// The table of events is in a file of its own, which is made for each run; `schedule.h` says how it looks.

#define _GNU_SOURCE
#include "schedule.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define NEVER UINT64_MAX

// Programs may have a function of this name themselves.
#define WEAK __attribute__((weak))

// How long a thread waits at the gate before it looks round, in nanoseconds.
enum { LOOK = 1000000 };

// So many looks without a step are too many.
enum { PATIENCE = 4000 };

// So many turns of a cycle are told: the first, and these.
enum { ENOUGH_TURNS = 1000 };

// Numbers of threads are below this.
enum { THREADS = 128 };

// How many events have happened.
static _Atomic uint64_t happened;
// Changes whenever that changes; threads at the gate sleep on it.
static _Atomic uint32_t bell;
// Whether the gate is open.
static _Atomic int open_gate;
// The system's number of the thread whose event is a call that may sleep, or zero.
static _Atomic int dozing;
static _Atomic int threads_made;

static _Thread_local int self;
// What has happened of this thread's own events is before this position.
static _Thread_local uint64_t next_position;
// The user's line that was begun last.
static _Thread_local int line_now = -1;
// Whether an event of this thread is under way.
static _Thread_local int is_on;
// Whether this thread goes on without the gate, since the run has nothing more to say of it.
static _Thread_local int is_free;

// The system's own, since the program's calls of it come here. Unlike `write` and `open` it is no point at which a thread that was
// cancelled ends, of which there must not be more than the program has.
static long (*system_call)(long, ...);

static void say(const char *format, ...) {
  char text[600] = "unhang: ";
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text + 8, sizeof text - 10, format, list);
  va_end(list);
  size_t end = 8 + (length < 0 ? 0 : length > (int)sizeof text - 11 ? sizeof text - 11 : (size_t)length);
  text[end] = '\n';
  int before = errno;
  // If nobody listens there is nobody to tell.
  system_call(SYS_write, 2, text, end + 1);
  errno = before;
}

static long futex(_Atomic uint32_t *word, int operation, uint32_t value, const struct timespec *time) {
  int before = errno;
  long result = system_call(SYS_futex, word, operation, value, time, NULL, 0);
  errno = before;
  return result;
}

static void ring(void) {
  atomic_fetch_add(&bell, 1);
  futex(&bell, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL);
}

static void doze(void) {
  struct timespec time = {0, LOOK};
  futex(&bell, FUTEX_WAIT_PRIVATE, atomic_load(&bell), &time);
}

// Waits for ever.
static _Noreturn void stay(void) {
  static _Atomic uint32_t nobody;
  for (;;) {
    futex(&nobody, FUTEX_WAIT_PRIVATE, 0, NULL);
  }
}

static const struct unhang_event *event_at(uint64_t position) {
  if (position < unhang_stem) {
    return &unhang_events[position];
  }
  if (!unhang_cycle) {
    return NULL;
  }
  return &unhang_events[unhang_stem + (position - unhang_stem) % unhang_cycle];
}

// The position of this thread's next event, or NEVER.
static uint64_t coming(void) {
  uint64_t position = next_position;
  uint64_t end = position < unhang_stem ? unhang_stem : position;
  for (end += unhang_cycle; position < end; position++) {
    if (event_at(position)->thread == self) {
      return position;
    }
  }
  return NEVER;
}

static _Noreturn void depart(const char *format, ...) {
  static _Atomic int is_told;
  if (atomic_exchange(&is_told, 1)) {
    stay();
  }
  char text[400];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  say("departs: %s", text);
  _exit(2);
}

static const char *name_of(const struct unhang_event *event) {
  return event->operation == UNHANG_ACCESS ? unhang_places[event->place] : unhang_operations[event->operation];
}

// Says that the event at the position is over. Somebody may have said so already.
static void pass(uint64_t position) {
  uint64_t expected = position;
  atomic_store(&dozing, 0);
  if (!atomic_compare_exchange_strong(&happened, &expected, position + 1)) {
    return;
  }
  uint64_t now = position + 1;
  if (now == unhang_stem) {
    if (unhang_cycle) {
      say("the cycle begins");
    } else {
      say("the last step is taken");
      atomic_store(&open_gate, 1);
    }
  } else if (now > unhang_stem && unhang_cycle && (now - unhang_stem) % unhang_cycle == 0) {
    uint64_t turns = (now - unhang_stem) / unhang_cycle;
    if (turns == 1 || turns == 10 || turns == 100 || turns % ENOUGH_TURNS == 0) {
      say("turn %llu", (unsigned long long)turns);
    }
  }
  ring();
}

// Whether the thread sleeps in a call of the system, as far as that can be told by looking once.
static int sleeps(int thread) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
  int before = errno;
  int file = (int)system_call(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    errno = before;
    return 0;
  }
  ssize_t length = system_call(SYS_read, file, text, sizeof text - 1);
  system_call(SYS_close, file);
  errno = before;
  if (length <= 0) {
    return 0;
  }
  text[length] = 0;
  char *state = strrchr(text, ')');
  return state && state[1] && state[2] == 'S';
}

// Waits until so many events have happened.
static void await(uint64_t position, const char *what) {
  uint64_t seen = NEVER;
  int looks = 0, asleep = 0;
  while (atomic_load(&happened) < position) {
    uint64_t now = atomic_load(&happened);
    if (now != seen) {
      seen = now;
      looks = asleep = 0;
    }
    int dozer = atomic_load(&dozing);
    if (dozer) {
      asleep = sleeps(dozer) ? asleep + 1 : 0;
      if (asleep > 2 && atomic_load(&dozing) == dozer) {
        pass(now);
        continue;
      }
    }
    doze();
    looks += seen == atomic_load(&happened);
    if (looks > PATIENCE) {
      const struct unhang_event *missed = event_at(seen);
      depart("step %llu of the run, %s by thread %d, did not come; thread %d waits for its turn at %s",
             (unsigned long long)seen + 1, missed ? name_of(missed) : "none", missed ? missed->thread : -1, self, what);
    }
  }
}

// Waits until the run has nothing more to say of this thread, and whether it may go on then.
static void leave_gate(const char *what) {
  uint64_t end = unhang_stem;
  if (end) {
    await(end, what);
  }
  if (unhang_cycle && unhang_held[self]) {
    // Others are let in first, for ever.
    stay();
  }
  is_free = 1;
}

// Comes to an event, and returns it when it is its turn; nothing if this is none of the run.
static const struct unhang_event *gate(int operation, int place) {
  const char *what = operation == UNHANG_ACCESS ? unhang_places[place] : unhang_operations[operation];
  if (is_free || atomic_load(&open_gate)) {
    return NULL;
  }
  uint64_t position = coming();
  // Accesses that have not come before a call will not come: the compiler has not written them, or at another place. In a cycle
  // nothing is passed over, since what goes round is to be seen.
  while (operation != UNHANG_ACCESS && position < unhang_stem && event_at(position)->operation == UNHANG_ACCESS) {
    await(position, what);
    next_position = position + 1;
    pass(position);
    position = coming();
  }
  if (position == NEVER) {
    leave_gate(what);
    return NULL;
  }
  const struct unhang_event *event = event_at(position);
  int is_it = event->operation == operation && (operation != UNHANG_ACCESS || event->place == place);
  if (!is_it) {
    // An access may consist of several instructions, which are one step of the run; or the run has none here, since the compiler
    // has put something else at the same place. If it matters, another event will not come.
    if (operation == UNHANG_ACCESS) {
      return NULL;
    }
    depart("thread %d comes to %s, where the run has %s", self, what, name_of(event));
  }
  await(position, what);
  next_position = position + 1;
  is_on = 1;
  return event;
}

static void done(void) {
  if (is_on) {
    is_on = 0;
    pass(next_position - 1);
  }
}

// Says that this thread begins to wait for something in a function of the system.
static void tell(const char *function) {
  say("thread %d in %s%s%s", self, function, line_now < 0 ? "" : " at ", line_now < 0 ? "" : unhang_lines[line_now]);
}

// Begins a call that may sleep: others go on when it does.
static void begin_dozing(const char *function) {
  if (!is_on) {
    tell(function);
    return;
  }
  if (coming() == NEVER) {
    tell(function);
  }
  if (next_position == unhang_stem && !unhang_cycle) {
    done();
    return;
  }
  atomic_store(&dozing, (int)system_call(SYS_gettid));
}

void unhang_before(int place) {
  gate(UNHANG_ACCESS, place);
}

// In front of an access that consists of up to so many steps of the run, at these places: the last one is under way then.
void unhang_before_all(int reads, int writes, int both, int steps) {
  while (steps-- > 0) {
    uint64_t position = is_free || atomic_load(&open_gate) ? NEVER : coming();
    const struct unhang_event *event = position == NEVER ? NULL : event_at(position);
    int place = event && event->operation == UNHANG_ACCESS ? event->place : -1;
    if (place < 0 || (place != reads && place != writes && place != both)) {
      return;
    }
    done();
    gate(UNHANG_ACCESS, place);
  }
}

void unhang_after(void) {
  done();
}

void unhang_line(int line) {
  line_now = line;
}

// The system's own function.
#define REAL(name) ((__typeof__(&name))real_function(#name))

static void *real_function(const char *name) {
  // Of functions for condition variables, glibc for this machine has an old version as well, which comes first without this.
  void *found = strncmp(name, "pthread_cond_", 13) == 0 ? dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2") : NULL;
  found = found ? found : dlsym(RTLD_NEXT, name);
  if (!found) {
    depart("the system has no function %s", name);
  }
  return found;
}

// Whether the call comes from the program itself. What libraries lock for their own purposes is no event.
extern char __executable_start, etext;

static int is_ours(void *from) {
  return (char *)from >= &__executable_start && (char *)from < &etext;
}

#define OURS is_ours(__builtin_return_address(0))

// A call that does not sleep when it is its turn.
#define PLAIN(result_type, name, operation, parameters, arguments)       \
  result_type name parameters {                                           \
    if (!OURS) {                                                          \
      return REAL(name) arguments;                                        \
    }                                                                     \
    gate(operation, 0);                                                   \
    result_type result = REAL(name) arguments;                            \
    done();                                                               \
    return result;                                                        \
  }

// A call that sleeps where nobody keeps it from doing so; the attempt says whether it would.
#define LOCKING(name, operation, parameters, arguments, attempt, undone)  \
  int name parameters {                                                   \
    if (!OURS) {                                                          \
      return REAL(name) arguments;                                        \
    }                                                                     \
    if (!gate(operation, 0)) {                                            \
      int got = attempt;                                                  \
      if (got != undone) {                                                \
        return got;                                                       \
      }                                                                   \
      tell(#name);                                                        \
    }                                                                     \
    int result = REAL(name) arguments;                                    \
    done();                                                               \
    return result;                                                        \
  }

// A call that may give up when its time is over: the run says whether it does.
#define TIMED(name, operation, parameters, arguments, plain, late)        \
  int name parameters {                                                   \
    if (!OURS) {                                                          \
      return REAL(name) arguments;                                        \
    }                                                                     \
    const struct unhang_event *event = gate(operation, 0);                \
    if (!event) {                                                         \
      return REAL(name) arguments;                                        \
    }                                                                     \
    int result = event->value == 0 ? (plain) : (late);                    \
    done();                                                               \
    return result;                                                        \
  }

static int fail_with(int error) {
  errno = error;
  return -1;
}

LOCKING(pthread_mutex_lock, UNHANG_LOCK, (pthread_mutex_t * mutex), (mutex), REAL(pthread_mutex_trylock)(mutex), EBUSY)
PLAIN(int, pthread_mutex_trylock, UNHANG_TRY_LOCK, (pthread_mutex_t * mutex), (mutex))
PLAIN(int, pthread_mutex_unlock, UNHANG_UNLOCK, (pthread_mutex_t * mutex), (mutex))
TIMED(pthread_mutex_timedlock, UNHANG_TIMED_LOCK, (pthread_mutex_t * mutex, const struct timespec *time), (mutex, time),
      REAL(pthread_mutex_lock)(mutex), (int)event->value)
TIMED(pthread_mutex_clocklock, UNHANG_TIMED_LOCK, (pthread_mutex_t * mutex, clockid_t clock, const struct timespec *time),
      (mutex, clock, time), REAL(pthread_mutex_lock)(mutex), (int)event->value)

LOCKING(pthread_rwlock_rdlock, UNHANG_READ_LOCK, (pthread_rwlock_t * lock), (lock), REAL(pthread_rwlock_tryrdlock)(lock),
        EBUSY)
LOCKING(pthread_rwlock_wrlock, UNHANG_WRITE_LOCK, (pthread_rwlock_t * lock), (lock), REAL(pthread_rwlock_trywrlock)(lock),
        EBUSY)
PLAIN(int, pthread_rwlock_tryrdlock, UNHANG_TRY_READ_LOCK, (pthread_rwlock_t * lock), (lock))
PLAIN(int, pthread_rwlock_trywrlock, UNHANG_TRY_WRITE_LOCK, (pthread_rwlock_t * lock), (lock))
PLAIN(int, pthread_rwlock_unlock, UNHANG_UNLOCK_SHARED, (pthread_rwlock_t * lock), (lock))

PLAIN(int, pthread_spin_lock, UNHANG_SPIN_LOCK, (pthread_spinlock_t * lock), (lock))
PLAIN(int, pthread_spin_trylock, UNHANG_TRY_SPIN_LOCK, (pthread_spinlock_t * lock), (lock))
PLAIN(int, pthread_spin_unlock, UNHANG_SPIN_UNLOCK, (pthread_spinlock_t * lock), (lock))

static int try_semaphore(sem_t *semaphore) {
  int before = errno;
  int result = REAL(sem_trywait)(semaphore);
  errno = before;
  return result;
}

LOCKING(sem_wait, UNHANG_SEMAPHORE_WAIT, (sem_t * semaphore), (semaphore), try_semaphore(semaphore), -1)
PLAIN(int, sem_trywait, UNHANG_SEMAPHORE_TRY, (sem_t * semaphore), (semaphore))
PLAIN(int, sem_post, UNHANG_SEMAPHORE_POST, (sem_t * semaphore), (semaphore))
TIMED(sem_timedwait, UNHANG_SEMAPHORE_TIMED, (sem_t * semaphore, const struct timespec *time), (semaphore, time),
      REAL(sem_wait)(semaphore), fail_with(ETIMEDOUT))

// Waiting on a condition variable. If the run has the thread wake up later, then the mutex is let go of and locked again in the
// order of the run, and nothing is signalled for real; if it has not, the thread waits for real.
static int wait_on(pthread_cond_t *condition, pthread_mutex_t *mutex, int operation) {
  const struct unhang_event *event = gate(operation, 0);
  if (!event || coming() == NEVER) {
    begin_dozing("pthread_cond_wait");
    int result = REAL(pthread_cond_wait)(condition, mutex);
    done();
    return result;
  }
  REAL(pthread_mutex_unlock)(mutex);
  done();
  event = gate(UNHANG_WOKEN, 0);
  if (!event) {
    tell("pthread_mutex_lock");
  }
  REAL(pthread_mutex_lock)(mutex);
  done();
  return event ? (int)event->value : 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return wait_on(condition, mutex, UNHANG_WAIT);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
  if (is_free || atomic_load(&open_gate)) {
    return REAL(pthread_cond_timedwait)(condition, mutex, time);
  }
  return wait_on(condition, mutex, UNHANG_TIMED_WAIT);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *time) {
  if (is_free || atomic_load(&open_gate)) {
    return REAL(pthread_cond_clockwait)(condition, mutex, clock, time);
  }
  return wait_on(condition, mutex, UNHANG_TIMED_WAIT);
}

// Whoever is woken in the run does not wait for real.
int pthread_cond_signal(pthread_cond_t *condition) {
  if (gate(UNHANG_SIGNAL, 0)) {
    done();
    return 0;
  }
  return REAL(pthread_cond_signal)(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  if (gate(UNHANG_BROADCAST, 0)) {
    done();
    return 0;
  }
  return REAL(pthread_cond_broadcast)(condition);
}

int pthread_barrier_wait(pthread_barrier_t *barrier) {
  gate(UNHANG_BARRIER, 0);
  begin_dozing("pthread_barrier_wait");
  int result = REAL(pthread_barrier_wait)(barrier);
  done();
  uint64_t position = coming();
  if (!is_free && position != NEVER && event_at(position)->operation == UNHANG_WOKEN) {
    gate(UNHANG_WOKEN, 0);
    done();
  }
  return result;
}

// Futexes. If the run has the thread wake up later, then it does so when the run says so; if not, it waits for real.
static long wait_at_futex(const long *arguments) {
  const struct unhang_event *event = gate(UNHANG_FUTEX_WAIT, 0);
  uint64_t position = event ? coming() : NEVER;
  if (position != NEVER && event_at(position)->operation == UNHANG_WOKEN) {
    done();
    event = gate(UNHANG_WOKEN, 0);
    int is_late = event && event->value;
    done();
    return is_late ? fail_with(ETIMEDOUT) : 0;
  }
  begin_dozing("futex");
  long result = system_call(SYS_futex, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
  done();
  return result;
}

long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) {
    arguments[index] = va_arg(list, long);
  }
  va_end(list);
  int operation = number == SYS_futex ? (int)arguments[1] & FUTEX_CMD_MASK : -1;
  if (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET) {
    return wait_at_futex(arguments);
  }
  const struct unhang_event *event = NULL;
  if (operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET) {
    event = gate(UNHANG_FUTEX_WAKE, 0);
  }
  if (event) {
    // Whoever is woken in the run does not wait for real.
    long woken = event->value;
    done();
    return woken;
  }
  return system_call(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

// Threads are numbered in the order in which they are made.
struct beginning {
  void *(*routine)(void *);
  void *argument;
  int number;
};

static void *begin(void *given) {
  struct beginning beginning = *(struct beginning *)given;
  free(given);
  self = beginning.number;
  return beginning.routine(beginning.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
  gate(UNHANG_CREATE, 0);
  struct beginning *beginning = malloc(sizeof *beginning);
  int number = atomic_fetch_add(&threads_made, 1) + 1;
  if (!beginning || number >= THREADS) {
    depart("no more than %d threads can be followed", THREADS - 1);
  }
  *beginning = (struct beginning){routine, argument, number};
  int result = REAL(pthread_create)(thread, attributes, begin, beginning);
  if (result) {
    depart("no thread can be started");
  }
  done();
  return result;
}

int pthread_join(pthread_t thread, void **place) {
  if (!gate(UNHANG_JOIN, 0)) {
    tell("pthread_join");
  }
  int result = REAL(pthread_join)(thread, place);
  done();
  return result;
}

int pthread_cancel(pthread_t thread) {
  gate(UNHANG_CANCEL, 0);
  int result = REAL(pthread_cancel)(thread);
  done();
  return result;
}

// What C11 calls these. A `mtx_t` is a `pthread_mutex_t` in glibc, and a `cnd_t` a `pthread_cond_t`.
static int c11(int error) {
  return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int mtx_lock(mtx_t *mutex) {
  return c11(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

int mtx_trylock(mtx_t *mutex) {
  return c11(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}

int mtx_timedlock(mtx_t *mutex, const struct timespec *time) {
  return c11(pthread_mutex_timedlock((pthread_mutex_t *)mutex, time));
}

int mtx_unlock(mtx_t *mutex) {
  return c11(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return c11(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *time) {
  return c11(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, time));
}

int cnd_signal(cnd_t *condition) {
  return c11(pthread_cond_signal((pthread_cond_t *)condition));
}

int cnd_broadcast(cnd_t *condition) {
  return c11(pthread_cond_broadcast((pthread_cond_t *)condition));
}

struct c11_beginning {
  thrd_start_t routine;
  void *argument;
};

static void *begin_c11(void *given) {
  struct c11_beginning beginning = *(struct c11_beginning *)given;
  free(given);
  return (void *)(intptr_t)beginning.routine(beginning.argument);
}

int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument) {
  struct c11_beginning *beginning = malloc(sizeof *beginning);
  if (!beginning) {
    return thrd_nomem;
  }
  *beginning = (struct c11_beginning){routine, argument};
  return c11(pthread_create((pthread_t *)thread, NULL, begin_c11, beginning));
}

int thrd_join(thrd_t thread, int *place) {
  void *result = NULL;
  int error = pthread_join((pthread_t)thread, &result);
  if (place) {
    *place = (int)(intptr_t)result;
  }
  return c11(error);
}

// Values that the run has chosen; those that make no difference are not in it.
static long chosen(int operation, long otherwise) {
  uint64_t position = is_free || atomic_load(&open_gate) ? NEVER : coming();
  if (position == NEVER || event_at(position)->operation != operation) {
    return otherwise;
  }
  const struct unhang_event *event = gate(operation, 0);
  long value = event ? event->value : otherwise;
  done();
  return value;
}

WEAK int rand(void) {
  return OURS ? (int)chosen(UNHANG_RANDOM, 0) : 0;
}

WEAK long random(void) {
  return OURS ? chosen(UNHANG_RANDOM, 0) : 0;
}

WEAK int rand_r(unsigned *seed) {
  (void)seed;
  return (int)chosen(UNHANG_RANDOM, 0);
}

#define CHOICE(type, name)                                                           \
  WEAK type __VERIFIER_nondet_##name(void) {                        \
    return (type)chosen(UNHANG_CHOICE, 0);                                           \
  }

CHOICE(int, int)
CHOICE(unsigned, uint)
CHOICE(unsigned, unsigned)
CHOICE(unsigned, unsigned_int)
CHOICE(long, long)
CHOICE(unsigned long, ulong)
CHOICE(long long, longlong)
CHOICE(unsigned long long, ulonglong)
CHOICE(short, short)
CHOICE(unsigned short, ushort)
CHOICE(char, char)
CHOICE(unsigned char, uchar)
CHOICE(_Bool, bool)
CHOICE(_Bool, _Bool)
CHOICE(size_t, size_t)

// What unhang and the competition's programs say besides; the order of the run has seen to it.
WEAK void __VERIFIER_atomic_begin(void) {
}

WEAK void __VERIFIER_atomic_end(void) {
}

WEAK void __VERIFIER_assume(int condition) {
  if (condition) {
    return;
  }
  if (!is_free && !atomic_load(&open_gate)) {
    if (coming() != NEVER) {
      depart("thread %d assumes what is not so", self);
    }
    leave_gate("what it assumes");
  }
  // It waits for what it assumes, which nobody looks at again.
  tell("__VERIFIER_assume");
  stay();
}

// Sections that the program marks need nothing.
WEAK void unhang_begin(const char *kind, const volatile void *object) {
  (void)kind;
  (void)object;
}

WEAK void unhang_end(const char *kind, const volatile void *object) {
  (void)kind;
  (void)object;
}

WEAK void unhang_wait_begin(const volatile void *object) {
  (void)object;
}

WEAK void unhang_wait_end(const volatile void *object) {
  (void)object;
}

// Nobody waits for time to pass: the run says when a thread goes on.
WEAK unsigned sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}

WEAK int usleep(useconds_t time) {
  (void)time;
  return 0;
}

WEAK int nanosleep(const struct timespec *time, struct timespec *rest) {
  (void)rest;
  return is_free || atomic_load(&open_gate) ? REAL(nanosleep)(time, rest) : 0;
}

__attribute__((constructor(101))) static void prepare(void) {
  system_call = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  // libstdc++ leaves out atomic accesses as long as there is one thread; the run has them.
  __libc_single_threaded = 0;
  // Whoever has started this for a while does not leave it behind.
  if (getenv("UNHANG_ENDS_WITH_PARENT")) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
  if (unhang_stem == 0) {
    say(unhang_cycle ? "the cycle begins" : "the last step is taken");
    atomic_store(&open_gate, !unhang_cycle);
  }
}
