// A wait with a time limit that is tried once: nobody signals, but the wait ends, and with it the program.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec limit = {0, 0};
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &limit);
  pthread_mutex_unlock(&mutex);
  return 0;
}
