// As in barrier.c, but one of the two leaves a round before the other.
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned rounds;
static pthread_barrier_t meeting;

static void *meet(void *left_out) {
    for (unsigned round = left_out != NULL; round < rounds; round++) {
        pthread_barrier_wait(&meeting);
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    rounds = __VERIFIER_nondet_uint();
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&one, NULL, meet, NULL);
    pthread_create(&other, NULL, meet, &rounds);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
