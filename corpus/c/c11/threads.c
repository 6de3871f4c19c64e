// C11 threads: created, joined with their result, one detached; main returns and ends the program.
#include <assert.h>
#include <threads.h>

static int doubled;

static int worker(void *arg) {
  doubled = 2 * *(int *)arg;
  return 7;
}

static int idle(void *arg) {
  (void)arg;
  thrd_yield();
  return 0;
}

int main(void) {
  thrd_t first, second;
  int n = 21, result;
  assert(thrd_create(&first, worker, &n) == thrd_success);
  assert(thrd_create(&second, idle, NULL) == thrd_success);
  assert(thrd_detach(second) == thrd_success);
  assert(thrd_join(first, &result) == thrd_success);
  assert(result == 7 && doubled == 42);
  return 0;
}
