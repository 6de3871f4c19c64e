// What depends on the time in any other way is not known.
#include <time.h>

int main(void) {
  if (time(NULL) % 2 == 1) {
    for (;;) {
    }
  }
  return 0;
}
