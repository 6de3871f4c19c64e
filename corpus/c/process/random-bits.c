// What depends on bits of a random number is not known.
#include <stdlib.h>

int main(void) {
  if (rand() / 65536 % 3 == 2) {
    for (;;) {
    }
  }
  return 0;
}
