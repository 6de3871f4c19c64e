// Four workers take pieces of work from one pile, of which nobody knows how large it is, each time under the mutex; main waits for all of
// them. Each puts its own number into the mutex, and still it makes no difference which of them stands where.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

enum { WORKERS = 4 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int pile;

static void *worker(void *unused) {
    (void)unused;
    int goes_on = 1;
    while (goes_on) {
        pthread_mutex_lock(&mutex);
        if (pile > 0)
            pile--;
        else
            goes_on = 0;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t workers[WORKERS];
    pile = __VERIFIER_nondet_int();
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, worker, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
