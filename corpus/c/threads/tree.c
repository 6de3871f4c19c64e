// A function that computes its two halves in threads of their own, which do the same: the tree of joins always closes.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *fibonacci(void *arg) {
  intptr_t n = (intptr_t)arg;
  if (n < 2)
    return arg;
  pthread_t left, right;
  void *a, *b;
  pthread_create(&left, NULL, fibonacci, (void *)(n - 1));
  pthread_create(&right, NULL, fibonacci, (void *)(n - 2));
  pthread_join(left, &a);
  pthread_join(right, &b);
  return (void *)((intptr_t)a + (intptr_t)b);
}

int main(void) {
  assert((intptr_t)fibonacci((void *)3) == 2);
  return 0;
}
