// The bound is handed to the threads through a pointer; each of them works on its own copy.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void *count(void *place) {
    int limit = *(int *)place;
    while (limit > 0) {
        limit--;
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    int limit = __VERIFIER_nondet_int();
    pthread_create(&one, NULL, count, &limit);
    pthread_create(&other, NULL, count, &limit);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
