// As many threads as the program's argument says take a mutex that nobody gives back; without an argument there are none.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *name) {
  pthread_mutex_lock(&mutex);
  printf("%s has the mutex\n", (const char *)name);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s THREADS\n", argv[0]);
    return 1;
  }
  pthread_t threads[4];
  static char *names[4] = {"north", "east", "south", "west"};
  int count = atoi(argv[1]);
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, work, names[i]);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
