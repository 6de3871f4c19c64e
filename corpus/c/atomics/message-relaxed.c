// A message is passed by relaxed accesses; memory is taken as sequentially consistent here, so the data is seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, ready;

static void *receiver(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) {
  }
  assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, receiver, NULL);
  atomic_store_explicit(&data, 42, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  pthread_join(thread, NULL);
  return 0;
}
