// A loop writes one element more than was allocated.
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(3 * sizeof *numbers);
  if (numbers == NULL)
    return 1;
  for (int i = 0; i <= 3; i++)
    numbers[i] = i;
  free(numbers);
  return 0;
}
