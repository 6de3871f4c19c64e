// A branch on memory that was allocated but never written.
#include <stdlib.h>

int main(void) {
  int *flag = malloc(sizeof *flag);
  if (flag == NULL)
    return 1;
  if (*flag)
    *flag = 0;
  free(flag);
  return 0;
}
