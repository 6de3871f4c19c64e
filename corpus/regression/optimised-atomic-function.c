// With -O1 clang put the function in line, and nobody knew any longer that it is not interrupted: the assertion failed.
#include <assert.h>
#include <pthread.h>

static int count;

static void __VERIFIER_atomic_increase(void)
{
  int before = count;
  count = before + 1;
}

static void *increase(void *unused)
{
  __VERIFIER_atomic_increase();
  return unused;
}

int main(void)
{
  pthread_t other;
  pthread_create(&other, 0, increase, 0);
  __VERIFIER_atomic_increase();
  pthread_join(other, 0);
  assert(count == 2);
  return 0;
}
