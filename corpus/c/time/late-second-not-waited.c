// Who was woken, or wakes up for nothing, may be in time.
#include <pthread.h>
#include <time.h>

int main(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t never = PTHREAD_COND_INITIALIZER;
  struct timespec deadline, now;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 2;
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&never, &mutex, &deadline);
  pthread_mutex_unlock(&mutex);
  clock_gettime(CLOCK_REALTIME, &now);
  if (now.tv_sec < deadline.tv_sec) {
    for (;;) {
    }
  }
  return 0;
}
