// A lock made of an assumption: who has it keeps it and goes round for ever, while the other one waits.
#include <pthread.h>

extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int locked, turns;

static void acquire(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(!locked);
  locked = 1;
  __VERIFIER_atomic_end();
}

static void *goes_round(void *unused) {
  acquire();
  for (;;)
    turns = 1 - turns;
  return unused;
}

static void *waits(void *unused) {
  acquire();
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, goes_round, NULL);
  pthread_create(&second, NULL, waits, NULL);
  pthread_join(second, NULL);
  return 0;
}
