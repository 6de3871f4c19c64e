// One thread goes round for ever and another one ends, while main waits for both.
#include <pthread.h>

static void *spin(void *unused) {
    for (;;) {
    }
    return unused;
}

static void *quick(void *unused) {
    return unused;
}

int main(void) {
    pthread_t spins, ends;
    pthread_create(&spins, NULL, spin, NULL);
    pthread_create(&ends, NULL, quick, NULL);
    pthread_join(spins, NULL);
    pthread_join(ends, NULL);
    return 0;
}
