// The same queue with the size kept by atomic operations: no update is lost, and both get through.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pushed, popped, size;

static void *writer(void *arg) {
  for (int i = 0; i < 2; i++) {
    while (atomic_load(&size) >= 1) {
    }
    atomic_fetch_add(&pushed, 1);
    atomic_fetch_add(&size, 1);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  for (int i = 0; i < 2; i++) {
    while (atomic_load(&pushed) == atomic_load(&popped)) {
    }
    atomic_fetch_add(&popped, 1);
    atomic_fetch_sub(&size, 1);
  }
  pthread_join(thread, NULL);
  assert(atomic_load(&size) == 0);
  return 0;
}
