// Two producers and two consumers move SIZE items each through a queue of two places, with condition variables.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int items[2];
static unsigned head, count;

static void *produce(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 2)
      pthread_cond_wait(&not_full, &mutex);
    items[(head + count) % 2] = 1;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *consume(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 0)
      pthread_cond_wait(&not_empty, &mutex);
    assert(items[head] == 1);
    items[head] = 0;
    head = (head + 1) % 2;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, i < 2 ? produce : consume, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}
