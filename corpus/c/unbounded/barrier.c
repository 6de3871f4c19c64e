// Two threads meet at a barrier, as often as nobody knows.
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned rounds;
static pthread_barrier_t meeting;

static void *meet(void *unused) {
    (void)unused;
    for (unsigned round = 0; round < rounds; round++) {
        pthread_barrier_wait(&meeting);
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    rounds = __VERIFIER_nondet_uint();
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&one, NULL, meet, NULL);
    pthread_create(&other, NULL, meet, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
