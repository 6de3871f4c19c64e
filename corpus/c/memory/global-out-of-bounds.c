// A thread reads behind the end of a global array if main has raised the index that they share before it looks.
#include <pthread.h>

static int table[2] = {1, 2};
static volatile int index_of_both = 1;
static int result;

static void *worker(void *arg) {
  result = table[index_of_both];
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  index_of_both++;
  pthread_join(thread, NULL);
  return 0;
}
