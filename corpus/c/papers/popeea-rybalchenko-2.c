// Popeea and Rybalchenko, figure 2 (Choice), from x = y = 3, with each test and parallel assignment under a mutex, as
// one transition: in every round x, y or their sum decreases.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x = 3, y = 3;

static int step(int choice) {
  pthread_mutex_lock(&mutex);
  int enabled = x > 0 && y > 0, old = x;
  if (enabled) {
    x = choice == 1 ? x - 1 : y - 2;
    y = choice == 1 ? old : old + 1;
  }
  pthread_mutex_unlock(&mutex);
  return enabled;
}

static void *T1(void *arg) {
  while (step(1)) {
  }
  return arg;
}

static void *T2(void *arg) {
  while (step(2)) {
  }
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
