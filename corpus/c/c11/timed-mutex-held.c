// A C11 timed mutex that is held for ever by another thread: the wait for it ends with its time, and main returns.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static mtx_t held, other;
static atomic_int taken;

static int holder(void *arg) {
  (void)arg;
  mtx_lock(&held);
  taken = 1;
  mtx_lock(&other);
  return 0;
}

int main(void) {
  thrd_t thread;
  struct timespec limit = {0, 0};
  mtx_init(&held, mtx_timed);
  mtx_init(&other, mtx_plain);
  mtx_lock(&other);
  thrd_create(&thread, holder, NULL);
  if (taken)
    assert(mtx_timedlock(&held, &limit) == thrd_timedout);
  return 0;
}
