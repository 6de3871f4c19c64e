// Random numbers are not negative, and remainders are below what they are remainders of.
#include <stdlib.h>

static int random_between(int low, int high) { return low + rand() % (high - low); }

int main(void) {
  if (rand() < 0 || rand() % 7 > 6 || random_between(3, 9) > 8) {
    for (;;) {
    }
  }
  return 0;
}
