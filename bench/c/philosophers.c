// SIZE philosophers eat for ever; the forks are mutexes, and the lower one is taken first.
#include <pthread.h>

static pthread_mutex_t forks[SIZE];

static void *philosopher(void *argument) {
  int seat = (pthread_mutex_t *)argument - forks;
  int left = seat, right = (seat + 1) % SIZE;
  pthread_mutex_t *low = &forks[left < right ? left : right], *high = &forks[left < right ? right : left];
  for (;;) {
    pthread_mutex_lock(low);
    pthread_mutex_lock(high);
    pthread_mutex_unlock(high);
    pthread_mutex_unlock(low);
  }
}

int main(void) {
  pthread_t threads[SIZE];
  for (int i = 0; i < SIZE; i++)
    pthread_mutex_init(&forks[i], NULL);
  for (int i = 1; i < SIZE; i++)
    pthread_create(&threads[i], NULL, philosopher, &forks[i]);
  philosopher(&forks[0]);
}
