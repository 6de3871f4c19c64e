// MUTANT, figure 1b: each thread overwrites what the other one wants to see, and retries, perhaps for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool g = 1;

static void *Thread1(void *arg) {
  while (g)
    g = 0;
  return arg;
}

static void *Thread2(void *arg) {
  while (!g)
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
