// A worker waits for a job, and main hands one over. Once in a thousand runs, this hangs.
// unhang: expect refuted deadlock
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
  ready = true;
  pthread_cond_signal(&arrived);
  pthread_join(thread, NULL);
  return 0;
}
