// Two threads that take two mutexes in opposite orders, ten thousand times: started anew and joined in each round, so that the rounds
// are as many states one behind the other. The deadlock of the first round is near, and need not wait for the others.
#include <pthread.h>

#define ROUNDS 10000

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int round_number;

static void *forward(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  round_number++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void *backward(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  round_number++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  while (round_number < 2 * ROUNDS) {
    pthread_t first, second;
    pthread_create(&first, NULL, forward, NULL);
    pthread_create(&second, NULL, backward, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
  }
  return 0;
}
