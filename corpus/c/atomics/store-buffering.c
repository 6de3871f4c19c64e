// Two threads write one variable each and then read the other's: under sequential consistency one sees the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *first(void *arg) {
  atomic_store(&x, 1);
  saw_y = atomic_load(&y);
  return arg;
}

static void *second(void *arg) {
  atomic_store(&y, 1);
  saw_x = atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw_x || saw_y);
  return 0;
}
