// A deadline is over after sleeps that are as long together.
#include <time.h>
#include <unistd.h>

int main(void) {
  time_t deadline = time(NULL) + 3;
  sleep(1);
  usleep(500000);
  usleep(1500000);
  if (time(NULL) < deadline) {
    for (;;) {
    }
  }
  return 0;
}
