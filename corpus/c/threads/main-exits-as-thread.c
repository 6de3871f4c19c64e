// Main leaves with pthread_exit, which does not end the program: the worker does its work, and then the program ends.
#include <assert.h>
#include <pthread.h>

static int done;

static void *worker(void *arg) {
  for (int i = 0; i < 3; i++)
    done++;
  assert(done == 3);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_exit(NULL);
}
