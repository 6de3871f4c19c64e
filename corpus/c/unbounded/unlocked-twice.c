// A mutex is unlocked twice, after as many rounds as nobody knows: an error.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int rounds;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    (void)unused;
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    rounds = __VERIFIER_nondet_int();
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
