// Two threads find greatest common divisors of numbers that nobody knows, by Euclid's algorithm, and add them up under a mutex. A
// remainder is smaller than what was divided by: so both loops end, though neither number has a known bound on the way.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned sum;

static unsigned common_divisor(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void *worker(void *unused) {
    (void)unused;
    unsigned divisor = common_divisor(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint());
    pthread_mutex_lock(&mutex);
    sum += divisor;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
