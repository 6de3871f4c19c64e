/* Threads that are started one after the other in a program that has keys: each of them is gone before the next one begins. */
#include <pthread.h>

enum { THREADS = 8 };

static pthread_key_t key;

static void *run(void *unused) {
  (void)unused;
  pthread_exit(0);
}

int main(void) {
  pthread_key_create(&key, 0);
  for (int i = 0; i < THREADS; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
  }
  return 0;
}
