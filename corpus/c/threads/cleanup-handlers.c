// Cleanup handlers run, last in first out, when a thread calls pthread_exit, and where the block that pushed them ends.
#include <assert.h>
#include <pthread.h>

static int order;

static void handler(void *arg) { order = 10 * order + (int)(long)arg; }

static void inner(int leaves) {
  pthread_cleanup_push(handler, (void *)2L);
  if (leaves) {
    pthread_exit((void *)7L);
  }
  pthread_cleanup_pop(0);
}

static void *worker(void *arg) {
  pthread_cleanup_push(handler, (void *)3L);
  pthread_cleanup_pop(1);
  pthread_cleanup_push(handler, (void *)1L);
  inner(0);
  inner(1);
  pthread_cleanup_pop(0);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, &result);
  assert(result == (void *)7L && order == 321);
  return 0;
}
