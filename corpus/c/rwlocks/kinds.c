// The kinds of readers-writer locks of glibc. Where readers go first, a thread may read twice, whoever waits to write. Where
// writers go first, a reader that only tries gives way, and one that reads again and again lets the writer in.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_rwlock_t first, second;
static atomic_int written;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&first);
  pthread_rwlock_unlock(&first);
  struct timespec soon = {0, 0};
  int result = pthread_rwlock_timedwrlock(&second, &soon);
  assert(result == 0 || result == 110);
  if (result == 0)
    pthread_rwlock_unlock(&second);
  pthread_rwlock_wrlock(&second);
  atomic_store(&written, 1);
  pthread_rwlock_unlock(&second);
  return unused;
}

int main(void) {
  pthread_rwlockattr_t attributes;
  pthread_t thread;
  int kind;
  pthread_rwlockattr_init(&attributes);
  assert(pthread_rwlockattr_setkind_np(&attributes, 3) != 0);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP);
  pthread_rwlock_init(&first, &attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlockattr_getkind_np(&attributes, &kind);
  assert(kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&second, &attributes);
  pthread_rwlock_rdlock(&first);
  pthread_create(&thread, NULL, writer, NULL);
  pthread_rwlock_rdlock(&first);
  pthread_rwlock_unlock(&first);
  pthread_rwlock_unlock(&first);
  while (!atomic_load(&written)) {
    pthread_rwlock_rdlock(&second);
    if (pthread_rwlock_tryrdlock(&second) == 0)
      pthread_rwlock_unlock(&second);
    pthread_rwlock_unlock(&second);
  }
  pthread_join(thread, NULL);
  pthread_rwlock_destroy(&first);
  pthread_rwlock_destroy(&second);
  return 0;
}
