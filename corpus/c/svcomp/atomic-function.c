// A function whose name begins with __VERIFIER_atomic_ is one step: it can test and set in one go.
#include <pthread.h>

extern void reach_error(void);

static int taken, winners;

static int __VERIFIER_atomic_take(void) {
  if (taken)
    return 0;
  taken = 1;
  return 1;
}

static void *worker(void *arg) {
  if (__VERIFIER_atomic_take())
    winners++;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  if (winners != 1)
    reach_error();
  return 0;
}
