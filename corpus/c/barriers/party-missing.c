// A barrier for three at which only two arrive never opens.
#define _XOPEN_SOURCE 700
#include <pthread.h>

static pthread_barrier_t barrier;

static void *party(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&first, NULL, party, NULL);
  pthread_create(&second, NULL, party, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
