// Two threads try the mutex once each, and do without it if it is taken: nobody ever waits.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *arg) {
  int result = pthread_mutex_trylock(&mutex);
  assert(result == 0 || result == EBUSY);
  if (result == 0) {
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
