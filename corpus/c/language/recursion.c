// Recursive functions in two threads at once, each with its own stack.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);

static int is_even(unsigned n) {
  return n == 0 || is_odd(n - 1);
}

static int is_odd(unsigned n) {
  return n != 0 && is_even(n - 1);
}

static void *worker(void *arg) {
  assert(is_even(6) && !is_odd(4));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  assert(ackermann(2, 2) == 7);
  pthread_join(thread, NULL);
  return 0;
}
