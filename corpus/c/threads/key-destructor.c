// A thread-specific value is handed to its destructor when the thread ends, and each thread has a value of its own.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int first_value, second_value;

static void destroy(void *value) {
  *(int *)value += 10;
}

static void *worker(void *arg) {
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, arg);
  assert(pthread_getspecific(key) == arg);
  *(int *)arg = 1;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_key_create(&key, destroy);
  pthread_create(&first, NULL, worker, &first_value);
  pthread_create(&second, NULL, worker, &second_value);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(first_value == 11 && second_value == 11);
  pthread_key_delete(key);
  return 0;
}
