// Destructors run after the functions that were given to atexit, those with larger numbers first.
#include <assert.h>
#include <stdlib.h>

static int order;

__attribute__((destructor(300))) static void last(void) { assert(order == 123); }
__attribute__((destructor)) static void third(void) { order = 10 * order + 3; }
static void second(void) { order = 10 * order + 2; }
static void first(void) { order = 10 * order + 1; }

int main(void) {
  atexit(second);
  atexit(first);
  return 0;
}
