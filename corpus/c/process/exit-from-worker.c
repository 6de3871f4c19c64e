// A worker calls exit while main waits for a thread that never ends: the program ends there and then.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *sleeper(void *arg) {
  sem_wait(&never);
  return arg;
}

static void *worker(void *arg) {
  (void)arg;
  exit(0);
}

int main(void) {
  pthread_t first, second;
  sem_init(&never, 0, 0);
  pthread_create(&first, NULL, sleeper, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  return 1;
}
