// A recursive mutex lets its holder lock it again, and others in once it was unlocked as often as it was locked.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int depth, calls;

static void descend(int n) {
  pthread_mutex_lock(&mutex);
  depth++;
  calls++;
  if (n > 0)
    descend(n - 1);
  depth--;
  pthread_mutex_unlock(&mutex);
}

static void *worker(void *arg) {
  descend(1);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t thread;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_create(&thread, NULL, worker, NULL);
  descend(2);
  pthread_join(thread, NULL);
  assert(depth == 0 && calls == 5);
  pthread_mutex_destroy(&mutex);
  return 0;
}
