// `i <= limit` always holds if the limit is the largest number without a sign: then the loop never ends.
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned limit;

static void *count(void *unused) {
    (void)unused;
    for (unsigned i = 0; i <= limit; i++) {
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    limit = __VERIFIER_nondet_uint();
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    return 0;
}
