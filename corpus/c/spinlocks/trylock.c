// A spin lock that is tried while it is held says so at once.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;

static void *worker(void *arg) {
  assert(pthread_spin_trylock(&lock) == EBUSY);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  assert(pthread_spin_trylock(&lock) == 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_spin_unlock(&lock);
  return 0;
}
