// One of two threads leaves after the first round, and the other one waits for it in the second round for ever.
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;

static void *party(void *arg) {
  intptr_t rounds = (intptr_t)arg;
  while (rounds-- > 0)
    pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&first, NULL, party, (void *)1);
  pthread_create(&second, NULL, party, (void *)2);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
