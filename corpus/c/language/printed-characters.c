// What is known of what functions return that print: a character, and the length of a text without conversions.
#include <stdio.h>

int main(void) {
  while (putchar('a') != 'a') {
  }
  while (printf("four") != 4) {
  }
  return 0;
}
