// A thread uses a pointer that main sets only after it has started the thread.
#include <pthread.h>

static int value = 3;
static int *pointer;

static void *worker(void *arg) {
  *pointer = 4;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pointer = &value;
  pthread_join(thread, NULL);
  return 0;
}
