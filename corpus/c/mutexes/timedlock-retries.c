// Main waits with a time limit for a mutex that is never released, and starts again each time it gives up.
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t taken, never;

static void *holder(void *arg) {
  pthread_mutex_lock(&mutex);
  sem_post(&taken);
  sem_wait(&never);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec limit = {0, 0};
  sem_init(&taken, 0, 0);
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, holder, NULL);
  sem_wait(&taken);
  while (pthread_mutex_timedlock(&mutex, &limit) != 0) {
  }
  return 0;
}
