// Structures that are atomic: one that fits into a register, and one that does not, for which a library is called.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  int first, second;
};

struct triple {
  int first, second, third;
};

static _Atomic struct pair pair;
static _Atomic struct triple triple;

static void *writer(void *argument) {
  struct triple value = {1, 1, 1};
  atomic_store(&triple, value);
  struct pair expected = {0, 0}, next = {5, 6};
  assert(atomic_compare_exchange_strong(&pair, &expected, next));
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  struct triple seen = atomic_load(&triple);
  assert(seen.first == seen.second && seen.second == seen.third);
  pthread_join(thread, NULL);
  struct pair wrong = {1, 2}, next = {3, 4};
  assert(!atomic_compare_exchange_strong(&pair, &wrong, next) && wrong.second == 6);
  struct triple value = {2, 2, 2};
  struct triple before = atomic_exchange(&triple, value);
  assert(before.third == 1);
  return 0;
}
