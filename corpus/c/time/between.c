// Between two readings of a clock there may be any time, also one from five to nine seconds.
#include <time.h>

int main(void) {
  time_t first = time(NULL);
  time_t second = time(NULL);
  if (second - first >= 5 && second < first + 10) {
    for (;;) {
    }
  }
  return 0;
}
