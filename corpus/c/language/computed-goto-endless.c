// An interpreter with a table of labels goes back to the beginning for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *interpret(void *program) {
  static const void *const labels[] = {&&add, &&again, &&stop};
  const unsigned char *next = program;
  goto *labels[*next++];
add:
  total ^= 1;
  goto *labels[*next++];
again:
  next = program;
  goto *labels[*next++];
stop:
  return 0;
}

int main(void) {
  static unsigned char program[] = {0, 1, 2};
  pthread_t first, second;
  pthread_create(&first, 0, interpret, program);
  pthread_create(&second, 0, interpret, program);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
