// A function that may be there and is not, beside one that is: its address is null.
#include <pthread.h>

__attribute__((weak)) void report(int state);
__attribute__((weak)) void finish(void) {
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&mutex);
  if (report) {
    report(1);
    pthread_mutex_lock(&mutex);
  }
  while (!finish) {
  }
  finish();
  return 0;
}
