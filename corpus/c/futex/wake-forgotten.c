// The word of a futex is changed, but nobody is woken: a thread that sleeps on it already sleeps for ever.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *waiter(void *arg) {
  while (atomic_load(&word) == 0)
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  atomic_store(&word, 1);
  pthread_join(thread, NULL);
  return 0;
}
