// Jumps out of functions are not modelled.
#include <setjmp.h>

static jmp_buf place;

int main(void) {
  if (setjmp(place) == 0) {
    longjmp(place, 1);
  }
  return 0;
}
