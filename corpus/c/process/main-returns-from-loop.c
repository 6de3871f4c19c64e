// A server thread serves for ever; main waits until it has served twice and returns, which ends the server as well.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int requests, answers;

static void *server(void *arg) {
  for (;;) {
    if (atomic_load(&requests)) {
      atomic_fetch_sub(&requests, 1);
      atomic_fetch_add(&answers, 1);
    }
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, server, NULL);
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&requests, 1);
    while (atomic_load(&answers) < i) {
    }
  }
  return 0;
}
