// The first thread ends as the owner of an error-checking mutex, which tells only that thread that it would wait for itself.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *lock(void *unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  return unused;
}

static void *unlock(void *unused) {
  assert(pthread_mutex_unlock(&mutex) != 0);
  return unused;
}

static void run(void *(*routine)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, routine, NULL);
  pthread_join(thread, NULL);
}

int main(void) {
  run(lock);
  run(unlock);
  run(lock);
  return 0;
}
