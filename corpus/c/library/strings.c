// What programs call to take strings apart and to put them together, to sort and to search; every assertion holds.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

static int by_value(const void *first, const void *second) { return *(const int *)first - *(const int *)second; }

int main(void) {
  char text[32];
  assert(snprintf(text, sizeof text, "%d-%s|%5u|%-4x|%c%%", -12, "ab", 7u, 255u, 'z') == 20);
  assert(strcmp(text, "-12-ab|    7|ff  |z%") == 0);
  assert(snprintf(text, 4, "%ld", 1234567L) == 7 && strcmp(text, "123") == 0);
  assert(sprintf(text, "%05d %.3d %+d %#x %s", 42, 5, 3, 16, (char *)"x") > 0);
  assert(strcmp(text, "00042 005 +3 0x10 x") == 0);
  assert(atoi(" 42x") == 42 && strtol("0x1F", NULL, 0) == 31 && strtol("-7", NULL, 10) == -7);
  errno = 0;
  assert(strtol("99999999999999999999", NULL, 10) == 9223372036854775807L && errno == ERANGE);
  char words[] = "a,b;;c";
  char *rest;
  assert(strcmp(strtok_r(words, ",;", &rest), "a") == 0);
  assert(strcmp(strtok_r(NULL, ",;", &rest), "b") == 0);
  assert(strcmp(strtok_r(NULL, ",;", &rest), "c") == 0);
  assert(strtok_r(NULL, ",;", &rest) == NULL);
  assert(strcmp(strstr("hello", "ll"), "llo") == 0 && strstr("hello", "z") == NULL);
  assert(isalpha('q') && !isalpha('1') && isdigit('1') && isspace(' ') && toupper('a') == 'A' && tolower('Z') == 'z');
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof *numbers, by_value);
  assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
  int key = 2;
  assert(bsearch(&key, numbers, 3, sizeof *numbers, by_value) == &numbers[1]);
  assert(abs(-3) == 3 && getenv("HOME") == NULL && strcmp(strerror(EINVAL), "Invalid argument") == 0);
  assert(strcasecmp("AbC", "aBc") == 0);
  return 0;
}
