// Main waits for a thread that never ends, but another thread calls `exit` after as many rounds as nobody knows.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int limit;
static volatile unsigned ticks;

static void *run(void *unused) {
    (void)unused;
    for (;;) {
        ticks++;
    }
    return NULL;
}

static void *stop(void *unused) {
    (void)unused;
    for (int i = 0; i < limit; i++) {
    }
    exit(0);
}

int main(void) {
    pthread_t one, other;
    limit = __VERIFIER_nondet_int();
    pthread_create(&one, NULL, run, NULL);
    pthread_create(&other, NULL, stop, NULL);
    pthread_join(one, NULL);
    return 0;
}
