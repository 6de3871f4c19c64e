// Programs without headers: a zero stands for a null pointer.
typedef unsigned long pthread_t;
extern void *malloc(unsigned int size);

static int *cell;

void *worker() {
  *cell = 1;
  return 0;
}

int main() {
  pthread_t thread;
  cell = malloc(4u);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(*cell == 1);
  return 0;
}
