// A thread sleeps while another one reads the clock. It is not known how much of that came after the reading, so that it is not known
// either what the assertion says; it is not wrong.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *sleeps(void *unused) {
  sleep(2);
  return unused;
}

int main(void) {
  time_t first = time(NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, sleeps, NULL);
  time_t second = time(NULL);
  if (second - first >= 100)
    return 0;
  pthread_join(thread, NULL);
  time_t third = time(NULL);
  assert(third - first >= 1);
  return 0;
}
