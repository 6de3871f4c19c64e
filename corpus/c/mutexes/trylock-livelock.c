// Two threads take one mutex each, try the other one, and back off when it is taken: in step they do so for ever.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *mine, pthread_mutex_t *other) {
  for (;;) {
    pthread_mutex_lock(mine);
    if (pthread_mutex_trylock(other) == 0)
      break;
    pthread_mutex_unlock(mine);
  }
  pthread_mutex_unlock(other);
  pthread_mutex_unlock(mine);
}

static void *forward(void *arg) {
  both(&a, &b);
  return arg;
}

static void *backward(void *arg) {
  both(&b, &a);
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
