// Bytes that were never written may be copied and overwritten as long as nothing depends on them.
#include <assert.h>
#include <string.h>

struct pair {
  int first, second;
};

int main(void) {
  struct pair a, b;
  a.first = 1;
  b = a;
  memcpy(&a, &b, sizeof a);
  a.second = 2;
  assert(a.first == 1 && a.second == 2);
  return 0;
}
