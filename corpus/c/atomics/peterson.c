// Peterson's mutual exclusion of two threads from plain reads and writes of atomic variables.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int inside;

static void *worker(void *arg) {
  intptr_t me = (intptr_t)arg, other = 1 - me;
  wants[me] = 1;
  turn = (int)other;
  while (wants[other] && turn == other) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, (void *)0);
  pthread_create(&second, NULL, worker, (void *)1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
