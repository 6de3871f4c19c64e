// Signals: <signal.h> of POSIX.1-2017, as far as nobody sends one. What comes from outside the program is left out; functions
// that send signals, or wait for them, are not known.

#include "library.h"

enum { SIGNALS = 65 };

typedef struct {
  unsigned long words[16];
} signal_set;

struct signal_action {
  void (*handler)(int);
  signal_set mask;
  int flags;
  void (*restorer)(void);
};

static int is_signal(int number) { return number > 0 && number < SIGNALS; }

// The first two of the signals for real time are glibc's own.
LIBRARY int __libc_current_sigrtmin(void) { return 34; }
LIBRARY int __libc_current_sigrtmax(void) { return SIGNALS - 1; }

static int refuse(void) {
  errno = NOT_VALID;
  return -1;
}

LIBRARY int sigemptyset(signal_set *set) {
  *set = (signal_set){{0}};
  return 0;
}

LIBRARY int sigfillset(signal_set *set) {
  for (int word = 0; word < 16; word++) {
    set->words[word] = -1ul;
  }
  return 0;
}

LIBRARY int sigaddset(signal_set *set, int number) {
  if (!is_signal(number)) {
    return refuse();
  }
  set->words[0] |= 1ul << (number - 1);
  return 0;
}

LIBRARY int sigdelset(signal_set *set, int number) {
  if (!is_signal(number)) {
    return refuse();
  }
  set->words[0] &= ~(1ul << (number - 1));
  return 0;
}

LIBRARY int sigismember(const signal_set *set, int number) {
  return is_signal(number) ? set->words[0] >> (number - 1) & 1 : refuse();
}

static struct signal_action actions[SIGNALS];

// The signals that cannot be caught: to be killed, and to be stopped.
static int is_fixed(int number) { return number == 9 || number == 19; }

LIBRARY int sigaction(int number, const struct signal_action *action, struct signal_action *former) {
  if (!is_signal(number) || (action != 0 && is_fixed(number))) {
    return refuse();
  }
  if (former != 0) {
    *former = actions[number];
  }
  if (action != 0) {
    actions[number] = *action;
  }
  return 0;
}

typedef void handler(int);

LIBRARY handler *signal(int number, handler *new) {
  if (!is_signal(number) || is_fixed(number)) {
    errno = NOT_VALID;
    return (handler *)-1;
  }
  handler *former = actions[number].handler;
  actions[number].handler = new;
  return former;
}

// What is blocked in the thread, in the primitives.
unsigned long __unhang_blocked(void);
void __unhang_block(unsigned long signals);

// Nobody blocks the two signals that cannot be caught.
static void block(unsigned long signals) { __unhang_block(signals & ~(1ul << (9 - 1) | 1ul << (19 - 1))); }

LIBRARY int pthread_sigmask(int how, const signal_set *set, signal_set *former) {
  unsigned long blocked = __unhang_blocked();
  if (former != 0) {
    *former = (signal_set){{blocked}};
  }
  if (set == 0) {
    return 0;
  }
  switch (how) {
  case 0: block(blocked | set->words[0]); break;
  case 1: block(blocked & ~set->words[0]); break;
  case 2: block(set->words[0]); break;
  default: return NOT_VALID;
  }
  return 0;
}

LIBRARY int sigprocmask(int how, const signal_set *set, signal_set *former) {
  int error = pthread_sigmask(how, set, former);
  if (error != 0) {
    errno = error;
    return -1;
  }
  return 0;
}
