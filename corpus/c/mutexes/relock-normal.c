// A thread that locks a normal mutex that it holds already waits for itself for ever.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void helper(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_mutex_lock(&mutex);
  helper();
  pthread_mutex_unlock(&mutex);
  return 0;
}
