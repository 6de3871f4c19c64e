// How many items are produced is chosen once, and kept in a global variable; the consumer waits for two, whatever the number is.
#include <pthread.h>
#include <semaphore.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static int items;
static sem_t ready;

static void *produce(void *unused) {
  (void)unused;
  for (int item = 0; item < items; item++) {
    sem_post(&ready);
  }
  return NULL;
}

int main(void) {
  items = __VERIFIER_nondet_int();
  __VERIFIER_assume(items > 0 && items < 3);
  sem_init(&ready, 0, 0);
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  sem_wait(&ready);
  sem_wait(&ready);
  pthread_join(producer, NULL);
  return 0;
}
