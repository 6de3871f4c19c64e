// Cook, Podelski and Rybalchenko ("Proving thread termination", 2007), figure 2: T1 counts x down under a mutex, T2 sets x to anything under
// the same mutex, as often as it likes. T2 may go on for ever, T1 cannot: while it counts, it has the mutex, which says so.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lck = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *T1(void *arg) {
  pthread_mutex_lock(&lck);
  while (x > 0)
    x = x - 1;
  pthread_mutex_unlock(&lck);
  return arg;
}

static void *T2(void *arg) {
  while (__VERIFIER_nondet_bool()) {
    pthread_mutex_lock(&lck);
    x = __VERIFIER_nondet_int();
    pthread_mutex_unlock(&lck);
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
