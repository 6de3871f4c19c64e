// As `spin-flag`, but the flag is set only if the length is positive.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int ready;
static int length;

static void *work(void *unused) {
    (void)unused;
    for (int i = 0; i < length; i++) {
        atomic_store(&ready, 1);
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    length = __VERIFIER_nondet_int();
    pthread_create(&thread, NULL, work, NULL);
    while (atomic_load(&ready) == 0) {
    }
    pthread_join(thread, NULL);
    return 0;
}
