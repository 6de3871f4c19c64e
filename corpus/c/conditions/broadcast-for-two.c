// Two threads wait for the same event, and a broadcast tells both of it.
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
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
