// Main waits for a thread that wants to print, to a stream that main has locked.
#include <pthread.h>
#include <stdio.h>

static void *print(void *unused) {
  (void)unused;
  fprintf(stdout, "done\n");
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, print, NULL);
  flockfile(stdout);
  pthread_join(thread, NULL);
  funlockfile(stdout);
  return 0;
}
