// Workers that raise a counter under a mutex for as many rounds as they are told, and start again at zero when it is full. That each ends follows
// from its own rounds, which it has another number of than the others; that nobody waits for ever follows from the mutex.
#include <pthread.h>

#define WORKERS 5
#define FULL 1000

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *rounds) {
  for (unsigned left = __VERIFIER_nondet_uint(); left != 0; left--) {
    pthread_mutex_lock(&mutex);
    if (counter < FULL)
      counter++;
    else
      counter = 0;
    pthread_mutex_unlock(&mutex);
  }
  return rounds;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int number = 0; number < WORKERS; number++)
    pthread_create(&workers[number], NULL, worker, NULL);
  for (int number = 0; number < WORKERS; number++)
    pthread_join(workers[number], NULL);
  return 0;
}
