// Two readers share the lock and the writer has it alone: no reader sees half of a change.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(x == y);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, reader, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_rwlock_wrlock(&lock);
  x++;
  y++;
  pthread_rwlock_unlock(&lock);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_rwlock_destroy(&lock);
  return 0;
}
