// Without a seed random numbers are those after the seed 1.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int first = rand() > 1000;
  srand(1);
  int second = rand() > 1000;
  assert(first == second);
  return 0;
}
