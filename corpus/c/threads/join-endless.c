// Main joins a worker that loops for ever over nothing: the worker steps for ever and the join never ends.
#include <pthread.h>

static void *worker(void *arg) {
  (void)arg;
  for (;;) {
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
