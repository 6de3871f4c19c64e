// The library of programs that are run many times with delays: `unhang_delay` stands in front of every access to memory that others
// may reach and of every call. Which delays there are depends on the seed and on the number of the thread, not on the clock, so that a
// seed gives the same delays again; what the system does meanwhile is its own.
//
// Every thread has a priority and processors of its own, by the same seed. Nothing that the program does is left out or put in
// another order: it only takes longer.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Programs may have a function of this name themselves.
#define WEAK __attribute__((weak))

// The exit code of a run that is none of the program's: it has assumed something that is not so.
enum { SET_ASIDE = 97 };

// A thread sleeps so often at most, and at each time so many microseconds at most; then it only lets others in first.
enum { SLEEPS = 300, LONGEST = 200 };

// After so many delays a thread is in a long loop, and there are fewer of them.
enum { MANY = 5000 };

static uint64_t seed;
static _Atomic uint64_t threads_made;

static _Thread_local uint64_t randomness;
static _Thread_local int sleeps_taken;
static _Thread_local int delays;

// The next random number: xorshift.
static uint64_t draw(void) {
  uint64_t next = randomness;
  next ^= next << 13;
  next ^= next >> 7;
  next ^= next << 17;
  return randomness = next;
}

// Sleeps for real, without being a point at which a thread that was cancelled ends.
static void sleep_shortly(long microseconds) {
  struct timespec time = {0, microseconds * 1000};
  syscall(SYS_nanosleep, &time, NULL);
}

void unhang_delay(void) {
  if (!randomness || (delays++ > MANY && delays % 64)) {
    return;
  }
  uint64_t drawn = draw() >> 11;
  if (drawn % 32 == 0 && sleeps_taken < SLEEPS) {
    sleeps_taken++;
    sleep_shortly(1 + (long)(drawn / 32 % LONGEST));
  } else if (drawn % 4 == 0) {
    sched_yield();
  }
}

// Gives the thread its random numbers, its priority and its processors. What the system does not allow is left as it is.
static void begin_thread(uint64_t number) {
  randomness = (seed + 1) * 0x9e3779b97f4a7c15u ^ (number + 1) * 0xbf58476d1ce4e5b9u;
  randomness += !randomness;
  draw();
  uint64_t drawn = draw() >> 11;
  if (drawn % 2) {
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), (int)(drawn / 2 % 20));
  }
  cpu_set_t allowed, one;
  if (drawn / 64 % 3 == 0 && sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    int chosen = (int)(drawn / 256 % (uint64_t)CPU_COUNT(&allowed));
    for (int processor = 0; processor < CPU_SETSIZE; processor++) {
      if (CPU_ISSET(processor, &allowed) && chosen-- == 0) {
        CPU_ZERO(&one);
        CPU_SET(processor, &one);
        sched_setaffinity(0, sizeof one, &one);
      }
    }
  }
}

struct beginning {
  void *(*routine)(void *);
  void *argument;
  uint64_t number;
};

static void *begin(void *given) {
  struct beginning beginning = *(struct beginning *)given;
  free(given);
  begin_thread(beginning.number);
  unhang_delay();
  return beginning.routine(beginning.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
  struct beginning *beginning = malloc(sizeof *beginning);
  if (!real || !beginning) {
    abort();
  }
  *beginning = (struct beginning){routine, argument, atomic_fetch_add(&threads_made, 1) + 1};
  int result = real(thread, attributes, begin, beginning);
  if (result) {
    free(beginning);
  }
  return result;
}

// Values that the program leaves open: small ones, mostly, since a loop may go round as often.
static long chosen(void) {
  unhang_delay();
  uint64_t drawn = draw() >> 11;
  long size = drawn % 8 == 0 ? 100 : 5;
  long value = (long)(drawn / 8 % (uint64_t)size);
  return drawn / 1024 % 8 == 0 ? -value : value;
}

#define CHOICE(type, name)                        \
  WEAK type __VERIFIER_nondet_##name(void) {      \
    return (type)chosen();                        \
  }

// One without a sign is small as well.
#define SIZE(type, name)                          \
  WEAK type __VERIFIER_nondet_##name(void) {      \
    return (type)labs(chosen());                  \
  }

CHOICE(int, int)
SIZE(unsigned, uint)
SIZE(unsigned, unsigned)
SIZE(unsigned, unsigned_int)
CHOICE(long, long)
SIZE(unsigned long, ulong)
CHOICE(long long, longlong)
SIZE(unsigned long long, ulonglong)
CHOICE(short, short)
SIZE(unsigned short, ushort)
CHOICE(char, char)
SIZE(unsigned char, uchar)
CHOICE(_Bool, bool)
CHOICE(_Bool, _Bool)
SIZE(size_t, size_t)

WEAK void __VERIFIER_assume(int condition) {
  if (!condition) {
    _exit(SET_ASIDE);
  }
}

// One lock for all atomic blocks, which are small.
static pthread_mutex_t atomic_blocks = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

WEAK void __VERIFIER_atomic_begin(void) {
  pthread_mutex_lock(&atomic_blocks);
}

WEAK void __VERIFIER_atomic_end(void) {
  pthread_mutex_unlock(&atomic_blocks);
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

// What is never reached in a program that is proved.
WEAK void reach_error(void) {
  abort();
}

__attribute__((constructor(101))) static void prepare(void) {
  // Whoever has started this for a while does not leave it behind.
  if (getenv("UNHANG_ENDS_WITH_PARENT")) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
  const char *given = getenv("UNHANG_SEED");
  seed = given ? strtoull(given, NULL, 10) : 0;
  begin_thread(0);
}
