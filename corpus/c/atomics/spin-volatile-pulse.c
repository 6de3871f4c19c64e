// A thread spins on a flag that is up for a moment only, again and again: it may look each time when the flag is down.
#include <pthread.h>
#include <sched.h>

static volatile int flag, seen;

static void *watcher(void *arg) {
  while (!flag)
    sched_yield();
  seen = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, watcher, NULL);
  while (!seen) {
    flag = 1;
    flag = 0;
  }
  pthread_join(thread, NULL);
  return 0;
}
