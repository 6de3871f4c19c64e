// Without the atomic section both threads can take: the error function is called.
#include <pthread.h>

extern void reach_error(void);

static volatile int taken;
static int winners;

static void *worker(void *arg) {
  if (!taken) {
    taken = 1;
    __atomic_fetch_add(&winners, 1, __ATOMIC_SEQ_CST);
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  if (winners != 1)
    reach_error();
  return 0;
}
