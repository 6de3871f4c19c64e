// Moving a key between buckets takes the mutexes of both stripes, from's first: two moves across can block each other.
#include <pthread.h>

#define BUCKETS 4
#define STRIPES 2

static pthread_mutex_t stripes[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int present[BUCKETS] = {1, 1, 0, 0};

struct move {
  int from, to;
};

static void *run(void *arg) {
  struct move *m = arg;
  pthread_mutex_lock(&stripes[m->from % STRIPES]);
  if (m->from % STRIPES != m->to % STRIPES)
    pthread_mutex_lock(&stripes[m->to % STRIPES]);
  if (present[m->from]) {
    present[m->from] = 0;
    present[m->to] = 1;
  }
  if (m->from % STRIPES != m->to % STRIPES)
    pthread_mutex_unlock(&stripes[m->to % STRIPES]);
  pthread_mutex_unlock(&stripes[m->from % STRIPES]);
  return NULL;
}

int main(void) {
  struct move there = {0, 3}, back = {1, 2};
  pthread_t first, second;
  pthread_create(&first, NULL, run, &there);
  pthread_create(&second, NULL, run, &back);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
