// What stands between __VERIFIER_atomic_begin and end happens in one step, so no increment is lost.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static int counter;

static void *worker(void *arg) {
  for (int i = 0; i < 2; i++) {
    __VERIFIER_atomic_begin();
    counter = counter + 1;
    __VERIFIER_atomic_end();
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  if (counter != 4)
    reach_error();
  return 0;
}
