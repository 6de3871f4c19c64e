// TerMute, figure 1, two producers and a consumer that spins until both are through (and counts up, as it must).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int C, barrier;

static void *Producer(void *arg) {
  for (int i = 0; i < 2; i++)
    C++;
  barrier++;
  return arg;
}

static void *Consumer(void *arg) {
  while (barrier < 2) {
  }
  for (int j = 0; j < 2; j++)
    C--;
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, Producer, NULL);
  pthread_create(&threads[1], NULL, Producer, NULL);
  pthread_create(&threads[2], NULL, Consumer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(C == 2);
  return 0;
}
