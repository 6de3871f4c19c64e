// A reader that wants to become a writer waits until all readers have left, of whom it is one.
#define _XOPEN_SOURCE 700
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void *worker(void *arg) {
  pthread_rwlock_rdlock(&lock);
  if (entries == 0) {
    pthread_rwlock_wrlock(&lock);
    entries = 1;
  }
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
