// A thread that waits for a flag is started before the one that sets it. It ends because the other one, or main before that one is started,
// has to be let in some day: where it stands meanwhile is part of the argument.
#include <pthread.h>

static volatile int ready;

static void *waiter(void *unused) {
    while (!ready) {
    }
    return unused;
}

static void *setter(void *unused) {
    ready = 1;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, waiter, NULL);
    pthread_create(&second, NULL, setter, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
