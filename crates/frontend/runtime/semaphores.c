// Semaphores with names: `sem_open` and its like of POSIX.1-2017, in a system in which there are none when the program starts.
//
// Functions whose names begin like this are not interrupted.

#include "library.h"

enum { SEMAPHORES = 16, LONGEST_NAME = 64, CREATE = 0100, EXCLUSIVE = 0200, EXISTS = 17, NOT_THERE = 2 };

typedef struct {
  long words[4];
} semaphore;

int sem_init(semaphore *semaphore, int shared, unsigned value);
void too_many(void) __asm__("sem_open with more than 16 semaphores, or a name of more than 63 characters,");

static struct {
  semaphore semaphore;
  char name[LONGEST_NAME];
  int is_named, is_open;
} named[SEMAPHORES];

static int find(const char *name) {
  for (int at = 0; at < SEMAPHORES; at++) {
    if (named[at].is_named && strncmp(named[at].name, name, LONGEST_NAME) == 0) {
      return at;
    }
  }
  return -1;
}

static semaphore *fail(int error) {
  errno = error;
  return 0;
}

static semaphore *__VERIFIER_atomic_open(const char *name, int flags, unsigned value) {
  int at = find(name);
  if (at >= 0) {
    if ((flags & CREATE) && (flags & EXCLUSIVE)) {
      return fail(EXISTS);
    }
    named[at].is_open++;
    return &named[at].semaphore;
  }
  if (!(flags & CREATE)) {
    return fail(NOT_THERE);
  }
  if (value > 2147483647u) {
    return fail(NOT_VALID);
  }
  for (at = 0; at < SEMAPHORES && (named[at].is_named || named[at].is_open); at++) {
  }
  size_t length = strlen(name);
  if (at == SEMAPHORES || length >= LONGEST_NAME) {
    too_many();
  }
  memcpy(named[at].name, name, length + 1);
  named[at].is_named = named[at].is_open = 1;
  sem_init(&named[at].semaphore, 0, value);
  return &named[at].semaphore;
}

// The two arguments behind the flags are there only if a semaphore may be made.
LIBRARY semaphore *sem_open(const char *name, int flags, ...) {
  unsigned value = 0;
  if (flags & CREATE) {
    va_list list;
    __builtin_va_start(list, flags);
    (void)__builtin_va_arg(list, unsigned);
    value = __builtin_va_arg(list, unsigned);
    __builtin_va_end(list);
  }
  return __VERIFIER_atomic_open(name, flags, value);
}

static int __VERIFIER_atomic_close(semaphore *closed) {
  for (int at = 0; at < SEMAPHORES; at++) {
    if (&named[at].semaphore == closed && named[at].is_open > 0) {
      named[at].is_open--;
      return 0;
    }
  }
  errno = NOT_VALID;
  return -1;
}

LIBRARY int sem_close(semaphore *closed) { return __VERIFIER_atomic_close(closed); }

static int __VERIFIER_atomic_unlink(const char *name) {
  int at = find(name);
  if (at < 0) {
    errno = NOT_THERE;
    return -1;
  }
  named[at].is_named = 0;
  return 0;
}

LIBRARY int sem_unlink(const char *name) { return __VERIFIER_atomic_unlink(name); }
