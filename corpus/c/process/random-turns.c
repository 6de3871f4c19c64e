// One thread ends the other if it finds a zero, and finds only what a scheduler, fair to both, lets it find.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done, number;

static void *worker(void *arg) {
  int found = 1;
  while (found) {
    pthread_mutex_lock(&mutex);
    found = number;
    done = !found;
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  int is_done = 0;
  pthread_create(&thread, NULL, worker, NULL);
  while (!is_done) {
    pthread_mutex_lock(&mutex);
    number = rand() % 2;
    is_done = done;
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, NULL);
  return 0;
}
