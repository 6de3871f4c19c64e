// One thread takes and releases a test-and-set lock until the other one was in: that one is always allowed to try, but
// may try each time when the lock is taken. No fairness between threads helps.
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static atomic_int served;

static void *customer(void *arg) {
  while (atomic_flag_test_and_set(&lock)) {
  }
  atomic_store(&served, 1);
  atomic_flag_clear(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, customer, NULL);
  while (!atomic_load(&served)) {
    while (atomic_flag_test_and_set(&lock)) {
    }
    atomic_flag_clear(&lock);
  }
  pthread_join(thread, NULL);
  return 0;
}
