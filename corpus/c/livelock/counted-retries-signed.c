// As `counted-retries.c`, but the numbers have a sign: to count further than they go is an error. So no run of this program retries for ever, and what is
// told of it must not be that it hangs: it fails, after two thousand million rounds, which nobody finds.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first_wants, second_wants;
static int first_retries, second_retries;

static void *first(void *arg) {
  for (;;) {
    atomic_store(&first_wants, 1);
    if (!atomic_load(&second_wants))
      break;
    atomic_store(&first_wants, 0);
    first_retries++;
  }
  atomic_store(&first_wants, 0);
  return arg;
}

static void *second(void *arg) {
  for (;;) {
    atomic_store(&second_wants, 1);
    if (!atomic_load(&first_wants))
      break;
    atomic_store(&second_wants, 0);
    second_retries++;
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
