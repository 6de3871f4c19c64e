// A random number that is only slept for, but may overflow before that, which is an error.
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int pause = rand() * 1000;
  usleep(pause);
  return 0;
}
