// The same with a ticket lock, whose numbers wrap around: who has drawn a ticket is served next but one at the latest.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, serving;
static atomic_int served;

static unsigned char lock(void) {
  unsigned char mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine) {
  }
  return mine;
}

static void unlock(unsigned char mine) {
  atomic_store(&serving, (unsigned char)(mine + 1));
}

static void *customer(void *arg) {
  unsigned char mine = lock();
  atomic_store(&served, 1);
  unlock(mine);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, customer, NULL);
  while (!atomic_load(&served))
    unlock(lock());
  pthread_join(thread, NULL);
  return 0;
}
