// What must not be reached has a body that does nothing, and was taken for a function like others.
#include <pthread.h>

void reach_error(void) {}

int ready;

static void *set(void *unused)
{
  ready = 1;
  return unused;
}

int main(void)
{
  pthread_t setter;
  pthread_create(&setter, 0, set, 0);
  if (!ready) {
    reach_error();
  }
  pthread_join(setter, 0);
  return 0;
}
