// MUTANT, figure 3a: three philosophers who try for the forks and put the left one back if the right one is taken.
#include <pthread.h>
#include <stdint.h>

#define N 3

static pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  intptr_t left = (intptr_t)arg, right = (left + 1) % N;
  for (;;) {
    if (pthread_mutex_trylock(&forks[left]) == 0) {
      if (pthread_mutex_trylock(&forks[right]) == 0)
        break;
      pthread_mutex_unlock(&forks[left]);
    }
  }
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (intptr_t i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
