// Two threads share a number of tokens that nobody knows, and take them one by one under a mutex until there are none.
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

int main(void) {
    pthread_t one, other;
    tokens = __VERIFIER_nondet_int();
    pthread_create(&one, NULL, take, NULL);
    pthread_create(&other, NULL, take, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
