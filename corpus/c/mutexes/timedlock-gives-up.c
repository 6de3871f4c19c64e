// The holder of a mutex never releases it, but main waits for it with a time limit, gives up and returns.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t taken, never;

static void *holder(void *arg) {
  pthread_mutex_lock(&mutex);
  sem_post(&taken);
  sem_wait(&never);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec limit = {0, 0};
  sem_init(&taken, 0, 0);
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, holder, NULL);
  sem_wait(&taken);
  assert(pthread_mutex_timedlock(&mutex, &limit) == ETIMEDOUT);
  return 0;
}
