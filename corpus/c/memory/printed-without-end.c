// A string that is printed, and has no end.
#include <stdio.h>

static char text[4] = {'d', 'o', 'n', 'e'};

int main(void) {
  puts(text);
  return 0;
}
