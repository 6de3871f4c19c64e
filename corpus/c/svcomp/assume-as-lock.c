// A lock made of an assumption: who comes while it is taken waits until it is free, and both threads get it.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

static int locked, inside, done;

static void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(locked == 0);
  locked = 1;
}

static void __VERIFIER_atomic_release(void) { locked = 0; }

static void *worker(void *unused) {
  __VERIFIER_atomic_acquire();
  inside++;
  assert(inside == 1);
  inside--;
  done++;
  __VERIFIER_atomic_release();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(done == 2);
  return 0;
}
