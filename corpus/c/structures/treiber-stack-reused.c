// The lock-free stack when a node comes back (the ABA problem): a pop that has read the node's old neighbour installs
// it as the top although it was popped in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *_Atomic next;
};

static struct node a, b;
static _Atomic(struct node *) top;

static struct node *pop(void) {
  struct node *node = atomic_load(&top);
  if (node == NULL)
    return NULL;
  struct node *next = atomic_load(&node->next);
  return atomic_compare_exchange_strong(&top, &node, next) ? node : NULL;
}

static void *slow(void *arg) {
  pop();
  return arg;
}

static struct node *kept;

static void *fast(void *arg) {
  struct node *first = pop();
  kept = pop();
  if (first != NULL) {
    struct node *seen = atomic_load(&top);
    atomic_store(&first->next, seen);
    atomic_compare_exchange_strong(&top, &seen, first);
  }
  return arg;
}

int main(void) {
  pthread_t one, two;
  atomic_store(&a.next, &b);
  atomic_store(&top, &a);
  pthread_create(&one, NULL, slow, NULL);
  pthread_create(&two, NULL, fast, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(kept == NULL || atomic_load(&top) != kept);
  return 0;
}
