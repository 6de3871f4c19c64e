// The worker would end the program, but waits for a post that main gives only after it has joined it.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t permission;

static void *worker(void *arg) {
  (void)arg;
  sem_wait(&permission);
  exit(0);
}

int main(void) {
  pthread_t thread;
  sem_init(&permission, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  sem_post(&permission);
  return 0;
}
