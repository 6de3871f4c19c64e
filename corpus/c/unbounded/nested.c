// Two loops, one in the other, with bounds that nobody knows; another thread takes the mutex of the inner one now and then.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int rows, columns;
static unsigned cells;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *unused) {
    (void)unused;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            pthread_mutex_lock(&lock);
            cells++;
            pthread_mutex_unlock(&lock);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    rows = __VERIFIER_nondet_int();
    columns = __VERIFIER_nondet_int();
    pthread_create(&thread, NULL, fill, NULL);
    pthread_mutex_lock(&lock);
    cells = 0;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
