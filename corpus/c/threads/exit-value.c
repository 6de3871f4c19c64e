// A worker leaves with pthread_exit from a function that it calls; the joiner gets the value that was given there.
#include <assert.h>
#include <pthread.h>

static int result = 7;
static int returned;

static void leave(int really) {
  if (really)
    pthread_exit(&result);
}

static void *worker(void *arg) {
  leave(0);
  leave(1);
  returned = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  void *value;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, &value);
  assert(value == &result && !returned);
  return 0;
}
