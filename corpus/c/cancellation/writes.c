// A thread that only writes is cancelled.
#include <pthread.h>
#include <unistd.h>

static void *worker(void *arg) {
  for (;;) {
    if (write(1, ".", 1) != 1) {
      return arg;
    }
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
