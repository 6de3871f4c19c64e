// A thread spins on a plain variable: a data race, but each look reads the memory, so it sees what main has written.
#include <pthread.h>

static int go;

static void *worker(void *arg) {
  while (!go) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  go = 1;
  pthread_join(thread, NULL);
  return 0;
}
