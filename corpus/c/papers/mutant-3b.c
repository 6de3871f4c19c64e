// In the spirit of MUTANT, figure 3b, a client of an optimistic list: an insertion finds its place without locks, then
// locks and validates that the place is as it was; the other thread adds and removes a neighbour as long as it lasts.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int key;
  struct node *_Atomic next;
};

static struct node last = {9, NULL}, neighbour = {3, &last}, inserted = {5, NULL}, first = {0, &last};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool flag = 1;

static void *Thread1(void *arg) {
  for (;;) {
    struct node *before = &first, *after = atomic_load(&before->next);
    while (after->key < inserted.key) {
      before = after;
      after = atomic_load(&before->next);
    }
    pthread_mutex_lock(&mutex);
    struct node *start = atomic_load(&first.next);
    if ((before == &first || before == start) && atomic_load(&before->next) == after) {
      atomic_store(&inserted.next, after);
      atomic_store(&before->next, &inserted);
      pthread_mutex_unlock(&mutex);
      break;
    }
    pthread_mutex_unlock(&mutex);
  }
  atomic_store(&flag, 0);
  return arg;
}

static void *Thread2(void *arg) {
  while (atomic_load(&flag)) {
    pthread_mutex_lock(&mutex);
    if (atomic_load(&first.next) == &last)
      atomic_store(&first.next, &neighbour);
    else if (atomic_load(&first.next) == &neighbour && atomic_load(&neighbour.next) == &last)
      atomic_store(&first.next, &last);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, Thread1, NULL);
  pthread_create(&two, NULL, Thread2, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
