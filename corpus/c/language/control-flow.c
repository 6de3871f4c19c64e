// Loops of every kind, a switch with falling through, goto, break, continue, and the comma and conditional operators.
#include <assert.h>

static int classify(int n) {
  int score = 0;
  switch (n) {
  case 0:
    score += 1;
    __attribute__((fallthrough));
  case 1:
    score += 10;
    break;
  case 7:
    return -1;
  default:
    score = n > 100 ? 3 : 4;
  }
  return score;
}

int main(void) {
  int i = 0, j, sum = 0;
  do {
    if (i == 2)
      continue;
    sum += i;
  } while (++i < 5);
  assert(sum == 8);
  for (i = 0, j = 10; i < j; i++, j--)
    if (i == 3)
      break;
  assert(i == 3 && j == 7);
again:
  if (i-- > 0)
    goto again;
  assert(i == -1);
  assert(classify(0) == 11 && classify(1) == 10 && classify(7) == -1 && classify(8) == 4 && classify(101) == 3);
  return 0;
}
