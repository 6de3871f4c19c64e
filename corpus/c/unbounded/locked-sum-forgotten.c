// As `locked-sum`, but a thread returns early, with the mutex locked, if the sum is large: the other one waits for ever.
// The sum is large at once if the first round begins with it, so that few steps lead to the deadlock.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int rounds;
static unsigned sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
    (void)unused;
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        sum += 3;
        if (sum > 4) {
            return NULL;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    rounds = __VERIFIER_nondet_int();
    pthread_create(&one, NULL, add, NULL);
    pthread_create(&other, NULL, add, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
