// Trying a readers-writer lock: readers get in beside a reader, a writer does not, and nobody gets in beside a writer.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *beside_reader(void *arg) {
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *beside_writer(void *arg) {
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, beside_reader, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_create(&thread, NULL, beside_writer, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  return 0;
}
