// The repaired bug of figure 2 in Lu, Park, Seo and Zhou ("Learning from mistakes", 2008), rebuilt after what they tell of it: a thread needs
// to know by which handle it is known, which is written down by its parent as soon as the call that creates it has returned; the thread may
// be faster. The repair: the parent holds a lock all the while, and the child takes it before it looks.
//
// `parent` ends whatever `child` does. `child` has to be let run, and only after `parent`.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t birth = PTHREAD_MUTEX_INITIALIZER;
static volatile int is_born;
static volatile int handle;
static volatile int seen;

static int bear(void) {
  is_born = 1; // The child may run from here on.
  return 1;
}

static void *parent(void *arg) {
  pthread_mutex_lock(&birth);
  handle = bear();
  pthread_mutex_unlock(&birth);
  return arg;
}

static void *child(void *arg) {
  while (!is_born) {
  }
  pthread_mutex_lock(&birth);
  pthread_mutex_unlock(&birth);
  assert(handle != 0);
  seen = handle;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, parent, NULL);
  pthread_create(&second, NULL, child, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
