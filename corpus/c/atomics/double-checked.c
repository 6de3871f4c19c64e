// Double-checked locking: the pointer is looked at without the mutex, and again under it, so one object is made.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) instance;
static int made;

static int *get(void) {
  int *object = atomic_load(&instance);
  if (object == NULL) {
    pthread_mutex_lock(&mutex);
    object = atomic_load(&instance);
    if (object == NULL) {
      object = malloc(sizeof *object);
      if (object == NULL)
        exit(0);
      *object = 42;
      made++;
      atomic_store(&instance, object);
    }
    pthread_mutex_unlock(&mutex);
  }
  return object;
}

static void *worker(void *arg) {
  assert(*get() == 42);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(made == 1);
  free(get());
  return 0;
}
