// A list in which a thread locks the next node before it unlocks the one that it stands on: two walkers, one way.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node {
  pthread_mutex_t mutex;
  int visits;
  struct node *next;
};

static struct node third = {PTHREAD_MUTEX_INITIALIZER, 0, NULL};
static struct node second = {PTHREAD_MUTEX_INITIALIZER, 0, &third};
static struct node first = {PTHREAD_MUTEX_INITIALIZER, 0, &second};

static void *walk(void *arg) {
  struct node *node = &first;
  pthread_mutex_lock(&node->mutex);
  for (;;) {
    node->visits++;
    struct node *next = node->next;
    if (next != NULL)
      pthread_mutex_lock(&next->mutex);
    pthread_mutex_unlock(&node->mutex);
    if (next == NULL)
      return arg;
    node = next;
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, walk, NULL);
  pthread_create(&b, NULL, walk, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(first.visits == 2 && third.visits == 2);
  return 0;
}
