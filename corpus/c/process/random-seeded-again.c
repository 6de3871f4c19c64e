// After the same seed come the same random numbers.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(1);
  int first = rand() % 3;
  srand(1);
  int second = rand() % 3;
  assert(first == second);
  return 0;
}
