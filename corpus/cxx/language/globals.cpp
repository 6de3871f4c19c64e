// Global objects are constructed in order before main, and destroyed in reverse order after it.
#include <cassert>

int stage = 0;

struct Global {
  int before, after;
  Global(int b, int a) : before(b), after(a) { assert(stage++ == before); }
  ~Global() { assert(stage++ == after); }
};

Global first(0, 4);
Global second(1, 3);

int main() { assert(stage++ == 2); }
