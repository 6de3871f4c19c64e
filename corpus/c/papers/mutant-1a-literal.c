// MUTANT, figure 1a, to the letter: Thread1 itself clears g, perhaps after Thread2 has set it, and then spins for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool g;

static void *Thread1(void *arg) {
  g = 0;
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
