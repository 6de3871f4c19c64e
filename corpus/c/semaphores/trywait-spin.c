// A thread tries a semaphore until it gets it: it is posted, unless the scheduler is unfair.
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *worker(void *arg) {
  while (sem_trywait(&ready) != 0) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_post(&ready);
  pthread_join(thread, NULL);
  return 0;
}
