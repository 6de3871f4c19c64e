// A signed number is raised beyond the largest one, which has no meaning in C.
#include <limits.h>

static volatile int n = INT_MAX - 1;

int main(void) {
  for (int i = 0; i < 2; i++)
    n = n + 1;
  return 0;
}
