// Thread functions that return an `int`, as old programs have them: `worker` without a prototype, `waiter` with a cast. Such a call works on
// every machine that there are threads on, so that it is no failure; only what they return is lost. `waiter` spins until `worker` is done.
#include <pthread.h>

static volatile int done;

static int worker() {
  done = 1;
  return 0;
}

static int waiter(void *unused) {
  (void)unused;
  while (!done) {
  }
  return 1;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, (void *(*)(void *))worker, NULL);
  pthread_create(&second, NULL, (void *(*)(void *))waiter, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
