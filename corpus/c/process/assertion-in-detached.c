// A detached thread may fail before main returns and ends the program: the failure is found.
#include <assert.h>
#include <pthread.h>

static int value = 1;

static void *worker(void *arg) {
  assert(value == 2);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  return 0;
}
