// What the files of the runtime share. They are compiled as one file, in which each begins with its name.

// A function of the program's own has precedence.
#define LIBRARY __attribute__((weak))

typedef unsigned long size_t;

int *__errno_location(void);
#define errno (*__errno_location())
