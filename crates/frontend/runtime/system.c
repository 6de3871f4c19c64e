// What a program asks the system: <unistd.h>, <stdlib.h>, <locale.h> and <string.h> of POSIX.1-2017, on Linux with glibc, with two processors.

#include "library.h"

void not_asked(void) __asm__("sysconf for a limit that depends on the machine");
void not_written(void) __asm__("write to something other than the standard output");
void not_a_place(void) __asm__("setlocale for a locale that need not be installed");
void not_named(void) __asm__("strerror of an error that no primitive gives");

LIBRARY long sysconf(int name) {
  switch (name) {
  case 2: return 100;                               // clock ticks in a second
  case 4: return 1024;                              // open files
  case 30: return 4096;                             // the size of a page
  case 31: return 32;                               // signals of realtime
  case 33: return 2147483647;                       // the value of a semaphore
  case 73: return 4;                                // rounds of destructors
  case 74: return 1024;                             // keys
  case 75: return 16384;                            // the smallest stack
  case 26: case 32: case 35: case 76: return name == 26 ? 2147483647 : -1;
  case 83: case 84: return 2;                       // processors
  // What of POSIX there is: its version says so.
  case 9: case 10: case 11: case 12: case 13: case 14: case 15: case 16: case 17: case 18: case 19: case 20: case 21: case 22:
  case 29: case 46: case 47: case 48: case 67: case 68: case 77: case 78: case 79: case 80: case 81: case 82: case 132:
  case 133: case 137: case 138: case 139: case 149: case 153: case 154: case 159: case 164: return 200809;
  default: not_asked(); return -1;
  }
}

LIBRARY long __sysconf(int name) { return sysconf(name); }

// What is written makes no difference, but it must be there.
LIBRARY long write(int file, const void *bytes, size_t size) {
  if (file != 1 && file != 2) {
    not_written();
  }
  if (size > 0) {
    const volatile char *all = bytes;
    (void)all[0];
    (void)all[size - 1];
  }
  return (long)size;
}

// The environment is empty, as `main` is told as well.
LIBRARY char *getenv(const char *name) { return 0; }
LIBRARY char *secure_getenv(const char *name) { return 0; }

// So the locale is the one that every program begins with, unless the program asks for another one.
LIBRARY char *setlocale(int category, const char *locale) {
  if (category < 0 || category > 12) {
    return 0;
  }
  if (locale != 0 && locale[0] != 0 && strcmp(locale, "C") != 0 && strcmp(locale, "POSIX") != 0) {
    not_a_place();
  }
  return "C";
}

LIBRARY char *strerror(int error) {
  switch (error) {
  case 0: return "Success";
  case 1: return "Operation not permitted";
  case 2: return "No such file or directory";
  case 3: return "No such process";
  case 4: return "Interrupted system call";
  case 11: return "Resource temporarily unavailable";
  case 12: return "Cannot allocate memory";
  case 16: return "Device or resource busy";
  case 17: return "File exists";
  case 22: return "Invalid argument";
  case 34: return "Numerical result out of range";
  case 35: return "Resource deadlock avoided";
  case 75: return "Value too large for defined data type";
  case 95: return "Operation not supported";
  case 110: return "Connection timed out";
  default: not_named(); return 0;
  }
}

LIBRARY int __xpg_strerror_r(int error, char *to, size_t size) {
  const char *text = strerror(error);
  size_t length = strlen(text);
  if (length >= size) {
    return OUT_OF_RANGE;
  }
  memcpy(to, text, length + 1);
  return 0;
}

LIBRARY char *strerror_r(int error, char *to, size_t size) { return strerror(error); }
