// A semaphore lets only two of three philosophers sit down at a time: one of them gets both forks.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t chairs;

static void *philosopher(void *arg) {
  intptr_t left = (intptr_t)arg, right = (left + 1) % 3;
  sem_wait(&chairs);
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  sem_post(&chairs);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&chairs, 0, 2);
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
