// A formatted string is not what the program takes it for.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[8];
  snprintf(text, sizeof text, "%03d", 7);
  assert(strcmp(text, "7") == 0);
  return 0;
}
