// Error-checking mutexes see that a thread blocks itself, not that two block each other in opposite order.
#define _XOPEN_SOURCE 700
#include <pthread.h>

static pthread_mutex_t a, b;

static void *forward(void *arg) {
  if (pthread_mutex_lock(&a) == 0 && pthread_mutex_lock(&b) == 0) {
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  }
  return arg;
}

static void *backward(void *arg) {
  if (pthread_mutex_lock(&b) == 0 && pthread_mutex_lock(&a) == 0) {
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
  }
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t first, second;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&a, &attributes);
  pthread_mutex_init(&b, &attributes);
  pthread_create(&first, NULL, forward, NULL);
  pthread_create(&second, NULL, backward, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
