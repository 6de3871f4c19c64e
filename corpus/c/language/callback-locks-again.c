// A callback runs in the thread that holds the lock of the list of callbacks, and wants to take itself off that list.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void (*callback)(void);

static void take_off(void) {
  pthread_mutex_lock(&mutex);
  callback = NULL;
  pthread_mutex_unlock(&mutex);
}

static void call_all(void) {
  pthread_mutex_lock(&mutex);
  if (callback != NULL)
    callback();
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  call_all();
  callback = take_off;
  call_all();
  return 0;
}
