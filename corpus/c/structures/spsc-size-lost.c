// The mistake in DIVINE's own test of a queue: the size that bounds the writer is kept by both threads without care. An
// update is lost, the writer believes the queue full while it is empty, and writer and reader wait for each other.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pushed, popped;
static volatile int size;

static void *writer(void *arg) {
  for (int i = 0; i < 2; i++) {
    while (size >= 1) {
    }
    atomic_fetch_add(&pushed, 1);
    size = size + 1;
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
    size = size - 1;
  }
  pthread_join(thread, NULL);
  return 0;
}
