// Of a string without an end so much may be printed as there is; and null is printed as such.
#include <stdio.h>

static char text[4] = {'d', 'o', 'n', 'e'};
static const char whole[] = "all of it";

int main(void) {
  const char *nothing = NULL;
  int count = 3, length = 0;
  printf("%.4s %.*s %s %d %s\n", text, count, text, nothing, length, &whole[4]);
  fputs(whole, stdout);
  while (printf(&"of it"[3]) != 2) {
  }
  return putchar(count + 1) != 4;
}
