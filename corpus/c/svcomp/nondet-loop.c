// A loop that goes on as long as an unknown input says so: it may go on for ever, and may end at any time.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static void *worker(void *arg) {
  while (__VERIFIER_nondet_bool()) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
