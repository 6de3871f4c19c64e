// What is chosen for a global variable may be changed through its address, so that its bound is none.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static int rounds;

static void *work(void *bound) {
  for (int round = 0; round < *(int *)bound; round++) {
  }
  return NULL;
}

int main(void) {
  rounds = __VERIFIER_nondet_int();
  __VERIFIER_assume(rounds > 0 && rounds < 3);
  pthread_t thread;
  pthread_create(&thread, NULL, work, &rounds);
  pthread_join(thread, NULL);
  return 0;
}
