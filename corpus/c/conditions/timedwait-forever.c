// The waiter polls with time limits for a flag that nobody sets: it never blocks for good, and never gets anywhere.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

int main(void) {
  struct timespec limit = {0, 0};
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_timedwait(&condition, &mutex, &limit);
  pthread_mutex_unlock(&mutex);
  return 0;
}
