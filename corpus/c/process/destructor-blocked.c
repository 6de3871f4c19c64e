// A destructor waits for a mutex that main has not unlocked.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((destructor)) static void last(void) { pthread_mutex_lock(&mutex); }

int main(void) {
  pthread_mutex_lock(&mutex);
  return 0;
}
