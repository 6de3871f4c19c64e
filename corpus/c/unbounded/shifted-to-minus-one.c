// A thread shifts a number until nothing is left. It may be negative, and then -1 stays for ever: shifts round down.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *shift(void *unused) {
    (void)unused;
    int number = __VERIFIER_nondet_int();
    while (number != 0)
        number >>= 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, shift, NULL);
    pthread_join(thread, NULL);
    return 0;
}
