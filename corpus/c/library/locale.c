// The environment is empty, so that the locale is the one in which every program begins; signals for real time have numbers.
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static void *look(void *unused) {
  (void)unused;
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  assert(strcmp(setlocale(LC_ALL, ""), "C") == 0);
  assert(SIGRTMIN < SIGRTMAX && SIGRTMAX == 64);
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  return 0;
}
