// Dartagnan's number of a thread is the one by which POSIX knows it: main waits for its own turn, which the thread keeps for itself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_tid(void);

static atomic_int turn;

static void *work(void *unused) {
  (void)unused;
  assert((pthread_t)__VERIFIER_tid() == pthread_self());
  atomic_store(&turn, __VERIFIER_tid());
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  while (atomic_load(&turn) != __VERIFIER_tid()) {
  }
  return 0;
}
