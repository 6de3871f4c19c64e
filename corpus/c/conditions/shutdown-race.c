// A queue is closed by a flag that is set without its mutex: the worker that has just looked at it sleeps for ever.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items, consumed;
static atomic_int closed;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (items == 0 && !atomic_load(&closed))
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
  atomic_store(&closed, 1);
  pthread_cond_broadcast(&changed);
  pthread_join(thread, NULL);
  return 0;
}
