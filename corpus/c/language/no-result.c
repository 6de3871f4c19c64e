// Old programs return values from functions that have no result, and none from those that have one: a warning of older
// compilers. Nobody uses what is not there.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void increment(void) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return 1;
}

int decrement(void) {
  pthread_mutex_lock(&mutex);
  counter--;
  pthread_mutex_unlock(&mutex);
  return;
}

void *worker(void *arg) {
  increment();
  decrement();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  increment();
  decrement();
  pthread_join(thread, 0);
  return counter;
}
