// A mutex that was destroyed is destroyed again.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_destroy(&mutex);
  pthread_mutex_destroy(&mutex);
  return 0;
}
