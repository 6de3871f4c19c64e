// Strings: what <string.h> and <strings.h> of C11 and POSIX.1-2017 have and the primitives do not.

#include "library.h"

LIBRARY char *strstr(const char *string, const char *part) {
  size_t length = strlen(part);
  for (;; string++) {
    if (strncmp(string, part, length) == 0) {
      return (char *)string;
    }
    if (*string == 0) {
      return 0;
    }
  }
}

LIBRARY size_t strspn(const char *string, const char *accepted) {
  size_t length = 0;
  while (string[length] != 0 && strchr(accepted, string[length]) != 0) {
    length++;
  }
  return length;
}

LIBRARY size_t strcspn(const char *string, const char *rejected) {
  size_t length = 0;
  while (string[length] != 0 && strchr(rejected, string[length]) == 0) {
    length++;
  }
  return length;
}

LIBRARY char *strpbrk(const char *string, const char *accepted) {
  string += strcspn(string, accepted);
  return *string == 0 ? 0 : (char *)string;
}

LIBRARY char *strtok_r(char *string, const char *separators, char **rest) {
  if (string == 0) {
    string = *rest;
  }
  string += strspn(string, separators);
  if (*string == 0) {
    *rest = string;
    return 0;
  }
  char *end = string + strcspn(string, separators);
  if (*end != 0) {
    *end++ = 0;
  }
  *rest = end;
  return string;
}

LIBRARY char *__strtok_r(char *string, const char *separators, char **rest) {
  return strtok_r(string, separators, rest);
}

// All threads share the rest of the string, as they do in glibc.
LIBRARY char *strtok(char *string, const char *separators) {
  static char *rest;
  return strtok_r(string, separators, &rest);
}

LIBRARY char *strsep(char **rest, const char *separators) {
  char *string = *rest;
  if (string != 0) {
    char *end = string + strcspn(string, separators);
    *rest = *end == 0 ? 0 : end + 1;
    *end = 0;
  }
  return string;
}

LIBRARY char *strndup(const char *string, size_t most) {
  size_t length = 0;
  while (length != most && string[length] != 0) {
    length++;
  }
  char *copy = malloc(length + 1);
  memcpy(copy, string, length);
  copy[length] = 0;
  return copy;
}

LIBRARY void *memrchr(const void *object, int byte, size_t size) {
  const unsigned char *bytes = object;
  while (size-- != 0) {
    if (bytes[size] == (unsigned char)byte) {
      return (void *)(bytes + size);
    }
  }
  return 0;
}

static int folded(unsigned char byte) { return byte >= 'A' && byte <= 'Z' ? byte + 32 : byte; }

LIBRARY int strncasecmp(const char *first, const char *second, size_t most) {
  for (; most != 0; first++, second++, most--) {
    int difference = folded(*first) - folded(*second);
    if (difference != 0 || *first == 0) {
      return difference;
    }
  }
  return 0;
}

LIBRARY int strcasecmp(const char *first, const char *second) { return strncasecmp(first, second, -1ul); }

// As in the locale that a program starts in.
LIBRARY int strcoll(const char *first, const char *second) { return strncmp(first, second, -1ul); }
