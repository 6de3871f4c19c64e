// MUTANT, figure 1c, with two bits for g: Thread2 installs its result only if g is still what it was, and Thread1
// changes g as often as it likes; so Thread2 can retry for ever.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;
static unsigned g;

static void *Thread1(void *arg) {
  while (__VERIFIER_nondet_bool()) {
    pthread_mutex_lock(&x);
    g = (g + 1) % 4;
    pthread_mutex_unlock(&x);
  }
  return arg;
}

static void *Thread2(void *arg) {
  for (;;) {
    unsigned before = g, after = (before + 1) % 4;
    pthread_mutex_lock(&x);
    if (g == before) {
      g = after;
      pthread_mutex_unlock(&x);
      return arg;
    }
    pthread_mutex_unlock(&x);
  }
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, Thread1, NULL);
  pthread_create(&second, NULL, Thread2, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
