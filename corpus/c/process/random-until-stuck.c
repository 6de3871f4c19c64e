// Whatever the random numbers are the program hangs, and unless they are the same for ever it does so in a deadlock.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&mutex);
  while (rand() % 2) {
  }
  pthread_mutex_lock(&mutex);
  return 0;
}
