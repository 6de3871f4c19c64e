// Both threads set a seed; whatever numbers follow, none is too large.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  srand(time(NULL));
  int number = rand() % 4;
  pthread_mutex_lock(&mutex);
  if (number > 3) {
    return arg;
  }
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
