// Main sleeps to give the worker time, which orders nothing: the worker may still not have run.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <pthread.h>
#include <time.h>

static volatile int done;

static void *worker(void *arg) {
  done = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec while_ago = {0, 1000000};
  pthread_create(&thread, NULL, worker, NULL);
  nanosleep(&while_ago, NULL);
  assert(done);
  pthread_join(thread, NULL);
  return 0;
}
