// A thread ends while it runs the function of pthread_once, which is then to be run again.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void set_up(void) {
  runs++;
  if (runs == 1) {
    pthread_exit(NULL);
  }
}

static void *worker(void *arg) {
  pthread_once(&once, set_up);
  for (;;) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_once(&once, set_up);
  while (runs != 2) {
  }
  return 0;
}
