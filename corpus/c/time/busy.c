// A thread works for a tenth of a second.
#include <time.h>

int main(void) {
  clock_t start = clock();
  if (start == (clock_t)-1) {
    return 1;
  }
  while (clock() - start < CLOCKS_PER_SEC / 10) {
  }
  return 0;
}
