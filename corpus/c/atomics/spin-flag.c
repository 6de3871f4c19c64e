// A thread spins on an atomic flag that main sets: main is always ready to set it, so only unfairness keeps it waiting.
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool go;

static void *worker(void *arg) {
  while (!atomic_load(&go)) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&go, 1);
  pthread_join(thread, NULL);
  return 0;
}
