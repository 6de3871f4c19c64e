// Both assumptions of an atomic function hold when it goes on, even if it had to wait for the second one.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

static int opened, busy;

static void __VERIFIER_atomic_enter(void) {
  __VERIFIER_assume(busy == 0);
  __VERIFIER_assume(opened == 1);
  assert(busy == 0 && opened == 1);
  busy = 1;
}

static void *enters(void *unused) {
  __VERIFIER_atomic_enter();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enters, NULL);
  busy = 1;
  opened = 1;
  busy = 0;
  pthread_join(thread, NULL);
  return 0;
}
