// A thread waits for the next second, and then for a later one, with sleeps that are too short to be sure.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  time_t start = time(NULL);
  while (time(NULL) == start) {
  }
  while (time(NULL) - start < 5) {
    usleep(400000);
  }
  assert(time(NULL) >= start + 5);
  return 0;
}
