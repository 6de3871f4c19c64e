// Popeea and Rybalchenko, figure 6, without the lock: T2 can raise x while T1 counts, so T1 too can go on for ever.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static volatile int x = 2;

static void *T1(void *arg) {
  while (x > 0) {
    int t = x - 1;
    x = t;
  }
  return arg;
}

static void *T2(void *arg) {
  while (__VERIFIER_nondet_bool())
    x = 2;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, T1, NULL);
  pthread_create(&second, NULL, T2, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
