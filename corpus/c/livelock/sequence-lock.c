// A sequence lock: the writer makes the number odd while it writes and even afterwards, the reader tries again if it was odd or has changed meanwhile.
// A writer that does not stop keeps the reader busy for ever; the number wraps around and is compared with what it was.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int left, right;

static void *writer(void *arg) {
  for (int value = 0;; value = 1 - value) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&left, value);
    atomic_store(&right, value);
    atomic_fetch_add(&sequence, 1);
  }
  return arg;
}

static void *reader(void *arg) {
  unsigned before;
  do {
    before = atomic_load(&sequence);
  } while (before % 2 == 1 || atomic_load(&left) != atomic_load(&right) || atomic_load(&sequence) != before);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(two, NULL);
  return 0;
}
