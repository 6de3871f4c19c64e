// MUTANT, figure 1c, when Thread1 writes twice only: Thread2's validation fails twice at most.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;
static unsigned g;

static void *Thread1(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&x);
    g++;
    pthread_mutex_unlock(&x);
  }
  return arg;
}

static void *Thread2(void *arg) {
  for (;;) {
    unsigned before = g, after = before + 1;
    pthread_mutex_lock(&x);
    if (g == before) {
      g = after;
      pthread_mutex_unlock(&x);
      return arg;
    }
    pthread_mutex_unlock(&x);
  }
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, Thread1, NULL);
  pthread_create(&second, NULL, Thread2, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(g == 3);
  return 0;
}
