// A thread's function that takes no argument, and is cancelled: its cleanup handler was once looked for in the argument.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void keep() {
  pthread_mutex_lock(&mutex);
}

static void *work() {
  pthread_cleanup_push(keep, NULL);
  sleep(1);
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
  return 0;
}
