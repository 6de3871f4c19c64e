// TerMute, figure 1, with a semaphore for the barrier, when the consumer waits for one producer more than there are.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int C;
static sem_t barrier;

static void *Producer(void *arg) {
  for (int i = 0; i < 2; i++)
    C++;
  sem_post(&barrier);
  return arg;
}

static void *Consumer(void *arg) {
  for (int i = 0; i < 2; i++)
    sem_wait(&barrier);
  for (int j = 0; j < 2; j++)
    C--;
  return arg;
}

int main(void) {
  pthread_t first, second;
  sem_init(&barrier, 0, 0);
  pthread_create(&first, NULL, Producer, NULL);
  pthread_create(&second, NULL, Consumer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
