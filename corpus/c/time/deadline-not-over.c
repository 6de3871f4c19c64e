// A deadline need not be over after a sleep that is shorter.
#include <time.h>
#include <unistd.h>

int main(void) {
  time_t deadline = time(NULL) + 10;
  sleep(1);
  if (time(NULL) < deadline) {
    for (;;) {
    }
  }
  return 0;
}
