// Two seeds that are equal give equal numbers.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned one = 1, other = 1;
  int first = rand_r(&one) % 3;
  int second = rand_r(&other) % 3;
  assert(first == second);
  return 0;
}
