// Two threads print a line each, character by character, and lock the stream meanwhile; main prints, too, and waits if it must.
#include <pthread.h>
#include <stdio.h>

static void *print(void *text) {
  flockfile(stdout);
  for (const char *character = text; *character != 0; character++) {
    putchar_unlocked(*character);
  }
  if (ftrylockfile(stdout) == 0) {
    printf("\n");
    funlockfile(stdout);
  }
  funlockfile(stdout);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, print, "a");
  pthread_create(&second, NULL, print, "b");
  puts("waiting");
  fflush(stdout);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
