// A thread whose assumption does not hold goes no further; main does not wait for it, and ends the program.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);

static atomic_int ready, data;

static void *worker(void *arg) {
  __VERIFIER_assume(atomic_load(&ready));
  assert(atomic_load(&data) == 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&data, 1);
  atomic_store(&ready, 1);
  return 0;
}
