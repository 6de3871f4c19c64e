// Whatever the order of objects is, static ones, one of the function, one on the heap, and functions, it is an order.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int first, second, array[4];

static int below(void *left, void *right) { return (uintptr_t)left < (uintptr_t)right; }

int main(void) {
  int local;
  void *heap = malloc(4);
  void *objects[] = {&first, &second, array, &local, heap, (void *)(uintptr_t)&below};
  for (int i = 0; i < 3; i++)
    for (int j = 3; j < 6; j++)
      for (int k = 0; k < 3; k++)
        assert(!below(objects[i], objects[j]) || !below(objects[j], objects[k]) || below(objects[i], objects[k]));
  assert(&array[1] < &array[3] && NULL != (void *)array && below(NULL, array));
  assert(below(&first, &second) == below(&first, &second));
  assert(below(&first, &second) != below(&second, &first));
  free(heap);
  return 0;
}
