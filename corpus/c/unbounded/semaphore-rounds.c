// A producer posts a semaphore as often as a number says that nobody knows, and a consumer waits for it as often.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int rounds;
static sem_t items;

static void *produce(void *unused) {
    (void)unused;
    for (int i = 0; i < rounds; i++) {
        sem_post(&items);
    }
    return NULL;
}

static void *consume(void *unused) {
    (void)unused;
    for (int i = 0; i < rounds; i++) {
        sem_wait(&items);
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    rounds = __VERIFIER_nondet_int();
    if (rounds > 1000000) {
        return 0;
    }
    sem_init(&items, 0, 0);
    pthread_create(&one, NULL, produce, NULL);
    pthread_create(&other, NULL, consume, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
