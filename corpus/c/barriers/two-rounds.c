// Two threads meet at a barrier twice: nobody is a round ahead of the other one.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int round_of[2];

static void *party(void *arg) {
  intptr_t me = (intptr_t)arg;
  for (int i = 1; i <= 2; i++) {
    round_of[me] = i;
    pthread_barrier_wait(&barrier);
    assert(round_of[1 - me] >= i);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&first, NULL, party, (void *)0);
  pthread_create(&second, NULL, party, (void *)1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_barrier_destroy(&barrier);
  return 0;
}
