// Exactly one of those who pass a barrier is told that it is the one.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int told;

static void *party(void *arg) {
  int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  if (result == PTHREAD_BARRIER_SERIAL_THREAD)
    atomic_fetch_add(&told, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, party, NULL);
  party(NULL);
  pthread_join(thread, NULL);
  assert(told == 1);
  return 0;
}
