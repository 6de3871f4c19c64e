// Operations called through a table and as an argument, also the start routine of a thread.
#include <assert.h>
#include <pthread.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }

static const operation table[] = {add, subtract};

static int fold(operation op, const int *numbers, int count, int start) {
  for (int i = 0; i < count; i++)
    start = op(start, numbers[i]);
  return start;
}

static void *worker(void *arg) {
  static const int numbers[] = {1, 2, 3};
  assert(fold(*(const operation *)arg, numbers, 3, 10) == 4);
  return NULL;
}

int main(void) {
  void *(*start)(void *) = worker;
  pthread_t thread;
  pthread_create(&thread, NULL, start, (void *)&table[1]);
  assert(table[0](2, 3) == 5);
  pthread_join(thread, NULL);
  return 0;
}
