// Three threads lock a mutex each and then the next one's: if all have their first, none gets its second.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutexes[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *arg) {
  intptr_t i = (intptr_t)arg;
  pthread_mutex_lock(&mutexes[i]);
  pthread_mutex_lock(&mutexes[(i + 1) % 3]);
  pthread_mutex_unlock(&mutexes[(i + 1) % 3]);
  pthread_mutex_unlock(&mutexes[i]);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
