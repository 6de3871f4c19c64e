// On one path the function returns without unlocking: the next one that needs the mutex waits for ever.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n) {
  pthread_mutex_lock(&mutex);
  if (n < 0)
    return -1;
  total += n;
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void *worker(void *arg) {
  add((int)(intptr_t)arg);
  return NULL;
}

int main(void) {
  pthread_t good, bad;
  pthread_create(&good, NULL, worker, (void *)1);
  pthread_create(&bad, NULL, worker, (void *)-1);
  pthread_join(good, NULL);
  pthread_join(bad, NULL);
  return 0;
}
