// Functions registered with atexit run when main returns, the last one first.
#include <assert.h>
#include <stdlib.h>

static int stage;

static void last(void) {
  assert(stage == 2);
}

static void first(void) {
  assert(stage == 1);
  stage = 2;
}

int main(void) {
  atexit(last);
  atexit(first);
  stage = 1;
  return 0;
}
