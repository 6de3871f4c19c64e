// Where a seed is used again something might fail, and where it is not something hangs.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(1);
  if (rand() % 2) {
    for (;;) {
    }
  }
  int first = rand() % 3;
  srand(1);
  rand();
  assert(rand() % 3 == first);
  return 0;
}
