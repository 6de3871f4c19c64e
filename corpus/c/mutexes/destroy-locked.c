// A mutex that is locked is not destroyed.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static mtx_t other;

int main(void) {
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_destroy(&mutex) == EBUSY);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_destroy(&mutex) == 0);
  mtx_init(&other, mtx_plain);
  mtx_lock(&other);
  mtx_destroy(&other);
  mtx_unlock(&other);
  mtx_destroy(&other);
  return 0;
}
