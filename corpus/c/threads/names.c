// Names of threads: at most 15 bytes, and each keeps its own.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t is_named, is_over;

static void *worker(void *arg) {
  char name[16];
  sem_wait(&is_named);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strcmp(name, "worker") == 0);
  sem_wait(&is_over);
  return arg;
}

int main(void) {
  char name[16];
  pthread_t thread;
  sem_init(&is_named, 0, 0);
  sem_init(&is_over, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_setname_np(thread, "worker") == 0);
  assert(pthread_setname_np(thread, "a name too long for it") == ERANGE);
  sem_post(&is_named);
  assert(pthread_setname_np(pthread_self(), "0123456789abcdef") == ERANGE);
  assert(pthread_setname_np(pthread_self(), "0123456789abcde") == 0);
  assert(pthread_getname_np(pthread_self(), name, 15) == ERANGE);
  assert(pthread_getname_np(pthread_self(), name, 16) == 0);
  assert(strcmp(name, "0123456789abcde") == 0);
  sem_post(&is_over);
  pthread_join(thread, NULL);
  return 0;
}
