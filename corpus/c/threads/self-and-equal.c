// Each thread knows itself by pthread_self: the worker is not main, and it is the one that main created.
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;
static pthread_t seen;

static void *worker(void *arg) {
  seen = pthread_self();
  assert(!pthread_equal(seen, main_thread));
  return arg;
}

int main(void) {
  pthread_t thread;
  main_thread = pthread_self();
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(pthread_equal(seen, thread));
  return 0;
}
