// A recursive function locks a normal mutex at every level and so blocks itself at the second.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int sum(int n) {
  if (n == 0)
    return 0;
  pthread_mutex_lock(&mutex);
  int result = n + sum(n - 1);
  pthread_mutex_unlock(&mutex);
  return result;
}

static void *worker(void *arg) {
  sum(1);
  sum(2);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
