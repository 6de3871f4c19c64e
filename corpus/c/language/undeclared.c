// Old programs call functions that nobody has declared, and leave out types.
#include <pthread.h>

counter;

void *worker(void *arg) {
  usleep(10);
  counter = twice(counter);
  return arg;
}

twice(number) { return 2 * number; }

main() {
  pthread_t thread;
  counter = 1;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  printf("%d\n", counter);
  exit(0);
}
