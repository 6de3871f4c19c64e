// Whatever the input is, the program finishes.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned input = __VERIFIER_nondet_uint();
  int found = 0;
  switch (input) {
  case 7:
    found = 1;
    break;
  case 4000000000u:
    found = 2;
    break;
  }
  assert(found != 1 || input == 7);
  assert(found == 2 || input != 4000000000u);
  return 0;
}
