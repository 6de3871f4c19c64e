// Two pthread_once controls whose routines ask for each other: threads that start at different ends block each other,
// and one that comes to both blocks itself.
#include <pthread.h>

static pthread_once_t left = PTHREAD_ONCE_INIT;
static pthread_once_t right = PTHREAD_ONCE_INIT;

static void initialise_right(void);

static void initialise_left(void) {
  pthread_once(&right, initialise_right);
}

static void initialise_right(void) {
  pthread_once(&left, initialise_left);
}

static void *from_left(void *arg) {
  pthread_once(&left, initialise_left);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, from_left, NULL);
  pthread_once(&right, initialise_right);
  pthread_join(thread, NULL);
  return 0;
}
