// What depends on the nanoseconds, other than by comparison, is not known.
#include <time.h>

int main(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (now.tv_nsec & 1) {
    for (;;) {
    }
  }
  return 0;
}
