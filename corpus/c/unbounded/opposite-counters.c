// One thread counts up to a number that nobody knows, another one down from it, in steps of different sizes.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int limit;

static void *up(void *unused) {
    (void)unused;
    for (int i = 0; i < limit; i++) {
    }
    return NULL;
}

static void *down(void *unused) {
    (void)unused;
    for (int i = limit; i > 1; i -= 2) {
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    limit = __VERIFIER_nondet_int();
    pthread_create(&one, NULL, up, NULL);
    pthread_create(&other, NULL, down, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
