// C11 mutexes taken in opposite order by two threads.
#include <threads.h>

static mtx_t a, b;

static int backward(void *arg) {
  (void)arg;
  mtx_lock(&b);
  mtx_lock(&a);
  mtx_unlock(&a);
  mtx_unlock(&b);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&a, mtx_plain);
  mtx_init(&b, mtx_plain);
  thrd_create(&thread, backward, NULL);
  mtx_lock(&a);
  mtx_lock(&b);
  mtx_unlock(&b);
  mtx_unlock(&a);
  thrd_join(thread, NULL);
  return 0;
}
