// How threads are scheduled: as usual, unless somebody says otherwise.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main(void) {
  int policy = 7;
  struct sched_param parameters;
  assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
  assert(policy == SCHED_OTHER && parameters.sched_priority == 0);
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == 0);
  assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == EINVAL);
  assert(pthread_setschedparam(pthread_self(), 17, &parameters) == EINVAL);
  parameters.sched_priority = 1;
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == EINVAL);
  return 0;
}
