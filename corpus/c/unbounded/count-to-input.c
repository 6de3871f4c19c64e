// One thread counts to a number that nobody knows, and main waits for it.
// The distance to the number gets less in each round, and the counter cannot overflow since it stays below the number.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int limit;

static void *count(void *unused) {
    (void)unused;
    for (int i = 0; i < limit; i++) {
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    limit = __VERIFIER_nondet_int();
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    return 0;
}
