// Two threads add up what they count to. The sum may overflow, of which C says nothing; whoever takes it that it does not is told that all of
// it ends.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count, sum;

static void *add(void *unused) {
    (void)unused;
    for (int i = 0; i < count; i++) {
        pthread_mutex_lock(&mutex);
        sum += i;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t first, second;
    count = __VERIFIER_nondet_int();
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, add, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
