// A thread that finds nothing to do leaves without giving its permit back, and the next one waits for ever.
#include <pthread.h>
#include <semaphore.h>

static sem_t permit;
static int tasks = 1;

static void *worker(void *arg) {
  sem_wait(&permit);
  if (tasks == 0)
    return arg;
  tasks--;
  sem_post(&permit);
  return arg;
}

int main(void) {
  pthread_t first, second;
  sem_init(&permit, 0, 1);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  worker(NULL);
  return 0;
}
