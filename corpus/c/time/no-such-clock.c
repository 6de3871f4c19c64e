// Clocks that there are not, and clocks that cannot be slept or waited by.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

int main(void) {
  struct timespec time = {1, 0};
  errno = 0;
  assert(clock_gettime(77, &time) == -1 && errno == EINVAL);
  errno = 0;
  assert(clock_gettime(10, &time) == -1 && errno == EINVAL);
  assert(clock_nanosleep(77, 0, &time, NULL) == EINVAL);
  assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &time, NULL) == EINVAL);
  assert(clock_nanosleep(CLOCK_MONOTONIC_COARSE, 0, &time, NULL) == ENOTSUP);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL) == 0);
  assert(pthread_mutex_clocklock(&mutex, 77, &time) == EINVAL);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &time) == 0);
  assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_PROCESS_CPUTIME_ID, &time) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_rwlock_clockrdlock(&lock, 77, &time) == EINVAL);
  assert(pthread_rwlock_clockwrlock(&lock, 77, &time) == EINVAL);
  errno = 0;
  sem_init(&semaphore, 0, 1);
  assert(sem_clockwait(&semaphore, 77, &time) == -1 && errno == EINVAL);
  assert(sem_clockwait(&semaphore, CLOCK_REALTIME, &time) == 0);
  return 0;
}
