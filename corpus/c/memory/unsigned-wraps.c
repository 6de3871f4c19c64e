// Unsigned numbers wrap around, and so the loop that counts up to zero ends.
#include <assert.h>
#include <limits.h>

int main(void) {
  unsigned char c = 250;
  unsigned n = UINT_MAX - 2;
  int steps = 0;
  while (++c != 0)
    steps++;
  assert(steps == 5);
  while (n++ != 0)
    steps++;
  assert(steps == 8 && n == 1);
  return 0;
}
