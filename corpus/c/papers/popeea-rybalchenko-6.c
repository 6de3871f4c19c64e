// Popeea and Rybalchenko, figure 6 (LockDecrement): T1 counts x down under a lock, T2 sets x under the same lock, as
// often as it likes. T2 may go on for ever, T1 cannot: while it counts, it has the lock.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lck = PTHREAD_MUTEX_INITIALIZER;
static int x = 2;

static void *T1(void *arg) {
  pthread_mutex_lock(&lck);
  while (x > 0) {
    int t = x - 1;
    x = t;
  }
  pthread_mutex_unlock(&lck);
  return arg;
}

static void *T2(void *arg) {
  while (__VERIFIER_nondet_bool()) {
    pthread_mutex_lock(&lck);
    x = __VERIFIER_nondet_bool() ? 2 : 0;
    pthread_mutex_unlock(&lck);
  }
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
