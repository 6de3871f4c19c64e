// A consumer waits on a condition variable for an item; a producer works for as long as nobody knows, and then puts one there.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int rounds;
static int items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *produce(void *unused) {
    (void)unused;
    for (int i = 0; i < rounds; i++) {
    }
    pthread_mutex_lock(&lock);
    items = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *consume(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    while (items == 0) {
        pthread_cond_wait(&filled, &lock);
    }
    items = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t one, other;
    rounds = __VERIFIER_nondet_int();
    pthread_create(&one, NULL, produce, NULL);
    pthread_create(&other, NULL, consume, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
