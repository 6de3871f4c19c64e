// Two threads ask for the same initialisation by pthread_once: it runs once, and both see it finished.
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int started, finished;

static void initialise(void) {
  started++;
  finished++;
}

static void *worker(void *arg) {
  pthread_once(&control, initialise);
  assert(started == 1 && finished == 1);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
