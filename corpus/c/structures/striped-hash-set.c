// A hash set with one mutex for every second bucket: each insertion takes the mutex of its stripe only.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define BUCKETS 4
#define STRIPES 2

static pthread_mutex_t stripes[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int buckets[BUCKETS][2], sizes[BUCKETS];

static int insert(int key) {
  int bucket = key % BUCKETS, i = 0, is_new;
  pthread_mutex_lock(&stripes[bucket % STRIPES]);
  while (i < sizes[bucket] && buckets[bucket][i] != key)
    i++;
  is_new = i == sizes[bucket];
  if (is_new)
    buckets[bucket][sizes[bucket]++] = key;
  pthread_mutex_unlock(&stripes[bucket % STRIPES]);
  return is_new;
}

static void *worker(void *arg) {
  intptr_t count = insert(1);
  count += insert((int)(intptr_t)arg);
  return (void *)count;
}

int main(void) {
  pthread_t first, second;
  void *a, *b;
  pthread_create(&first, NULL, worker, (void *)5);
  pthread_create(&second, NULL, worker, (void *)2);
  pthread_join(first, &a);
  pthread_join(second, &b);
  assert((intptr_t)a + (intptr_t)b == 3 && sizes[1] == 2 && sizes[2] == 1);
  return 0;
}
