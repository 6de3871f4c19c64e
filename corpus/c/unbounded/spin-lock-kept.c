// As spin-lock.c, but whoever has counted to three does not give the lock back.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static atomic_flag taken = ATOMIC_FLAG_INIT;
static unsigned count, sum;

static void *add(void *unused) {
    (void)unused;
    for (unsigned added = 0; added < count; added++) {
        while (atomic_flag_test_and_set(&taken)) {
        }
        sum++;
        if (sum == 3) {
            return NULL;
        }
        atomic_flag_clear(&taken);
    }
    return NULL;
}

int main(void) {
    pthread_t first, second;
    count = __VERIFIER_nondet_uint();
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, add, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
