// A C11 condition variable whose flag is set, but nobody signals it: a waiter that sleeps already sleeps for ever.
#include <stdatomic.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static atomic_int ready;

static int waiter(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  thrd_create(&thread, waiter, NULL);
  ready = 1;
  thrd_join(thread, NULL);
  return 0;
}
