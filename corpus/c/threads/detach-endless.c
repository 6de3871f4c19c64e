// A detached thread loops for ever, and main returns, which ends the program: only an unfair scheduler keeps it alive.
#include <pthread.h>

static void *daemon_thread(void *arg) {
  (void)arg;
  for (;;) {
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, daemon_thread, NULL);
  pthread_detach(thread);
  return 0;
}
