// Threads measure how long they take, and print it: that makes no difference.
#include <pthread.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static double total;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void *worker(void *arg) {
  double start = seconds();
  pthread_mutex_lock(&mutex);
  total += seconds() - start;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  struct timeval start, end;
  gettimeofday(&start, NULL);
  clock_t ticks = clock();
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  gettimeofday(&end, NULL);
  long elapsed = (end.tv_sec - start.tv_sec) * 1000000 + (end.tv_usec - start.tv_usec);
  printf("%f s, %ld us, %f s of work\n", total, elapsed, (double)(clock() - ticks) / CLOCKS_PER_SEC);
  return 0;
}
