// A function of the program's own that is called like one of the library, and does look at the random number it is given.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int usleep(unsigned time) {
  pthread_mutex_lock(&mutex);
  if (time == 2) {
    pthread_mutex_lock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  usleep(rand() % 3);
  return 0;
}
