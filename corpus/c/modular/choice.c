// Popeea and Rybalchenko ("Compositional termination proofs for multi-threaded programs", 2012), figure 2 (Choice): each loop's test and parallel
// assignment are one atomic transition. In every round x, y or x + y decreases, and it is enough to know what the other thread does to x
// and y. The first numbers are small enough for nothing to overflow later.
#include <pthread.h>

extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static int first_step(void) {
  __VERIFIER_atomic_begin();
  int goes_on = x > 0 && y > 0;
  if (goes_on) {
    int old = x;
    x = x - 1;
    y = old;
  }
  __VERIFIER_atomic_end();
  return goes_on;
}

static int second_step(void) {
  __VERIFIER_atomic_begin();
  int goes_on = x > 0 && y > 0;
  if (goes_on) {
    int old = x;
    x = y - 2;
    y = old + 1;
  }
  __VERIFIER_atomic_end();
  return goes_on;
}

static void *T1(void *arg) {
  while (first_step()) {
  }
  return arg;
}

static void *T2(void *arg) {
  while (second_step()) {
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  x = __VERIFIER_nondet_short();
  y = __VERIFIER_nondet_short();
  pthread_create(&first, NULL, T1, NULL);
  pthread_create(&second, NULL, T2, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
