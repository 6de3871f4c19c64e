// A clock may show the same second again after a short sleep.
#include <time.h>
#include <unistd.h>

int main(void) {
  time_t before = time(NULL);
  usleep(1000);
  if (before == time(NULL)) {
    for (;;) {
    }
  }
  return 0;
}
