// Threads are cancelled in the functions of C11 that wait, which are cancellation points in glibc.
#include <pthread.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t never;
static thrd_t waiting;

static int waiter(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  for (;;) {
    cnd_wait(&never, &mutex);
  }
}

static int joiner(void *arg) {
  (void)arg;
  return thrd_join(waiting, NULL);
}

static int sleeper(void *arg) {
  (void)arg;
  for (;;) {
    thrd_sleep(&(struct timespec){.tv_sec = 1}, NULL);
  }
}

int main(void) {
  thrd_t joining, sleeping;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&never);
  thrd_create(&waiting, waiter, NULL);
  thrd_create(&joining, joiner, NULL);
  pthread_cancel((pthread_t)joining);
  thrd_join(joining, NULL);
  thrd_create(&sleeping, sleeper, NULL);
  pthread_cancel((pthread_t)sleeping);
  thrd_join(sleeping, NULL);
  pthread_cancel((pthread_t)waiting);
  thrd_join(waiting, NULL);
  return 0;
}
