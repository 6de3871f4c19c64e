// MUTANT, figure 1a, with g cleared before the threads start: only an unfair scheduler lets Thread1 spin for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool g;

static void *Thread1(void *arg) {
  while (!g) {
  }
  return arg;
}

static void *Thread2(void *arg) {
  g = 1;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, Thread1, NULL);
  pthread_create(&second, NULL, Thread2, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
