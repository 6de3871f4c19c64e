// One producer sends SIZE numbers to one consumer through a ring of four places, with atomics only; both spin.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slots[4];
static atomic_uint head, tail;

static void *produce(void *unused) {
  for (unsigned i = 0; i < SIZE; i++) {
    unsigned end = atomic_load(&tail);
    while (end - atomic_load(&head) == 4) {
    }
    slots[end % 4] = i;
    atomic_store(&tail, end + 1);
  }
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (unsigned i = 0; i < SIZE; i++) {
    unsigned start = atomic_load(&head);
    while (atomic_load(&tail) == start) {
    }
    assert(slots[start % 4] == (int)i);
    atomic_store(&head, start + 1);
  }
  pthread_join(producer, NULL);
}
