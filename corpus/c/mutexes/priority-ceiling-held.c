// To change the priority ceiling of a mutex is to lock it, which main does not let happen.
#include <pthread.h>

static pthread_mutex_t mutex;

static void *raise(void *unused) {
  int former;
  (void)unused;
  pthread_mutex_setprioceiling(&mutex, 9, &former);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t thread;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, raise, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
