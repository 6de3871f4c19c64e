// A buffer with one place and one condition for both directions: the signal of a consumer can wake the other consumer,
// who finds nothing and sleeps again, and then the producer and this consumer sleep for ever.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *consumer(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!full)
    pthread_cond_wait(&changed, &mutex);
  full = 0;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, consumer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (full)
      pthread_cond_wait(&changed, &mutex);
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
