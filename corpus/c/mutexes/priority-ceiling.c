// The priority ceiling of a mutex can be asked for and changed, if the mutex has one.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mutex;

static void *raise(void *unused) {
  int former;
  (void)unused;
  assert(pthread_mutex_setprioceiling(&mutex, 9, &former) == 0 && former == 7);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t thread;
  int ceiling;
  assert(pthread_mutex_getprioceiling(&plain, &ceiling) == EINVAL);
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
  pthread_mutexattr_setprioceiling(&attributes, 7);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, raise, NULL);
  assert(pthread_mutex_getprioceiling(&mutex, &ceiling) == 0 && ceiling == 7);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(pthread_mutex_getprioceiling(&mutex, &ceiling) == 0 && ceiling == 9);
  return 0;
}
