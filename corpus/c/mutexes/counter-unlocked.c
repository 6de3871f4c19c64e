// Without the mutex an increment is a load and a store, one of which can be lost, and the assertion fails.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *arg) {
  counter++;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
