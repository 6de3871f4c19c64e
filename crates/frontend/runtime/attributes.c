// Attributes of threads, mutexes, condition variables, readers-writer locks and barriers: <pthread.h> of POSIX.1-2017.
//
// The primitives set them up with zeros, and look at whether a thread is detached and at the kind of a mutex; the others have no
// effect, but what was set can be read again. Where POSIX leaves a choice it is that of glibc.

#include "library.h"

void not_scheduled(void) __asm__("pthread_getschedparam where threads were given other policies");

enum { NOT_SUPPORTED = 95, SMALLEST_STACK = 16384, USUAL_STACK = 8388608, USUAL_GUARD = 4096 };

// Zero stands for what is usual; the guard is kept plus one. There are 36 bytes, as in programs whose headers are for 32 bits.
struct thread_attributes {
  int is_detached, policy, priority, inherits;
  size_t stack_size;
  void *stack;
  unsigned guard;
};

struct scheduling {
  int priority;
};

LIBRARY int sched_get_priority_max(int policy) {
  if (policy == 1 || policy == 2) {
    return 99;
  }
  if (policy == 0 || policy == 3 || policy == 5) {
    return 0;
  }
  errno = NOT_VALID;
  return -1;
}

LIBRARY int sched_get_priority_min(int policy) {
  int most = sched_get_priority_max(policy);
  return most == 99 ? 1 : most;
}

static int set_flag(int *place, int value) {
  if (value != 0 && value != 1) {
    return NOT_VALID;
  }
  *place = value;
  return 0;
}

// Whether some thread may be scheduled otherwise than usual.
static int is_unusual;

LIBRARY int pthread_attr_setinheritsched(struct thread_attributes *attributes, int inherits) {
  if (inherits == 1) {
    is_unusual = 1;
  }
  return set_flag(&attributes->inherits, inherits);
}
LIBRARY int pthread_attr_getinheritsched(const struct thread_attributes *attributes, int *inherits) {
  *inherits = attributes->inherits;
  return 0;
}

LIBRARY int pthread_attr_setscope(struct thread_attributes *attributes, int scope) {
  return scope == 0 ? 0 : scope == 1 ? NOT_SUPPORTED : NOT_VALID;
}
LIBRARY int pthread_attr_getscope(const struct thread_attributes *attributes, int *scope) {
  *scope = 0;
  return 0;
}

LIBRARY int pthread_attr_setschedpolicy(struct thread_attributes *attributes, int policy) {
  if (policy < 0 || policy > 2) {
    return NOT_VALID;
  }
  attributes->policy = policy;
  return 0;
}
LIBRARY int pthread_attr_getschedpolicy(const struct thread_attributes *attributes, int *policy) {
  *policy = attributes->policy;
  return 0;
}

static int is_priority(int priority, int policy) {
  return priority >= sched_get_priority_min(policy) && priority <= sched_get_priority_max(policy);
}

LIBRARY int pthread_attr_setschedparam(struct thread_attributes *attributes, const struct scheduling *scheduling) {
  if (!is_priority(scheduling->priority, attributes->policy)) {
    return NOT_VALID;
  }
  attributes->priority = scheduling->priority;
  return 0;
}
LIBRARY int pthread_attr_getschedparam(const struct thread_attributes *attributes, struct scheduling *scheduling) {
  scheduling->priority = attributes->priority;
  return 0;
}

// How threads are scheduled makes no difference; but what is not as usual they hand on to those that they start.
LIBRARY int pthread_setschedparam(unsigned long thread, int policy, const struct scheduling *scheduling) {
  if (policy < 0 || policy > 5 || policy == 4 || !is_priority(scheduling->priority, policy)) {
    return NOT_VALID;
  }
  if (policy != 0) {
    is_unusual = 1;
  }
  return 0;
}
LIBRARY int pthread_getschedparam(unsigned long thread, int *policy, struct scheduling *scheduling) {
  if (is_unusual) {
    not_scheduled();
  }
  *policy = 0;
  scheduling->priority = 0;
  return 0;
}

LIBRARY int pthread_attr_setguardsize(struct thread_attributes *attributes, size_t size) {
  attributes->guard = (unsigned)size + 1;
  return 0;
}
LIBRARY int pthread_attr_getguardsize(const struct thread_attributes *attributes, size_t *size) {
  *size = attributes->guard == 0 ? USUAL_GUARD : attributes->guard - 1;
  return 0;
}

LIBRARY int pthread_attr_setstacksize(struct thread_attributes *attributes, size_t size) {
  if (size < SMALLEST_STACK) {
    return NOT_VALID;
  }
  attributes->stack_size = size;
  return 0;
}
LIBRARY int pthread_attr_getstacksize(const struct thread_attributes *attributes, size_t *size) {
  *size = attributes->stack_size == 0 ? USUAL_STACK : attributes->stack_size;
  return 0;
}

LIBRARY int pthread_attr_setstack(struct thread_attributes *attributes, void *stack, size_t size) {
  attributes->stack = size < SMALLEST_STACK ? attributes->stack : stack;
  return pthread_attr_setstacksize(attributes, size);
}
LIBRARY int pthread_attr_getstack(const struct thread_attributes *attributes, void **stack, size_t *size) {
  *stack = attributes->stack;
  *size = attributes->stack_size;
  return 0;
}

