// A queue for one producer and one consumer with one place: each spins until the other one has moved on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PLACES 2 /* one of them stays empty */

static int buffer[PLACES];
static atomic_uint head, tail;

static void push(int value) {
  unsigned t = atomic_load(&tail), next = (t + 1) % PLACES;
  while (next == atomic_load(&head)) {
  }
  buffer[t] = value;
  atomic_store(&tail, next);
}

static int pop(void) {
  unsigned h = atomic_load(&head);
  while (h == atomic_load(&tail)) {
  }
  int value = buffer[h];
  atomic_store(&head, (h + 1) % PLACES);
  return value;
}

static void *producer(void *arg) {
  for (int i = 1; i <= 3; i++)
    push(i);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 1; i <= 3; i++)
    assert(pop() == i);
  pthread_join(thread, NULL);
  return 0;
}
