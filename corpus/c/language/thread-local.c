// Each thread has a copy of a thread-local variable, which starts anew with its initial value.
#include <assert.h>
#include <pthread.h>

static _Thread_local int counter = 5;

static void *worker(void *arg) {
  for (int i = 0; i < 3; i++)
    counter++;
  assert(counter == 8);
  return arg;
}

int main(void) {
  pthread_t first, second;
  counter = 1;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 1);
  return 0;
}
