// What is printed matters if somebody looks at what was.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int printed = putchar(rand() % 2);
  if (printed == 1) {
    for (;;) {
    }
  }
  return 0;
}
