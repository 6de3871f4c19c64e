// A constructor function runs before main, a destructor function after it.
#include <assert.h>

static int stage;

__attribute__((constructor)) static void before(void) {
  assert(stage == 0);
  stage = 1;
}

__attribute__((destructor)) static void after(void) {
  assert(stage == 2);
}

int main(void) {
  assert(stage == 1);
  stage = 2;
  return 0;
}