// In the attributes of a mutex the primitives have the two lowest bits.
enum { CEILING_BY = 12, CEILING = 0xfff, PROTOCOL_BY = 28, PROTOCOL = 3, SHARED_BY = 31 };

static int bits(unsigned attributes, int by, unsigned mask) { return attributes >> by & mask; }

static int set_bits(unsigned *attributes, int by, unsigned mask, unsigned value) {
  *attributes = (*attributes & ~(mask << by)) | value << by;
  return 0;
}

LIBRARY int pthread_mutexattr_setpshared(unsigned *attributes, int shared) {
  return shared == 0 || shared == 1 ? set_bits(attributes, SHARED_BY, 1, shared) : NOT_VALID;
}
LIBRARY int pthread_mutexattr_getpshared(const unsigned *attributes, int *shared) {
  *shared = bits(*attributes, SHARED_BY, 1);
  return 0;
}

LIBRARY int pthread_mutexattr_setprotocol(unsigned *attributes, int protocol) {
  return protocol >= 0 && protocol <= 2 ? set_bits(attributes, PROTOCOL_BY, PROTOCOL, protocol) : NOT_VALID;
}
LIBRARY int pthread_mutexattr_getprotocol(const unsigned *attributes, int *protocol) {
  *protocol = bits(*attributes, PROTOCOL_BY, PROTOCOL);
  return 0;
}

LIBRARY int pthread_mutexattr_setprioceiling(unsigned *attributes, int ceiling) {
  return ceiling >= 1 && ceiling <= 99 ? set_bits(attributes, CEILING_BY, CEILING, ceiling) : NOT_VALID;
}
LIBRARY int pthread_mutexattr_getprioceiling(const unsigned *attributes, int *ceiling) {
  int set = bits(*attributes, CEILING_BY, CEILING);
  *ceiling = set == 0 ? 1 : set;
  return 0;
}

// A mutex keeps the attributes, but for its kind, behind the words that the primitives use.
struct mutex {
  unsigned used[2], attributes;
};

int pthread_mutex_lock(struct mutex *mutex);
int pthread_mutex_unlock(struct mutex *mutex);

LIBRARY int pthread_mutex_getprioceiling(const struct mutex *mutex, int *ceiling) {
  return bits(mutex->attributes, PROTOCOL_BY, PROTOCOL) == 2 ? pthread_mutexattr_getprioceiling(&mutex->attributes, ceiling)
                                                             : NOT_VALID;
}

LIBRARY int pthread_mutex_setprioceiling(struct mutex *mutex, int ceiling, int *former) {
  if (bits(mutex->attributes, PROTOCOL_BY, PROTOCOL) != 2 || ceiling < 1 || ceiling > 99) {
    return NOT_VALID;
  }
  int error = pthread_mutex_lock(mutex);
  if (error != 0) {
    return error;
  }
  if (former != 0) {
    pthread_mutexattr_getprioceiling(&mutex->attributes, former);
  }
  pthread_mutexattr_setprioceiling(&mutex->attributes, ceiling);
  return pthread_mutex_unlock(mutex);
}

LIBRARY int pthread_mutexattr_getrobust(const unsigned *attributes, int *robust) {
  *robust = 0;
  return 0;
}

// Of a condition variable: whether it is shared, and then the clock.
LIBRARY int pthread_condattr_setpshared(unsigned *attributes, int shared) {
  return shared == 0 || shared == 1 ? set_bits(attributes, 0, 1, shared) : NOT_VALID;
}
LIBRARY int pthread_condattr_getpshared(const unsigned *attributes, int *shared) {
  *shared = bits(*attributes, 0, 1);
  return 0;
}

LIBRARY int pthread_condattr_setclock(unsigned *attributes, int clock) {
  return clock == 0 || clock == 1 ? set_bits(attributes, 1, 1, clock) : NOT_VALID;
}
LIBRARY int pthread_condattr_getclock(const unsigned *attributes, int *clock) {
  *clock = bits(*attributes, 1, 1);
  return 0;
}

struct lock_attributes {
  int kind, is_shared;
};

LIBRARY int pthread_rwlockattr_setpshared(struct lock_attributes *attributes, int shared) {
  return set_flag(&attributes->is_shared, shared);
}
LIBRARY int pthread_rwlockattr_getpshared(const struct lock_attributes *attributes, int *shared) {
  *shared = attributes->is_shared;
  return 0;
}
LIBRARY int pthread_rwlockattr_getkind_np(const struct lock_attributes *attributes, int *kind) {
  *kind = attributes->kind;
  return 0;
}

LIBRARY int pthread_barrierattr_setpshared(int *attributes, int shared) { return set_flag(attributes, shared); }
LIBRARY int pthread_barrierattr_getpshared(const int *attributes, int *shared) {
  *shared = *attributes;
  return 0;
}

// What `pthread_cleanup_push` has called when its block is left, however it is left.
struct cleanup {
  void (*routine)(void *);
  void *argument;
  int is_wanted, former;
};

LIBRARY void __pthread_cleanup_routine(struct cleanup *cleanup) {
  if (cleanup->is_wanted) {
    cleanup->routine(cleanup->argument);
  }
}
