// A semaphore with a name: whoever opens it has the same one, until it is unlinked.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static void *worker(void *arg) {
  sem_t *turn = sem_open("/turn", 0);
  sem_post(turn);
  sem_close(turn);
  return arg;
}

int main(void) {
  sem_t *turn = sem_open("/turn", O_CREAT | O_EXCL, 0600, 0);
  assert(turn != SEM_FAILED);
  assert(sem_open("/turn", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(turn);
  pthread_join(thread, NULL);
  sem_close(turn);
  assert(sem_unlink("/turn") == 0 && sem_unlink("/turn") == -1 && errno == ENOENT);
  return 0;
}
