// Threads' functions that take a number, or more than they are given. Machines do not mind, and programs do it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *add(int number) {
  pthread_mutex_lock(&mutex);
  sum += number;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *add_one_of(long number, const char *unused, int not_given) {
  (void)unused, (void)not_given;
  pthread_mutex_lock(&mutex);
  sum += (int)number;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, (void *(*)(void *))add, (void *)(intptr_t)-3);
  pthread_create(&second, NULL, (void *(*)(void *))add_one_of, (void *)10);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(sum == 7);
  while (sum != 7) {
  }
  return 0;
}
