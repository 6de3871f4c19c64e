// What is assumed of a value that was chosen holds in all runs: that the thread chooses another one is no reason for main to spin.
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);
extern _Bool __VERIFIER_nondet_bool(void);

static atomic_int flag;

static void *worker(void *unused) {
  __VERIFIER_assume(__VERIFIER_nondet_bool());
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  while (!flag)
    ;
  return 0;
}
