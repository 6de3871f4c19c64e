// Two names, two semaphores: main waits for one that nobody posts.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static void *worker(void *arg) {
  sem_t *turn = sem_open("/turn", O_CREAT, 0600, 0);
  sem_post(turn);
  return arg;
}

int main(void) {
  sem_t *turn = sem_open("/turns", O_CREAT, 0600, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(turn);
  pthread_join(thread, NULL);
  return 0;
}
