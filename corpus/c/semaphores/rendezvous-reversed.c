// Two threads that wait for each other's post before they post themselves: nobody gets on.
#include <pthread.h>
#include <semaphore.h>

static sem_t left, right;

static void *worker(void *arg) {
  sem_wait(&left);
  sem_post(&right);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&left, 0, 0);
  sem_init(&right, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&right);
  sem_post(&left);
  pthread_join(thread, NULL);
  return 0;
}
