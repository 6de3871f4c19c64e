// The time that a program has worked does not go on while it sleeps.
#include <time.h>
#include <unistd.h>

int main(void) {
  clock_t start = clock();
  sleep(1);
  if (clock() - start < CLOCKS_PER_SEC) {
    for (;;) {
    }
  }
  return 0;
}
