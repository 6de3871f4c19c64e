// A semaphore hands a value over: whoever waits for it sees what was written before the post.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int value;

static void *worker(void *arg) {
  value = 5;
  sem_post(&ready);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&ready);
  assert(value == 5);
  pthread_join(thread, NULL);
  sem_destroy(&ready);
  return 0;
}
