// The pool is stopped by a signal instead of a broadcast: of two workers that sleep, one sleeps on for ever.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tasks, stopped, done;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    while (tasks == 0 && !stopped)
      pthread_cond_wait(&changed, &mutex);
    if (tasks == 0)
      break;
    tasks--;
    done++;
  }
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t first, second;
  tasks = 1;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  stopped = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
