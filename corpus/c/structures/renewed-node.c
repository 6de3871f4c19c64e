// A thread takes a new node each time around, and forgets the one before: it comes back to a state that is the same but for the names of
// objects. It does so for ever for one key of four thousand millions, which nobody finds by trying a few.
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
  unsigned key;
};

static struct node *current;

static struct node *new_node(unsigned key) {
  struct node *node = malloc(sizeof *node);
  if (node == NULL)
    abort();
  node->key = key;
  return node;
}

static void *renews(void *unused) {
  while (current->key == 340277)
    current = new_node(current->key);
  return unused;
}

int main(void) {
  pthread_t one;
  current = new_node(7 * __VERIFIER_nondet_uint());
  pthread_create(&one, NULL, renews, NULL);
  pthread_join(one, NULL);
  return 0;
}
