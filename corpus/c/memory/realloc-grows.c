// A heap array that grows by realloc keeps what was in it.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int size = 0, capacity = 1;
  int *numbers = calloc(capacity, sizeof *numbers);
  assert(numbers == NULL || numbers[0] == 0);
  for (int i = 0; i < 5; i++) {
    if (size == capacity) {
      capacity *= 2;
      int *larger = realloc(numbers, capacity * sizeof *numbers);
      if (larger == NULL)
        exit(1);
      numbers = larger;
    }
    if (numbers == NULL)
      exit(1);
    numbers[size++] = i * i;
  }
  for (int i = 0; i < 5; i++)
    assert(numbers[i] == i * i);
  free(numbers);
  free(NULL);
  return 0;
}
