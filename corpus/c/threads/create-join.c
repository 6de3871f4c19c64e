// Two workers return a value each through their exit status, and main joins both and adds the values up.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *square(void *arg) {
  intptr_t n = (intptr_t)arg;
  return (void *)(n * n);
}

int main(void) {
  pthread_t first, second;
  void *a, *b;
  pthread_create(&first, NULL, square, (void *)3);
  pthread_create(&second, NULL, square, (void *)4);
  pthread_join(first, &a);
  pthread_join(second, &b);
  assert((intptr_t)a + (intptr_t)b == 25);
  return 0;
}
