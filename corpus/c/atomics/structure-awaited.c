// A thread waits for a structure to become what nobody makes it.
#include <pthread.h>
#include <stdatomic.h>

struct triple {
  int first, second, third;
};

static _Atomic struct triple triple;

static void *writer(void *argument) {
  struct triple value = {1, 1, 2};
  atomic_store(&triple, value);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  struct triple seen;
  do {
    seen = atomic_load(&triple);
  } while (seen.third != 1);
  pthread_join(thread, NULL);
  return 0;
}
