// Threads print the time of day, as programs do that log what they do.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *name) {
  char text[32];
  struct tm local;
  time_t now = time(NULL);
  localtime_r(&now, &local);
  strftime(text, sizeof text, "%H:%M:%S", &local);
  pthread_mutex_lock(&mutex);
  printf("%s: %s %d %s", text, (char *)name, local.tm_year + 1900, ctime(&now));
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, "first");
  pthread_create(&second, NULL, worker, "second");
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
