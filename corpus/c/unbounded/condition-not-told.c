// As condition.c, but an item is made without telling: whoever waits for it may wait for ever.
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static unsigned count, items;

static void *make(void *unused) {
    (void)unused;
    for (unsigned made = 0; made < count; made++) {
        pthread_mutex_lock(&mutex);
        items++;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void *use(void *unused) {
    (void)unused;
    for (unsigned used = 0; used < count; used++) {
        pthread_mutex_lock(&mutex);
        while (items == 0) {
            pthread_cond_wait(&more, &mutex);
        }
        items--;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t maker, user;
    count = __VERIFIER_nondet_uint();
    pthread_create(&maker, NULL, make, NULL);
    pthread_create(&user, NULL, use, NULL);
    pthread_join(maker, NULL);
    pthread_join(user, NULL);
    return 0;
}
