// Without arguments the program says how it is called, and ends; with one, its thread would wait for itself.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(int argc, char **argv) {
  pthread_mutex_lock(&mutex);
  if (argc < 2) {
    fprintf(stderr, "usage: %s NAME\n", argv[0]);
    return 1;
  }
  pthread_mutex_lock(&mutex);
  return 0;
}
