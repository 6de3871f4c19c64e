// A thread that comes to no cancellation point is not cancelled.
#include <pthread.h>

static void *worker(void *arg) {
  for (;;) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
