/* A thread polls until a deadline that it has made once, and gives up. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int is_set;

int main(void)
{
  struct timespec deadline, now;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  do {
    clock_gettime(CLOCK_REALTIME, &now);
  } while (!is_set && now.tv_sec < deadline.tv_sec);
  while (!is_set && pthread_cond_timedwait(&condition, &mutex, &deadline) == 0) {
  }
  pthread_mutex_unlock(&mutex);
  assert(!is_set);
  return 0;
}
