// An input of which the program looks at no more than whether it is in some range: for one value main waits for ever.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  int input = __VERIFIER_nondet_int();
  pthread_mutex_lock(&mutex);
  if (input > 1000000 && input < 1000002) {
    pthread_mutex_lock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}
