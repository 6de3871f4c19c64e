// A semaphore with two permits lets at most two of three threads in at a time.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t permits;
static atomic_int inside;

static void *worker(void *arg) {
  sem_wait(&permits);
  assert(atomic_fetch_add(&inside, 1) < 2);
  atomic_fetch_sub(&inside, 1);
  sem_post(&permits);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  int value;
  sem_init(&permits, 0, 2);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  sem_getvalue(&permits, &value);
  assert(value == 2);
  return 0;
}
