// In programs of SV-COMP this function is an assumption: a run that breaks it counts as little as one that breaks __VERIFIER_assume.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}

int main(void) {
  int input = __VERIFIER_nondet_int();
  assume_abort_if_not(input > 3);
  assert(input != 2);
  return 0;
}
