// The functions of string.h and formatted output into a buffer and to the standard output.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char buffer[16];
  strcpy(buffer, "hang");
  assert(strlen(buffer) == 4 && strcmp(buffer, "hang") == 0 && strcmp(buffer, "hand") > 0);
  memmove(buffer + 2, buffer, 5);
  assert(memcmp(buffer, "hahang", 7) == 0);
  memset(buffer, 'x', 3);
  buffer[3] = '\0';
  assert(strncmp(buffer, "xxy", 2) == 0 && strchr(buffer, 'y') == NULL);
  memcpy(buffer, "abc", 4);
  assert(strchr(buffer, 'b') == buffer + 1);
  printf("%s has %d letters\n", buffer, (int)strlen(buffer));
  puts("end");
  return 0;
}
