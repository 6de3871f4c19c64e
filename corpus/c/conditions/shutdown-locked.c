// A queue is closed under its mutex: no worker is between its look and its sleep then, so all of them leave.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items, consumed, closed;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (items == 0 && !closed)
      pthread_cond_wait(&changed, &mutex);
    if (items == 0) {
      pthread_mutex_unlock(&mutex);
      return arg;
    }
    items--;
    consumed++;
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  pthread_t thread;
  items = 1;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(items == 0 && consumed == 1);
  return 0;
}
