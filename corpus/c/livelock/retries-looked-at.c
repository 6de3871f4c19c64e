// Both threads step back as long as the other one is there, but give up when they have tried too often: they count, look at the number, and finish.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first_wants, second_wants;

static void *first(void *arg) {
  unsigned retries = 0;
  for (;;) {
    atomic_store(&first_wants, 1);
    if (!atomic_load(&second_wants) || retries > 100000)
      break;
    atomic_store(&first_wants, 0);
    retries++;
  }
  atomic_store(&first_wants, 0);
  return arg;
}

static void *second(void *arg) {
  unsigned retries = 0;
  for (;;) {
    atomic_store(&second_wants, 1);
    if (!atomic_load(&first_wants) || retries > 100000)
      break;
    atomic_store(&second_wants, 0);
    retries++;
  }
  atomic_store(&second_wants, 0);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
