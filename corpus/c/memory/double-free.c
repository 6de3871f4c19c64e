// Two threads see that the buffer is still there and both free it.
#include <pthread.h>
#include <stdlib.h>

static char *buffer;

static void *cleaner(void *arg) {
  if (buffer != NULL) {
    free(buffer);
    buffer = NULL;
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  buffer = malloc(4);
  pthread_create(&first, NULL, cleaner, NULL);
  pthread_create(&second, NULL, cleaner, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
