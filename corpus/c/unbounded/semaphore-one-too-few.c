// As in semaphore.c, but one wants an item more than the other makes.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned count;
static sem_t items;

static void *make(void *unused) {
    (void)unused;
    for (unsigned made = 0; made < count; made++) {
        sem_post(&items);
    }
    return NULL;
}

static void *use(void *unused) {
    (void)unused;
    for (unsigned used = 0; used <= count; used++) {
        sem_wait(&items);
    }
    return NULL;
}

int main(void) {
    pthread_t maker, user;
    count = __VERIFIER_nondet_uint();
    if (count > 1000000) {
        return 1;
    }
    sem_init(&items, 0, 0);
    pthread_create(&maker, NULL, make, NULL);
    pthread_create(&user, NULL, use, NULL);
    pthread_join(maker, NULL);
    pthread_join(user, NULL);
    return 0;
}
