// A thread runs for ever, but main counts to a number that nobody knows and returns, which ends the program.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static volatile unsigned ticks;

static void *run(void *unused) {
    (void)unused;
    for (;;) {
        ticks++;
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    int limit = __VERIFIER_nondet_int();
    pthread_create(&thread, NULL, run, NULL);
    for (int i = 0; i < limit; i++) {
    }
    return 0;
}
