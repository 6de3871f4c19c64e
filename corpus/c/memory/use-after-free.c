// A thread frees what main still reads, if it is faster.
#include <pthread.h>
#include <stdlib.h>

static void *cleaner(void *arg) {
  free(arg);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *data = calloc(1, sizeof *data);
  int copy;
  if (data == NULL)
    return 1;
  pthread_create(&thread, NULL, cleaner, data);
  copy = *data;
  pthread_join(thread, NULL);
  return copy;
}
