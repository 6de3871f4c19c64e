// Two threads count an atomic number down together: whoever sees that it was positive goes on.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int left;

static void *work(void *unused) {
    (void)unused;
    int i = 0;
    while (i < 1000000 && atomic_load(&left) > 0) {
        atomic_fetch_sub(&left, 1);
        i++;
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    atomic_store(&left, __VERIFIER_nondet_int());
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
