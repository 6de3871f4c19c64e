// Threads that wait with time limits again and again are cancelled, whatever clock the limits are of.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t empty;
static const struct timespec late = {.tv_sec = 2000000000};

static void *waiter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  for (;;) {
    pthread_cond_clockwait(&never, &mutex, CLOCK_MONOTONIC, &late);
  }
}

static void *taker(void *arg) {
  (void)arg;
  for (;;) {
    sem_clockwait(&empty, CLOCK_MONOTONIC, &late);
  }
}

int main(void) {
  pthread_t first, second;
  sem_init(&empty, 0, 0);
  pthread_create(&first, NULL, waiter, NULL);
  pthread_create(&second, NULL, taker, NULL);
  pthread_cancel(first);
  pthread_cancel(second);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
