// A counter with a sign that nothing stops overflows after very many rounds, which is an error; it must not be proved that this ends. A first number that is large enough shows it at once.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int start;

static void *count(void *unused) {
    (void)unused;
    for (int i = start; i != -1; i++) {
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    start = __VERIFIER_nondet_int();
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    return 0;
}
