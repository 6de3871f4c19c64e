// Two threads that raise their flags and then wait for the other's to go down: if both are up, both wait for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2];

static void *worker(void *arg) {
  intptr_t me = (intptr_t)arg;
  wants[me] = 1;
  while (wants[1 - me]) {
  }
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, (void *)0);
  pthread_create(&second, NULL, worker, (void *)1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
