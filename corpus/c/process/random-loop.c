// Two loops that random numbers end sooner or later.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  while (rand() % 10 != 3) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  while (rand() % 2) {
  }
  pthread_join(thread, NULL);
  return 0;
}
