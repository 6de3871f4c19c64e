// The same lock with one reader, which leaves the room empty again and again: strong fairness lets the writer in.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers;
static atomic_int written;

static void *reader(void *arg) {
  while (!atomic_load(&written)) {
    pthread_mutex_lock(&mutex);
    if (++readers == 1)
      sem_wait(&room);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    if (--readers == 0)
      sem_post(&room);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&room, 0, 1);
  pthread_create(&thread, NULL, reader, NULL);
  sem_wait(&room);
  atomic_store(&written, 1);
  sem_post(&room);
  pthread_join(thread, NULL);
  return 0;
}
