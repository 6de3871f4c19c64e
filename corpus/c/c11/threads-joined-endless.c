// C11 threads: main joins a thread that spins on a flag which main would set after the join.
#include <stdatomic.h>
#include <threads.h>

static atomic_bool stop;

static int worker(void *arg) {
  (void)arg;
  while (!stop)
    thrd_yield();
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, worker, NULL);
  thrd_join(thread, NULL);
  stop = 1;
  return 0;
}
