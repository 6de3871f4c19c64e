/* A ticker that waits for a random while, which it computes from a large remainder: nobody knows the number, but that it is one
 * that fits is known. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *tick(void *unused) {
  (void)unused;
  for (;;) {
    struct timespec while_;
    while_.tv_sec = 0;
    while_.tv_nsec = 100000000 + (rand() % 200000000) * 2;
    nanosleep(&while_, NULL);
    puts("tick");
  }
  return NULL;
}

int main(void) {
  pthread_t ticker;
  pthread_create(&ticker, NULL, tick, NULL);
  pthread_join(ticker, NULL);
  return 0;
}
