// The routine of a pthread_once asks for the same initialisation again and so waits for itself for ever.
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;

static void initialise(void) {
  pthread_once(&control, initialise);
}

static void *worker(void *arg) {
  pthread_once(&control, initialise);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
