// Quotients and remainders, with the signs that `/` and `%` give.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
  div_t small = div(-17, 5);
  ldiv_t large = ldiv(17000000000, -5000000000);
  lldiv_t larger = lldiv(9000000000000000000, 7);
  assert(small.quot == -3 && small.rem == -2);
  assert(large.quot == -3 && large.rem == 2000000000);
  assert(larger.quot == 1285714285714285714 && larger.rem == 2);
  assert(difftime(7, 3) == 4.0 && difftime(3, 7) == -4.0);
  return 0;
}
