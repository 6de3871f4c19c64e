// Threads that sleep for random times: how long makes no difference.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  for (int round = 0; round < 2; round++) {
    int pause = rand() % 1000;
    usleep(pause * 1000);
    pthread_mutex_lock(&mutex);
    printf("slept for %d\n", pause);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  srand(time(NULL));
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
