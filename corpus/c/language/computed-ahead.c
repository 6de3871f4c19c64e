// An optimiser computes the negation ahead, and does not need it where it overflows.
#include <assert.h>
#include <limits.h>

static volatile int least = INT_MIN;

int main(void) {
  int x = least;
  int size = x < 0 ? (x == INT_MIN ? INT_MAX : -x) : x;
  assert(size == INT_MAX);
  return 0;
}
