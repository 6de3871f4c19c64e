// C11 mutexes: plain between two threads, recursive in one function that calls itself.
#include <assert.h>
#include <threads.h>

static mtx_t plain, recursive;
static int counter;

static int depth(int n) {
  mtx_lock(&recursive);
  int result = n == 0 ? 0 : 1 + depth(n - 1);
  mtx_unlock(&recursive);
  return result;
}

static int worker(void *arg) {
  (void)arg;
  mtx_lock(&plain);
  counter += depth(1);
  mtx_unlock(&plain);
  return 0;
}

int main(void) {
  thrd_t first, second;
  mtx_init(&plain, mtx_plain);
  mtx_init(&recursive, mtx_plain | mtx_recursive);
  thrd_create(&first, worker, NULL);
  thrd_create(&second, worker, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
  assert(counter == 2);
  mtx_destroy(&plain);
  mtx_destroy(&recursive);
  return 0;
}
