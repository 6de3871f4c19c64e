// A thread is given the address of a local variable of a function that may have returned when the thread looks.
#include <pthread.h>

static int result;

static void *worker(void *arg) {
  result = *(int *)arg;
  return NULL;
}

static pthread_t start(int n) {
  pthread_t thread;
  int local = n;
  pthread_create(&thread, NULL, worker, &local);
  return thread;
}

int main(void) {
  pthread_join(start(1), NULL);
  return 0;
}
