// Nobody posts the semaphore, but the wait has a time limit: main gives up and returns.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
  sem_t never;
  struct timespec limit = {0, 0};
  sem_init(&never, 0, 0);
  assert(sem_timedwait(&never, &limit) == -1);
  assert(errno == ETIMEDOUT);
  sem_destroy(&never);
  return 0;
}
