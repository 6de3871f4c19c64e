// Threads end, one after the other, with a lock that each has made and keeps.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  pthread_mutex_lock(arg);
  return NULL;
}

int main(void) {
  for (int round = 0; round < 70; round++) {
    pthread_t thread;
    pthread_mutex_t *mutex = calloc(1, sizeof *mutex);
    pthread_create(&thread, NULL, worker, mutex);
    pthread_join(thread, NULL);
  }
  return 0;
}
