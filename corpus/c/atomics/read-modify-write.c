// The read-modify-write operations of C11 atomics, each with the old value that it gives back.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
  atomic_int n = 5;
  assert(atomic_fetch_add(&n, 3) == 5 && n == 8);
  assert(atomic_fetch_sub(&n, 2) == 8 && n == 6);
  assert(atomic_fetch_or(&n, 9) == 6 && n == 15);
  assert(atomic_fetch_and(&n, 12) == 15 && n == 12);
  assert(atomic_fetch_xor(&n, 5) == 12 && n == 9);
  assert(atomic_exchange(&n, 1) == 9 && n == 1);
  int expected = 2;
  assert(!atomic_compare_exchange_strong(&n, &expected, 7) && expected == 1 && n == 1);
  assert(atomic_compare_exchange_strong(&n, &expected, 7) && n == 7);
  assert(++n == 8 && n++ == 8 && n == 9);
  return 0;
}
