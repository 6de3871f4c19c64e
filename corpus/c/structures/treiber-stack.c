// A lock-free stack: a push or pop is tried again only if the other thread has succeeded in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;
static struct node nodes[2] = {{1, NULL}, {2, NULL}};
static int popped[2];

static void push(struct node *node) {
  node->next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &node->next, node)) {
  }
}

static struct node *pop(void) {
  struct node *node = atomic_load(&top);
  while (node != NULL && !atomic_compare_exchange_strong(&top, &node, node->next)) {
  }
  return node;
}

static void *worker(void *arg) {
  push(arg);
  struct node *node = pop();
  assert(node != NULL);
  popped[node->value - 1]++;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &nodes[0]);
  pthread_create(&second, NULL, worker, &nodes[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&top) == NULL && popped[0] == 1 && popped[1] == 1);
  return 0;
}
