// Somebody says how many rounds there are, at least one. Main and a thread count them from both ends, and main does one more at the end if the
// last round was odd. That there is a round is not enough to try all numbers, and it takes a proof.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int rounds;

static void *upwards(void *unused) {
  int odd = 0;
  for (int round = 0; round < rounds; round++)
    odd = !odd;
  return odd ? &rounds : NULL;
}

int main(void) {
  rounds = __VERIFIER_nondet_int();
  if (rounds <= 0)
    return 0;
  pthread_t thread;
  void *odd;
  pthread_create(&thread, NULL, upwards, NULL);
  for (int left = rounds; left > 0; left--) {
  }
  pthread_join(thread, &odd);
  return odd != NULL;
}
