// Unions, bit fields, nested structures and arrays of them, and what memory looks like byte by byte.
#include <assert.h>
#include <stdint.h>
#include <string.h>

union word {
  uint32_t whole;
  uint8_t bytes[4];
};

struct flags {
  unsigned low : 3;
  unsigned high : 5;
  struct {
    short values[2][2];
  } inner;
};

int main(void) {
  union word w = {.whole = 0x01020304};
  assert(w.bytes[0] + w.bytes[1] + w.bytes[2] + w.bytes[3] == 10);
  w.bytes[3] ^= w.bytes[0];
  assert(w.whole != 0x01020304);
  struct flags f = {.low = 7, .high = 1, .inner = {{{1, 2}, {3, 4}}}}, copy = f;
  copy.low += 1;
  copy.inner.values[1][0] = -3;
  assert(copy.low == 0 && copy.high == 1 && f.low == 7);
  assert(copy.inner.values[1][0] + f.inner.values[1][0] == 0);
  float one = 1.0f;
  uint32_t bits;
  memcpy(&bits, &one, sizeof bits);
  assert(bits == 0x3f800000);
  return 0;
}
