// SIZE threads enter a critical section that Peterson's filter lock guards, with atomics only.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int level[SIZE], last[SIZE], inside;

static int others_wait(int me, int at) {
  for (int other = 0; other < SIZE; other++)
    if (other != me && atomic_load(&level[other]) >= at)
      return 1;
  return 0;
}

static void *enter(void *argument) {
  int me = (atomic_int *)argument - level;
  for (int at = 1; at < SIZE; at++) {
    atomic_store(&level[me], at);
    atomic_store(&last[at], me);
    while (atomic_load(&last[at]) == me && others_wait(me, at)) {
    }
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&level[me], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[SIZE];
  for (int i = 0; i < SIZE; i++)
    pthread_create(&threads[i], NULL, enter, &level[i]);
  for (int i = 0; i < SIZE; i++)
    pthread_join(threads[i], NULL);
}
