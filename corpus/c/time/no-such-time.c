// A second has no more than 999999999 nanoseconds: functions that wait say so, and do not wait.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

int main(void) {
  struct timespec much = {0, 1000000000}, negative = {0, -1}, before = {-1, 0};
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  assert(pthread_mutex_timedlock(&mutex, &much) == 0);
  assert(pthread_mutex_timedlock(&mutex, &much) == EINVAL);
  assert(pthread_cond_timedwait(&condition, &mutex, &negative) == EINVAL);
  assert(pthread_rwlock_timedwrlock(&lock, &much) == EINVAL && pthread_rwlock_timedrdlock(&lock, &negative) == EINVAL);
  errno = 0;
  assert(sem_timedwait(&semaphore, &much) == -1 && errno == EINVAL);
  errno = 0;
  assert(nanosleep(&before, NULL) == -1 && errno == EINVAL);
  assert(clock_nanosleep(CLOCK_REALTIME, 0, &much, NULL) == EINVAL);
  assert(thrd_sleep(&negative, NULL) < -1);
  // A program that takes every answer but one for a wake-up goes round for ever.
  while (pthread_cond_timedwait(&condition, &mutex, &negative) != ETIMEDOUT)
    ;
}
