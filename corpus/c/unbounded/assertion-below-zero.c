// As assertion-assumed.c, and nothing is taken for granted: the number may be below zero, and the threads read it from a variable of all.
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
