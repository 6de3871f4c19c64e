// The same with the flag set under the mutex, so that the worker either sees it or already waits.
// unhang: expect proved
// unhang: expect sections proved
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!ready) {
    pthread_cond_wait(&arrived, &mutex);
  }
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  ready = true;
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
