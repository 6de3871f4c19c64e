// An object on the heap with its own mutex and count of owners, freed by whoever drops it last.
#include <pthread.h>
#include <stdlib.h>

struct object {
  pthread_mutex_t mutex;
  int owners;
};

static void *drop(void *arg) {
  struct object *object = arg;
  pthread_mutex_lock(&object->mutex);
  int left = --object->owners;
  pthread_mutex_unlock(&object->mutex);
  if (left == 0) {
    pthread_mutex_destroy(&object->mutex);
    free(object);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct object *object = malloc(sizeof *object);
  if (object == NULL)
    return 1;
  pthread_mutex_init(&object->mutex, NULL);
  object->owners = 2;
  pthread_create(&thread, NULL, drop, object);
  drop(object);
  pthread_join(thread, NULL);
  return 0;
}
