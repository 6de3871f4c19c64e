// Two locks made of assumptions, taken in opposite order. Runs that end where somebody waits for one are discarded, and so they
// are where main waits for that thread in turn; all others finish.
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

static int locked[2];

static void __VERIFIER_atomic_acquire(int lock) {
  __VERIFIER_assume(locked[lock] == 0);
  locked[lock] = 1;
}

static void *first(void *unused) {
  __VERIFIER_atomic_acquire(0);
  __VERIFIER_atomic_acquire(1);
  locked[1] = locked[0] = 0;
  return unused;
}

static void *second(void *unused) {
  __VERIFIER_atomic_acquire(1);
  __VERIFIER_atomic_acquire(0);
  locked[0] = locked[1] = 0;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
