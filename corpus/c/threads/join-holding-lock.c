// Main joins the worker while it holds the mutex that the worker needs; it goes well only if the worker was faster.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
