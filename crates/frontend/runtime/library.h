// What the files in C share.

// A function of the program's own has precedence.
#define LIBRARY __attribute__((weak))

typedef unsigned long size_t;

int *__errno_location(void);
#define errno (*__errno_location())

enum { NOT_VALID = 22, OUT_OF_RANGE = 34 };

typedef __builtin_va_list va_list;

void *malloc(size_t size);
void *memcpy(void *to, const void *from, size_t size);
size_t strlen(const char *string);
char *strchr(const char *string, int byte);
int strcmp(const char *first, const char *second);
int strncmp(const char *first, const char *second, size_t most);
int sprintf(char *to, const char *format, ...);
