// TerMute, figure 7, with an end: the outer loop runs three times, the inner one as often as the outer one has.
#include <assert.h>

int main(void) {
  int i = 1, j = 0;
  while (i <= 3) {
    j = i;
    i++;
    while (j > 0)
      j--;
  }
  assert(i == 4 && j == 0);
  return 0;
}
