// How many rounds two threads go is chosen once, and kept in a global variable: one or two, after the assumption.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static int rounds;
static int done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  (void)unused;
  for (int round = 0; round < rounds; round++) {
    pthread_mutex_lock(&mutex);
    done++;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  rounds = __VERIFIER_nondet_int();
  __VERIFIER_assume(rounds > 0 && rounds < 3);
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(done == 2 || done == 4);
  return 0;
}
