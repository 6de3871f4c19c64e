// While cancellation is disabled, a cancelled thread goes on; then it ends at the next cancellation point.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t ready, go;
static int done;

static void *worker(void *arg) {
  int former;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &former);
  sem_post(&ready);
  sem_wait(&go);
  pthread_testcancel();
  done = 1;
  pthread_setcancelstate(former, NULL);
  pthread_testcancel();
  done = 2;
  return arg;
}

int main(void) {
  sem_init(&ready, 0, 0);
  sem_init(&go, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&ready);
  pthread_cancel(thread);
  sem_post(&go);
  void *result;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED && done == 1);
  return 0;
}
