// The waiter sleeps on the inner mutex while it holds the outer one, which the setter needs to wake it.
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *arg) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  while (!ready)
    pthread_cond_wait(&condition, &inner);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  pthread_join(thread, NULL);
  return 0;
}
