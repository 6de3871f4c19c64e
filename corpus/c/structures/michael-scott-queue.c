// A lock-free queue in which threads help each other to move the tail on; two threads enqueue, main dequeues later.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int value;
  struct node *_Atomic next;
};

static struct node nodes[3] = {{0, NULL}, {1, NULL}, {2, NULL}};
static struct node *head = &nodes[0];
static _Atomic(struct node *) tail = &nodes[0];

static void *enqueue(void *arg) {
  struct node *node = arg;
  for (;;) {
    struct node *last = atomic_load(&tail);
    struct node *next = atomic_load(&last->next);
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (atomic_compare_exchange_strong(&last->next, &next, node)) {
      atomic_compare_exchange_strong(&tail, &last, node);
      return NULL;
    }
  }
}

static int dequeue(void) {
  struct node *next = atomic_load(&head->next);
  if (next == NULL)
    return 0;
  head = next;
  return next->value;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, enqueue, &nodes[1]);
  pthread_create(&second, NULL, enqueue, &nodes[2]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  int a = dequeue(), b = dequeue();
  assert(a + b == 3 && a != b && dequeue() == 0);
  return 0;
}
