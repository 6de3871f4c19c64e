// The bounded buffer with two counting semaphores, one for free places and one for items, and two places.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t places, items;
static int buffer[2];

static void *producer(void *arg) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&places);
    buffer[i % 2] = i;
    sem_post(&items);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&places, 0, 2);
  sem_init(&items, 0, 0);
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 0; i < 3; i++) {
    sem_wait(&items);
    assert(buffer[i % 2] == i);
    sem_post(&places);
  }
  pthread_join(thread, NULL);
  return 0;
}
