// One random number among very many makes the program hang.
#include <stdlib.h>

int main(void) {
  if (rand() == 12345) {
    for (;;) {
    }
  }
  return 0;
}
