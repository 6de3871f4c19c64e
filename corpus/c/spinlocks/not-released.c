// A thread ends without releasing the spin lock: if it comes first, the other thread waits for the lock for ever.
#define _XOPEN_SOURCE 700
#include <pthread.h>

static pthread_spinlock_t lock;

static void *forgetful(void *arg) {
  pthread_spin_lock(&lock);
  return arg;
}

static void *victim(void *arg) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&first, NULL, forgetful, NULL);
  pthread_create(&second, NULL, victim, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
