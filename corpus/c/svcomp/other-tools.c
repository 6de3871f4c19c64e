// What other tools call their functions: without headers, since they know them.
#include <pthread.h>

int nondet_int();
int shared;

void *worker(void *arg) {
  __CPROVER_atomic_begin();
  shared++;
  __CPROVER_atomic_end();
  return arg;
}

int main(void) {
  int input = nondet_int();
  __ESBMC_assume(input == 1 || input == 2);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  __ESBMC_atomic_begin();
  shared++;
  __ESBMC_atomic_end();
  pthread_join(thread, NULL);
  assert(shared == 2);
  __CPROVER_assert(input != 3, "it was assumed");
  return 0;
}
