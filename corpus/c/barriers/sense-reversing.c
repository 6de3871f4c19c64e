// A barrier of the program's own, by busy waiting on a sense that changes with every round: nobody overtakes in it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int missing = 2;
static atomic_int sense;
static atomic_int passed;

static void *party(void *arg) {
  int mine = 0;
  for (int round = 1; round <= 2; round++) {
    mine = !mine;
    if (atomic_fetch_sub(&missing, 1) == 1) {
      atomic_store(&missing, 2);
      atomic_store(&sense, mine);
    } else {
      while (atomic_load(&sense) != mine) {
      }
    }
    assert(atomic_fetch_add(&passed, 1) >= 2 * (round - 1));
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, party, NULL);
  pthread_create(&second, NULL, party, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(passed == 4);
  return 0;
}
