// SIZE threads count to two each, under a mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[SIZE];
  for (int i = 0; i < SIZE; i++)
    pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < SIZE; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 2 * SIZE);
}
