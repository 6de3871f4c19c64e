// Locking that checks before it locks but not after: two threads can both see nothing and both make the object.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int initialised;
static int made;

static void *worker(void *arg) {
  if (!initialised) {
    pthread_mutex_lock(&mutex);
    made++;
    initialised = 1;
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(made == 1);
  return 0;
}
