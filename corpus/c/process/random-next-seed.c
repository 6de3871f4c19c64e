// A seed does not stay what it was.
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned seed = 1;
  usleep(rand_r(&seed) % 3);
  while (seed == 1) {
  }
  return 0;
}
