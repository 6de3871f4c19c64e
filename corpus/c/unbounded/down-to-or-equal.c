// `i >= 0` always holds of a number without a sign: the loop never ends.
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned start;

static void *count(void *unused) {
    (void)unused;
    for (unsigned i = start; i >= 0; i--) {
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
