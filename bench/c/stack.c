// SIZE threads push a node each to a lock-free stack, and take one each from it. Nodes live to the end, so that none comes back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *_Atomic top;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &node->next, node)) {
  }
}

static int pop(void) {
  struct node *node = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &node, node->next)) {
  }
  return node->value;
}

static void *work(void *argument) {
  push(*(int *)argument);
  assert(pop() < SIZE);
  return NULL;
}

int main(void) {
  pthread_t threads[SIZE];
  int numbers[SIZE];
  for (int i = 0; i < SIZE; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < SIZE; i++)
    pthread_join(threads[i], NULL);
  assert(!atomic_load(&top));
}
