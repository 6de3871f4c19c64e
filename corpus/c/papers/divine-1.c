// DIVINE, figure 1, in C: the worker's waiting condition is the wrong way round; if main sets x first, it never stops.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
  while (x != 0) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  x = 42;
  pthread_join(thread, NULL);
  return 0;
}
