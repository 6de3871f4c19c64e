// Popeea and Rybalchenko ("Compositional termination proofs for multi-threaded programs", 2012), figure 6 (LockDecrement): T1 counts x down under a
// lock of one bit, T2 sets x to anything under the same lock, as often as it likes. T2 may go on for ever, T1 cannot: while it counts, it
// has the lock. The lock does not say who has it, so that one has to know where the other thread stands.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int lck, x;

static void acquire(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(lck == 0);
  lck = 1;
  __VERIFIER_atomic_end();
}

static void release(void) {
  lck = 0;
}

static void *T1(void *arg) {
  acquire();
  while (x > 0) {
    int t = x - 1;
    x = t;
  }
  release();
  return arg;
}

static void *T2(void *arg) {
  while (__VERIFIER_nondet_bool()) {
    acquire();
    x = __VERIFIER_nondet_int();
    release();
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  x = __VERIFIER_nondet_int();
  pthread_create(&first, NULL, T1, NULL);
  pthread_create(&second, NULL, T2, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
