// A reader tries again as long as the writer's sequence number is odd or has changed; the writer writes twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *writer(void *arg) {
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&x, i);
    atomic_store(&y, i);
    atomic_fetch_add(&sequence, 1);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  unsigned before;
  int a, b;
  pthread_create(&thread, NULL, writer, NULL);
  do {
    while ((before = atomic_load(&sequence)) % 2 != 0) {
    }
    a = atomic_load(&x);
    b = atomic_load(&y);
  } while (atomic_load(&sequence) != before);
  assert(a == b);
  pthread_join(thread, NULL);
  return 0;
}
