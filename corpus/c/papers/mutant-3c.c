// MUTANT, figure 3c: a loop that gives up when the time is over, but whether it looks at the clock is a free choice.
// The choice may come out the same way for ever: fairness is owed to threads, not to the branches of a choice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

static atomic_bool expired;
static int timeout;

static void *client(void *arg) {
  for (;;) {
    if (__VERIFIER_nondet_bool() && atomic_load(&expired)) {
      timeout = 1;
      return arg;
    }
  }
}

static void *ticker(void *arg) {
  atomic_store(&expired, 1);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, client, NULL);
  pthread_create(&second, NULL, ticker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(timeout);
  return 0;
}
