// Exceptions are caught by type, through base classes and calls, and thrown on; objects on the way are destroyed.
#include <cassert>

int alive = 0;

struct Guard {
  Guard() { alive++; }
  ~Guard() { alive--; }
};

struct Problem {
  int code;
};

struct Serious : Problem {
  explicit Serious(int n) : Problem{n} {}
};

void fail(int depth) {
  Guard guard;
  if (depth == 0)
    throw Serious(7);
  fail(depth - 1);
}

int attempt() {
  try {
    Guard outer;
    try {
      fail(2);
    } catch (int) {
      return -1;
    } catch (Serious &problem) {
      problem.code++;
      throw;
    }
  } catch (const Problem &problem) {
    assert(alive == 0);
    return problem.code;
  }
  return 0;
}

int main() {
  assert(attempt() == 8);
  try {
    throw 'x';
  } catch (...) {
    assert(alive == 0);
  }
}
