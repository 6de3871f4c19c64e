// As many threads as the input says, at least one, and nobody knows how many at most; the second one waits for a mutex that the
// first one keeps.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[8];
  int count = __VERIFIER_nondet_int();
  __VERIFIER_assume(count > 0);
  for (int index = 0; index < count && index < 8; index++) {
    pthread_create(&threads[index], NULL, worker, NULL);
  }
  for (int index = 0; index < count && index < 8; index++) {
    pthread_join(threads[index], NULL);
  }
  return 0;
}
