// A C11 condition variable with its flag: the waiter looks again each time it wakes up.
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static int ready;

static int waiter(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  return 1;
}

int main(void) {
  thrd_t thread;
  int result;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  thrd_create(&thread, waiter, NULL);
  mtx_lock(&mutex);
  ready = 1;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  thrd_join(thread, &result);
  assert(result == 1);
  cnd_destroy(&condition);
  mtx_destroy(&mutex);
  return 0;
}
