// A buffer with one place, one condition for each direction: a signal always reaches somebody who can use it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
static int full, item, sum;

static void *consumer(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (!full)
      pthread_cond_wait(&filled, &mutex);
    sum += item;
    full = 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, consumer, NULL);
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&mutex);
    while (full)
      pthread_cond_wait(&emptied, &mutex);
    item = i;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, NULL);
  assert(sum == 3);
  return 0;
}
