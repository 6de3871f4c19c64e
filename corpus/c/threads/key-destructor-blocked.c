// The destructor of a thread-specific value needs a mutex that main holds while it joins the thread.
#include <pthread.h>

static pthread_key_t key;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int alive;

static void destroy(void *value) {
  pthread_mutex_lock(&mutex);
  *(int *)value = 0;
  pthread_mutex_unlock(&mutex);
}

static void *worker(void *arg) {
  alive = 1;
  pthread_setspecific(key, &alive);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
