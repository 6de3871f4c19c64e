// A counter without a sign goes down by one until it is zero.
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned start;

static void *count(void *unused) {
    (void)unused;
    for (unsigned left = start; left != 0; left--) {
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    start = __VERIFIER_nondet_uint();
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    return 0;
}
