// When the last thread ends, the program ends as if by `exit`: the function that was registered waits for a mutex that nobody frees.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void at_end(void) { pthread_mutex_lock(&mutex); }

static void *keep(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(at_end);
  pthread_create(&thread, NULL, keep, NULL);
  pthread_exit(NULL);
}
