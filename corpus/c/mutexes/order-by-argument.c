// The same transfers, which lock the account to be debited first: in opposite directions they can block each other.
#include <pthread.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};

struct transfer {
  struct account *from, *to;
  int amount;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void *run(void *arg) {
  struct transfer *t = arg;
  pthread_mutex_lock(&t->from->mutex);
  pthread_mutex_lock(&t->to->mutex);
  t->from->balance -= t->amount;
  t->to->balance += t->amount;
  pthread_mutex_unlock(&t->to->mutex);
  pthread_mutex_unlock(&t->from->mutex);
  return NULL;
}

int main(void) {
  struct transfer there = {&accounts[0], &accounts[1], 3};
  struct transfer back = {&accounts[1], &accounts[0], 1};
  pthread_t first, second;
  pthread_create(&first, NULL, run, &there);
  pthread_create(&second, NULL, run, &back);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
