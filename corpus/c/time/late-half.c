// It may be the second half of a second.
#include <time.h>

int main(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (now.tv_nsec >= 500000000) {
    for (;;) {
    }
  }
  return 0;
}
