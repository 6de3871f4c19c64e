// Attributes can be set and read again.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static void *worker(void *arg) { return arg; }

int main(void) {
  pthread_attr_t attributes;
  struct sched_param scheduling;
  size_t size;
  int value;
  pthread_attr_init(&attributes);
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size > 0);
  assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL && pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 20);
  assert(pthread_attr_setguardsize(&attributes, 0) == 0 && pthread_attr_getguardsize(&attributes, &size) == 0 && size == 0);
  assert(pthread_attr_setschedpolicy(&attributes, SCHED_RR) == 0);
  scheduling.sched_priority = sched_get_priority_max(SCHED_RR);
  assert(pthread_attr_setschedparam(&attributes, &scheduling) == 0);
  assert(pthread_attr_getschedpolicy(&attributes, &value) == 0 && value == SCHED_RR);
  assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutexattr_gettype(&kind, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutexattr_getpshared(&kind, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_getprotocol(&kind, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, &kind);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_t thread;
  pthread_create(&thread, &attributes, worker, NULL);
  pthread_join(thread, NULL);
  assert(sysconf(_SC_NPROCESSORS_ONLN) > 0 && sysconf(_SC_THREADS) > 0);
  return 0;
}
