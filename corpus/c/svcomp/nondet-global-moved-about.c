// What is chosen for a global variable is handed on and returned, and nobody asks what it is.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int number;
static int copy;

static void *work(void *unused) {
  (void)unused;
  copy = number;
  return NULL;
}

int main(void) {
  number = __VERIFIER_nondet_int();
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return copy;
}
