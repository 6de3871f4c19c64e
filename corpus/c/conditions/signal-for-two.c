// Two threads wait for the same event, and one signal tells of it: if both sleep, one sleeps on for ever.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int go;

static void *runner(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!go)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, runner, NULL);
  pthread_create(&second, NULL, runner, NULL);
  pthread_mutex_lock(&mutex);
  go = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
