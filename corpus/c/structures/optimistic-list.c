// The optimistic list of Herlihy and Shavit, section 9.6, with the driver of MUTANT's figure 3b: a sorted list, which operations
// search without locks; they lock the two nodes that they have found, and look whether these are still neighbours in the list.
// If not, they try again.
// While the first thread adds a number, the second one adds and removes others. Numbers are arbitrary, nodes come from malloc, and a node
// that was removed is never released: somebody may still look at it. So the second thread takes a new node each time.
// It can put a node between the first one's neighbours, and take it out again, for ever.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
  int key;
  struct node *_Atomic next;
  pthread_mutex_t mutex;
};

static struct node *head;
static atomic_bool flag = true;

static struct node *new_node(int key, struct node *next) {
  struct node *node = malloc(sizeof *node);
  if (node == NULL)
    abort();
  node->key = key;
  node->next = next;
  pthread_mutex_init(&node->mutex, NULL);
  return node;
}

// Whether the first node is in the list and the second one comes next.
static bool validate(struct node *pred, struct node *curr) {
  struct node *node = head;
  while (node->key <= pred->key) {
    if (node == pred)
      return pred->next == curr;
    node = node->next;
  }
  return false;
}

static bool add(int key) {
  for (;;) {
    struct node *pred = head, *curr = pred->next;
    while (curr->key < key) {
      pred = curr;
      curr = curr->next;
    }
    pthread_mutex_lock(&pred->mutex);
    pthread_mutex_lock(&curr->mutex);
    bool valid = validate(pred, curr), added = false;
    if (valid && curr->key != key) {
      pred->next = new_node(key, curr);
      added = true;
    }
    pthread_mutex_unlock(&pred->mutex);
    pthread_mutex_unlock(&curr->mutex);
    if (valid)
      return added;
  }
}

static bool take(int key) {
  for (;;) {
    struct node *pred = head, *curr = pred->next;
    while (curr->key < key) {
      pred = curr;
      curr = curr->next;
    }
    pthread_mutex_lock(&pred->mutex);
    pthread_mutex_lock(&curr->mutex);
    bool valid = validate(pred, curr), taken = false;
    if (valid && curr->key == key) {
      pred->next = curr->next;
      taken = true;
    }
    pthread_mutex_unlock(&pred->mutex);
    pthread_mutex_unlock(&curr->mutex);
    if (valid)
      return taken;
  }
}

// A number that is neither the first node's nor the last one's.
static int any_key(void) {
  int key = __VERIFIER_nondet_int();
  return key == INT_MIN || key == INT_MAX ? 0 : key;
}

static void *adds_once(void *unused) {
  add(any_key());
  flag = false;
  return unused;
}

static void *adds_and_removes(void *unused) {
  while (flag) {
    int key = any_key();
    if (__VERIFIER_nondet_bool())
      add(key);
    else
      take(key);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  head = new_node(INT_MIN, new_node(INT_MAX, NULL));
  pthread_create(&one, NULL, adds_once, NULL);
  pthread_create(&two, NULL, adds_and_removes, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
