/* A thread waits for a flag that nobody sets, with a new deadline each time, as manuals show it. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int is_set;

int main(void)
{
  pthread_mutex_lock(&mutex);
  while (!is_set) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_nsec += 500000000;
    if (deadline.tv_nsec >= 1000000000) {
      deadline.tv_sec += 1;
      deadline.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(&condition, &mutex, &deadline);
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}
