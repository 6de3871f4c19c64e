// Two transfers in opposite directions between the same accounts, which lock the account at the lower address first.
#include <assert.h>
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
  struct account *low = t->from < t->to ? t->from : t->to;
  struct account *high = t->from < t->to ? t->to : t->from;
  pthread_mutex_lock(&low->mutex);
  pthread_mutex_lock(&high->mutex);
  t->from->balance -= t->amount;
  t->to->balance += t->amount;
  pthread_mutex_unlock(&high->mutex);
  pthread_mutex_unlock(&low->mutex);
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
  assert(accounts[0].balance == 8 && accounts[1].balance == 12);
  return 0;
}
