// A pool of two workers that do two tasks and are then told by a broadcast to stop: all of them leave.
#include <assert.h>
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
  tasks++;
  stopped = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(done == 2);
  return 0;
}
