// What is printed is read: here it has been freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(8);
  strcpy(text, "gone");
  free(text);
  printf("%d %s\n", 1, text);
  return 0;
}
