// A thread closes a list to a circle while main walks it to its end: main may walk in circles for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *_Atomic next;
};

static struct node second = {NULL};
static struct node first = {&second};

static void *tie(void *arg) {
  atomic_store(&second.next, &first);
  return arg;
}

static void *walk(void *arg) {
  struct node *node = &first;
  while (node != NULL)
    node = atomic_load(&node->next);
  return arg;
}

int main(void) {
  pthread_t tier, walker;
  pthread_create(&tier, NULL, tie, NULL);
  pthread_create(&walker, NULL, walk, NULL);
  pthread_join(tier, NULL);
  pthread_join(walker, NULL);
  return 0;
}
