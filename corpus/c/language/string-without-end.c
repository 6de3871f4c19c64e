// The length of a string that has no end in its array is asked for.
#include <string.h>

int main(void) {
  char text[4];
  for (int i = 0; i < 4; i++)
    text[i] = (char)('a' + i);
  return strlen(text) == 4;
}
