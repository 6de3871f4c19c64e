// A thread's function that takes no argument is given one all the same; its thread-local variables once lay in what that points to.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 1;
static int given;

static void *work() {
  mine++;
  while (mine != 2) {
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, &given);
  pthread_join(thread, NULL);
  assert(given == 0 && mine == 1);
  return 0;
}
