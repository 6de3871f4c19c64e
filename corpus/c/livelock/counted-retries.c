// Both threads announce themselves, see the other one, step back and try again, for ever if they go in step. How often they tried is counted in
// an unsigned number, which wraps around and which nobody looks at: no state comes back before four thousand million rounds.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first_wants, second_wants;
static atomic_uint retries;

static void *first(void *arg) {
  for (;;) {
    atomic_store(&first_wants, 1);
    if (!atomic_load(&second_wants))
      break;
    atomic_store(&first_wants, 0);
    atomic_fetch_add(&retries, 1);
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
    atomic_fetch_add(&retries, 1);
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
