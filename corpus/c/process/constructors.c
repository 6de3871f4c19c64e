// Functions that run before and after `main`, in the order of their priorities; what one of them returns nobody looks at.
// The last one finds that a thread still holds the mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int steps;

__attribute__((constructor(102))) static int second(void) {
  assert(steps == 1);
  return ++steps;
}

__attribute__((constructor(101))) static void first(void) {
  assert(steps == 0);
  steps++;
}

__attribute__((destructor(101))) static void last(void) {
  assert(steps == 4);
  pthread_mutex_lock(&mutex);
}

__attribute__((destructor(102))) static int last_but_one(void) {
  assert(steps == 3);
  return ++steps;
}

static void *keep(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

int main(void) {
  assert(steps == 2);
  steps++;
  pthread_t thread;
  pthread_create(&thread, NULL, keep, NULL);
  pthread_join(thread, NULL);
  return 0;
}
