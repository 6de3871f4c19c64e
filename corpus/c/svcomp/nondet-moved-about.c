// An input that is stored, copied and handed on, and on which nothing depends: it may be any number.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

struct message {
  int number;
  long stamp;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct message box, last;

void *receiver(void *arg) {
  pthread_mutex_lock(&mutex);
  last = box;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, receiver, NULL);
  pthread_mutex_lock(&mutex);
  box.number = __VERIFIER_nondet_int();
  box.stamp = __VERIFIER_nondet_long();
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
