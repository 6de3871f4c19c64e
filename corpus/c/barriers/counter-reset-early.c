// A barrier of the program's own that is open while its counter is zero: the last one to arrive may come back and raise
// the counter again before the other one has seen the zero, and then both spin for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *party(void *arg) {
  for (int round = 0; round < 2; round++) {
    if (atomic_fetch_add(&count, 1) == 1) {
      atomic_store(&count, 0);
    } else {
      while (atomic_load(&count) != 0) {
      }
    }
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, party, NULL);
  pthread_create(&second, NULL, party, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
