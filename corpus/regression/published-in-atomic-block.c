// An object that a thread hands out in an atomic block is within the reach of others after it: the checker went on as if it were not.
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int *shared, seen;

static void *reader(void *unused) {
  int *object = shared;
  if (object)
    seen = *object;
  return unused;
}

int main(void) {
  pthread_t thread;
  int *object = malloc(sizeof *object);
  *object = 0;
  pthread_create(&thread, NULL, reader, NULL);
  __VERIFIER_atomic_begin();
  shared = object;
  __VERIFIER_atomic_end();
  *object = 1;
  *object = 2;
  *object = 3;
  pthread_join(thread, NULL);
}
