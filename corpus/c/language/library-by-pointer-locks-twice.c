// A mutex is locked twice through a pointer to the function.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  int (*lock)(pthread_mutex_t *) = pthread_mutex_lock;
  lock(&mutex);
  lock(&mutex);
  return 0;
}
