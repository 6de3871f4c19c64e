// As `token`, but one of the threads brings tokens back: the two can go on for ever.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int tokens;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *unused) {
    (void)unused;
    int is_done = 0;
    while (!is_done) {
        pthread_mutex_lock(&lock);
        if (tokens > 0) {
            tokens--;
        } else {
            is_done = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *bring(void *unused) {
    (void)unused;
    int is_done = 0;
    while (!is_done) {
        pthread_mutex_lock(&lock);
        if (tokens == 1) {
            tokens = 2;
        } else {
            is_done = tokens == 0;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    tokens = 2;
    pthread_create(&one, NULL, take, NULL);
    pthread_create(&other, NULL, bring, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
