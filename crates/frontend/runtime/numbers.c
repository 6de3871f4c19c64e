// Numbers: conversions, sorting and searching of <stdlib.h>, and bits of <strings.h>, of C11 and POSIX.1-2017.

#include "library.h"

static int digit(char character) {
  if (character >= '0' && character <= '9') {
    return character - '0';
  }
  char lower = character | 32;
  return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

// The number that the string begins with, up to the limit; says whether it has a minus, and whether it is beyond the limit.
static unsigned long convert(const char *string, char **end, int base, int *is_negative, int *is_beyond) {
  const char *start = string;
  while (*string == ' ' || (*string >= '\t' && *string <= '\r')) {
    string++;
  }
  *is_negative = *string == '-';
  if (*string == '-' || *string == '+') {
    string++;
  }
  if ((base == 0 || base == 16) && string[0] == '0' && (string[1] | 32) == 'x' && digit(string[2]) < 16) {
    base = 16;
    string += 2;
  } else if (base == 0) {
    base = *string == '0' ? 8 : 10;
  }
  unsigned long value = 0;
  const char *first = string;
  *is_beyond = 0;
  for (; digit(*string) < base; string++) {
    if (value > (-1ul - digit(*string)) / base) {
      *is_beyond = 1;
    }
    value = value * base + digit(*string);
  }
  if (end != 0) {
    *end = (char *)(string == first ? start : string);
  }
  return value;
}

static int is_base(int base) { return base == 0 || (base >= 2 && base <= 36); }

LIBRARY long strtol(const char *string, char **end, int base) {
  if (!is_base(base)) {
    errno = NOT_VALID;
    return 0;
  }
  int is_negative, is_beyond;
  unsigned long value = convert(string, end, base, &is_negative, &is_beyond);
  unsigned long limit = ~0ul / 2 + is_negative;
  if (is_beyond || value > limit) {
    errno = OUT_OF_RANGE;
    value = limit;
  }
  return is_negative ? (long)(0 - value) : (long)value;
}

LIBRARY unsigned long strtoul(const char *string, char **end, int base) {
  if (!is_base(base)) {
    errno = NOT_VALID;
    return 0;
  }
  int is_negative, is_beyond;
  unsigned long value = convert(string, end, base, &is_negative, &is_beyond);
  if (is_beyond) {
    errno = OUT_OF_RANGE;
    return -1ul;
  }
  return is_negative ? 0 - value : value;
}

LIBRARY long long strtoll(const char *string, char **end, int base) { return strtol(string, end, base); }
LIBRARY unsigned long long strtoull(const char *string, char **end, int base) { return strtoul(string, end, base); }
LIBRARY long __isoc23_strtol(const char *string, char **end, int base) { return strtol(string, end, base); }
LIBRARY unsigned long __isoc23_strtoul(const char *string, char **end, int base) { return strtoul(string, end, base); }
LIBRARY long long __isoc23_strtoll(const char *string, char **end, int base) { return strtol(string, end, base); }
LIBRARY unsigned long long __isoc23_strtoull(const char *string, char **end, int base) {
  return strtoul(string, end, base);
}

LIBRARY int atoi(const char *string) { return (int)strtol(string, 0, 10); }
LIBRARY long atol(const char *string) { return strtol(string, 0, 10); }
LIBRARY long long atoll(const char *string) { return strtol(string, 0, 10); }

LIBRARY int abs(int number) { return number < 0 ? -number : number; }
LIBRARY long labs(long number) { return number < 0 ? -number : number; }
LIBRARY long long llabs(long long number) { return number < 0 ? -number : number; }

LIBRARY int ffsl(long number) {
  for (int position = 1; position <= 64; position++) {
    if ((unsigned long)number >> (position - 1) & 1) {
      return position;
    }
  }
  return 0;
}

LIBRARY int ffsll(long long number) { return ffsl(number); }
LIBRARY int ffs(int number) { return ffsl((long)(unsigned)number); }

static void exchange(char *first, char *second, size_t size) {
  for (; size != 0; first++, second++, size--) {
    char between = *first;
    *first = *second;
    *second = between;
  }
}

// The order in which elements are compared, and in which equal ones end up, is not specified.
LIBRARY void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *elements = array;
  for (size_t end = 1; end < count; end++) {
    for (size_t at = end; at > 0 && compare(elements + (at - 1) * size, elements + at * size) > 0; at--) {
      exchange(elements + (at - 1) * size, elements + at * size, size);
    }
  }
}

LIBRARY void *bsearch(const void *key, const void *array, size_t count, size_t size,
                      int (*compare)(const void *, const void *)) {
  const char *elements = array;
  size_t from = 0, to = count;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    int order = compare(key, elements + middle * size);
    if (order == 0) {
      return (void *)(elements + middle * size);
    }
    if (order < 0) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return 0;
}

// Quotient and remainder.
struct division {
  int quotient, remainder;
};
struct long_division {
  long quotient, remainder;
};

LIBRARY struct division div(int dividend, int divisor) {
  return (struct division){dividend / divisor, dividend % divisor};
}
LIBRARY struct long_division ldiv(long dividend, long divisor) {
  return (struct long_division){dividend / divisor, dividend % divisor};
}
LIBRARY struct long_division lldiv(long dividend, long divisor) { return ldiv(dividend, divisor); }
