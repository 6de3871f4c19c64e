// Eight workers raise a counter under a mutex, as often as they are told, and start again at zero when it is full. Each ends because it counts its
// own rounds, whatever the others do; that a worker unlocks what it holds, and that no number gets too large, depends on the mutex. All of them
// are alike, so that one argument is one for each.
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 8
#endif
#define FULL 1000

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static int rounds;

static void *worker(void *unused) {
  for (int round = 0; round < rounds; round++) {
    pthread_mutex_lock(&mutex);
    counter = counter < FULL ? counter + 1 : 0;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t workers[WORKERS];
  rounds = __VERIFIER_nondet_int();
  for (int number = 0; number < WORKERS; number++)
    pthread_create(&workers[number], NULL, worker, NULL);
  for (int number = 0; number < WORKERS; number++)
    pthread_join(workers[number], NULL);
  return 0;
}
