// What a thread is called that nobody has given a name.
#define _GNU_SOURCE
#include <pthread.h>

int main(void) {
  char name[16];
  return pthread_getname_np(pthread_self(), name, sizeof name);
}
