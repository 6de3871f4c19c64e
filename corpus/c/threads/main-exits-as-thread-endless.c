// Main leaves with pthread_exit and so does not end the program; the worker spins on a flag that nobody sets.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *worker(void *arg) {
  while (!atomic_load(&stop)) {
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_exit(NULL);
}
