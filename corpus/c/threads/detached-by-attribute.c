// A thread created as detached tells by a semaphore that it is through; nobody joins it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t through;
static int value;

static void *worker(void *arg) {
  value = 42;
  sem_post(&through);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  sem_init(&through, 0, 0);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, worker, NULL);
  pthread_attr_destroy(&attributes);
  sem_wait(&through);
  assert(value == 42);
  return 0;
}
