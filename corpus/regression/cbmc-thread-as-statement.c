// What stands behind such a label CBMC runs as a thread of its own. To take it for a statement like others, after which the
// assertion holds, would answer another question.
#include <assert.h>

int shared;

int main(void) {
  __CPROVER_ASYNC_1: shared = 1;
  shared = 2;
  assert(shared == 2);
  return 0;
}
