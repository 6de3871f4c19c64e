// Two threads count to a number that nobody knows, each for itself.
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
    pthread_t one, other;
    limit = __VERIFIER_nondet_int();
    pthread_create(&one, NULL, count, NULL);
    pthread_create(&other, NULL, count, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
