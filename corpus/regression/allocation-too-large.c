// No process gets more memory at once than it has addresses; the provers once took it that it does.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

static volatile long size = -1;

int main(void) {
  char *small = malloc(4);
  char *none[] = {malloc(SIZE_MAX), malloc(size), malloc(1ul << 62), aligned_alloc(16, SIZE_MAX - 31),
                  realloc(small, SIZE_MAX), calloc(1ul << 40, 1ul << 20)};
  for (int index = 0; index < 6; index++) {
    while (none[index]) {
    }
  }
  while (errno != ENOMEM) {
  }
  free(small);
  if (!malloc(SIZE_MAX - 1)) {
    abort();
  }
  return 0;
}
