// Functions of the library are called through pointers: from a table, and by what leaves a thread.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int (*const operations[])(pthread_mutex_t *) = {pthread_mutex_lock, pthread_mutex_unlock};

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &mutex);
  pthread_exit(arg);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  void *(*allocate)(size_t) = malloc;
  int *number = allocate(sizeof *number);
  *number = 7;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  for (int i = 0; i < 2; i++) {
    while (operations[i](&mutex) != 0) {
    }
  }
  while (*number != 7) {
  }
  free(number);
  return 0;
}
