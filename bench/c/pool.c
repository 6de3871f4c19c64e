// Two workers take tasks from a list; main puts SIZE of them there, each on the heap, and then shuts the pool down.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct task {
  struct task *next;
  void (*run)(struct task *);
  int argument;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct task *waiting;
static int is_closed, sum;

static void add(struct task *task) {
  pthread_mutex_lock(&mutex);
  sum += task->argument;
  pthread_mutex_unlock(&mutex);
}

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (!waiting && !is_closed)
      pthread_cond_wait(&changed, &mutex);
    struct task *task = waiting;
    if (task)
      waiting = task->next;
    pthread_mutex_unlock(&mutex);
    if (!task)
      return unused;
    task->run(task);
    free(task);
  }
}

static void submit(int argument) {
  struct task *task = malloc(sizeof *task);
  task->run = add;
  task->argument = argument;
  pthread_mutex_lock(&mutex);
  task->next = waiting;
  waiting = task;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_t workers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&workers[i], NULL, worker, NULL);
  for (int i = 1; i <= SIZE; i++)
    submit(i);
  pthread_mutex_lock(&mutex);
  is_closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], NULL);
  assert(sum == SIZE * (SIZE + 1) / 2);
}
