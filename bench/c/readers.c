// SIZE readers look at a pair of numbers, which two writers change, under a readers-writer lock.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *reader(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_rwlock_rdlock(&lock);
    assert(first == second);
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

static void *writer(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_rwlock_wrlock(&lock);
    first++;
    second++;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[SIZE + 2];
  for (int i = 0; i < SIZE + 2; i++)
    pthread_create(&threads[i], NULL, i < SIZE ? reader : writer, NULL);
  for (int i = 0; i < SIZE + 2; i++)
    pthread_join(threads[i], NULL);
}
