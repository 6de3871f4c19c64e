// A loop without end, whatever the random numbers are.
#include <stdlib.h>

static volatile int last;

int main(void) {
  for (;;) {
    last = rand() % 3;
  }
}
