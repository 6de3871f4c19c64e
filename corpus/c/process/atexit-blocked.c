// A function registered with atexit needs a mutex whose holder never releases it: the program cannot end.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t taken, never;

static void flush(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void *holder(void *arg) {
  pthread_mutex_lock(&mutex);
  sem_post(&taken);
  sem_wait(&never);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&taken, 0, 0);
  sem_init(&never, 0, 0);
  atexit(flush);
  pthread_create(&thread, NULL, holder, NULL);
  sem_wait(&taken);
  return 0;
}
