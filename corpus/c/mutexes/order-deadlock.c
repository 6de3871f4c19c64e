// Two threads take the same two mutexes in opposite order and can block each other.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *forward(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  balance++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *backward(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  balance--;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, forward, NULL);
  pthread_create(&second, NULL, backward, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
