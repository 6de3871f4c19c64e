// A thread counts down from a number of which it asserts that it is not below zero. If it were, the loop would overflow. Whoever takes it
// that the assertion holds is told that all of it ends.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int number;

static void *count_down(void *unused) {
    (void)unused;
    int left = number;
    assert(left >= 0);
    while (left != 0) {
        left--;
    }
    return NULL;
}

int main(void) {
    pthread_t first, second;
    number = __VERIFIER_nondet_int();
    pthread_create(&first, NULL, count_down, NULL);
    pthread_create(&second, NULL, count_down, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
