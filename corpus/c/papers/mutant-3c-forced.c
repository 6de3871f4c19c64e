// MUTANT, figure 3c, as its authors corrected the model: once the time is over, the loop must see it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool expired;
static int timeout;

static void *client(void *arg) {
  while (!timeout) {
    if (atomic_load(&expired))
      timeout = 1;
  }
  return arg;
}

static void *ticker(void *arg) {
  atomic_store(&expired, 1);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, client, NULL);
  pthread_create(&second, NULL, ticker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(timeout);
  return 0;
}
