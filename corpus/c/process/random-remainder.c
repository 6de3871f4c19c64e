// One remainder out of a hundred makes the program hang.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  int draw = rand() % 100;
  pthread_mutex_lock(&mutex);
  if (draw == 93) {
    pthread_mutex_lock(&mutex);
  }
  return 0;
}
