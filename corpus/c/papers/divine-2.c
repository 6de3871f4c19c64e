// DIVINE, figure 2, in C: thread0 works for ever under the mutex. A strongly fair scheduler lets it have the mutex at
// some point, which ends thread1's steps; a weakly fair one may look at thread0 only while thread1 has it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool work;

static void *thread0(void *arg) {
  pthread_mutex_lock(&m);
  for (;;)
    work = !work;
  return arg;
}

static void *thread1(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    work = 0;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, thread0, NULL);
  pthread_create(&second, NULL, thread1, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
