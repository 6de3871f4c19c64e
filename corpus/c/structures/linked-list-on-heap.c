// A list on the heap that two threads add to under a mutex and main frees: names of heap objects do not matter.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;

static void *add(void *arg) {
  struct node *node = malloc(sizeof *node);
  if (node == NULL)
    exit(1);
  node->value = (int)(intptr_t)arg;
  pthread_mutex_lock(&mutex);
  node->next = list;
  list = node;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int sum = 0;
  pthread_create(&first, NULL, add, (void *)1);
  pthread_create(&second, NULL, add, (void *)2);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  while (list != NULL) {
    struct node *next = list->next;
    sum += list->value;
    free(list);
    list = next;
  }
  assert(sum == 3);
  return 0;
}
