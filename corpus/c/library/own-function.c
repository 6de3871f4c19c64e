// A function of the program's own has precedence over one of the library with the same name.
#include <assert.h>

int atoi(const char *text) { return 100 + text[0]; }

int main(void) {
  assert(atoi("\001") == 101);
  return 0;
}
