// What was found out about a time stays so.
#include <time.h>

int main(void) {
  time_t first = time(NULL);
  time_t second = time(NULL);
  if (second - first >= 10 && second < first + 5) {
    for (;;) {
    }
  }
  if (second < first) {
    for (;;) {
    }
  }
  return 0;
}
