// Popeea and Rybalchenko, figure 2 (Choice), with a loop's test and its parallel assignment as two steps, each under
// the mutex: the assignment may find the values changed since the test. From x = y = 3 it still ends.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x = 3, y = 3;

static int test(void) {
  pthread_mutex_lock(&mutex);
  int result = x > 0 && y > 0;
  pthread_mutex_unlock(&mutex);
  return result;
}

static void assign(int choice) {
  pthread_mutex_lock(&mutex);
  int old = x;
  x = choice == 1 ? x - 1 : y - 2;
  y = choice == 1 ? old : old + 1;
  pthread_mutex_unlock(&mutex);
}

static void *T1(void *arg) {
  while (test())
    assign(1);
  return arg;
}

static void *T2(void *arg) {
  while (test())
    assign(2);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, T1, NULL);
  pthread_create(&second, NULL, T2, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
