// C11 call_once runs its function once for two threads, and thread-specific storage goes to its destructor.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int made;
static atomic_int destroyed;

static void destroy(void *value) {
  assert(*(int *)value == 1);
  destroyed++;
}

static void initialise(void) {
  tss_create(&key, destroy);
  made++;
}

static int worker(void *arg) {
  (void)arg;
  call_once(&flag, initialise);
  tss_set(key, &made);
  assert(tss_get(key) == &made);
  return 0;
}

int main(void) {
  thrd_t first, second;
  thrd_create(&first, worker, NULL);
  thrd_create(&second, worker, NULL);
  thrd_join(first, NULL);
  thrd_join(second, NULL);
  assert(made == 1 && destroyed == 2);
  return 0;
}
